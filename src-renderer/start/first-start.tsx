/** @file The first start: practise with a sample at once, check or prepare files without a connection, or connect to the service. */

import { Button } from '@mantine/core';
import { IconListCheck, IconPlugConnected, IconSchool, IconTransform } from '@tabler/icons-react';
import { useState } from 'react';
import { ChooseFilesButton } from '../add-files/choose-files-button.tsx';
import { useIsManaged } from '../app-info.ts';
import { useBridge } from '../bridge-context.ts';
import { ManagedNote } from '../managed-note.tsx';
import { addressOf } from '../routes.ts';
import { useStores } from '../stores.ts';
import { startTexts } from '../texts/start.ts';
import classes from './first-start.module.css';

export function FirstStart() {
  const { isStarting, practise } = usePractice();
  const isManaged = useIsManaged();
  const { title, intro, practice, check, connect, prepare } = startTexts;
  return (
    <div className={classes['start']}>
      <h1>{title}</h1>
      <p>{intro}</p>
      <div className={classes['ways']}>
        <section>
          <IconSchool size={30} stroke={1.5} aria-hidden />
          <h2>{practice.title}</h2>
          <p>{practice.text}</p>
          <ManagedNote isManaged={isManaged('practice')} />
          <Button loading={isStarting} disabled={isManaged('practice')} onClick={() => void practise()}>
            {practice.button}
          </Button>
        </section>
        <section>
          <IconListCheck size={30} stroke={1.5} aria-hidden />
          <h2>{check.title}</h2>
          <p>{check.text}</p>
          <ChooseFilesButton label={check.button} variant="default" />
        </section>
        <section>
          <IconPlugConnected size={30} stroke={1.5} aria-hidden />
          <h2>{connect.title}</h2>
          <p>{connect.text}</p>
          <ManagedNote isManaged={isManaged('connections')} />
          <Button
            component="a"
            variant="default"
            href={addressOf({ page: 'connections', isNew: !isManaged('connections') })}
          >
            {connect.button}
          </Button>
        </section>
        <section>
          <IconTransform size={30} stroke={1.5} aria-hidden />
          <h2>{prepare.title}</h2>
          <p>{prepare.text}</p>
          <Button component="a" variant="default" href={addressOf({ page: 'prepare' })}>
            {prepare.button}
          </Button>
        </section>
      </div>
    </div>
  );
}

/** Starts the practice tenant, and opens its sample in the dialog that adds files. */
function usePractice() {
  const bridge = useBridge();
  const { queue, connections, addFiles, tour } = useStores();
  const [isStarting, setStarting] = useState(false);
  const practise = async () => {
    setStarting(true);
    const result = await bridge.invoke['practice.start']();
    // The dialog shows the kind of tenant.
    await connections.getState().refresh();
    setStarting(false);
    if (result.ok) {
      addFiles.getState().take(result.value.sample);
      // It waits until the dialog is closed.
      tour.getState().offer();
    } else queue.getState().complain([{ error: result.error }]);
  };
  return { isStarting, practise };
}
