/** @file The first start: practise with a sample at once, check or prepare files without a connection, or connect to the service. */

import { Button } from '@mantine/core';
import { IconListCheck, IconPlugConnected, IconSchool, IconTransform } from '@tabler/icons-react';
import { useState } from 'react';
import { message } from '../../src-shared/languages/message.ts';
import { ChooseFilesButton } from '../add-files/choose-files-button.tsx';
import { useIsManaged } from '../app-info.ts';
import { useBridge } from '../bridge-context.ts';
import { ManagedNote } from '../managed-note.tsx';
import { useOffers } from '../palette/use-offers.ts';
import { addressOf } from '../routes.ts';
import { useStores } from '../stores.ts';
import classes from './first-start.module.css';

export function FirstStart() {
  const { starting, practise } = usePractice();
  const isManaged = useIsManaged();
  const isPossible = starting === undefined && !isManaged('practice');
  const aliases = message('practice try sample demo training');
  useOffers([
    {
      ...{ title: message('Practise with two sample files'), aliases, isPossible },
      run: () => void practise({ hasSample: true }),
    },
    {
      ...{ title: message('Practice connection only'), aliases, isPossible },
      run: () => void practise({ hasSample: false }),
    },
  ]);
  return (
    <div className={classes['start']}>
      <h1>{message('Welcome to Tranship')}</h1>
      <p>
        {message(
          'Tranship checks your transaction exports on this computer, sends them safely, and shows how the service processes them.',
        )}
      </p>
      <div className={classes['ways']}>
        <section>
          <IconSchool size={30} stroke={1.5} aria-hidden />
          <h2>{message('Try it first')}</h2>
          <p>{message('A practice service on this computer, with two sample files. Nothing leaves this computer.')}</p>
          <ManagedNote isManaged={isManaged('practice')} />
          <Button
            loading={starting?.hasSample === true}
            disabled={starting?.hasSample === false || isManaged('practice')}
            onClick={() => void practise({ hasSample: true })}
          >
            {message('Practise with two sample files')}
          </Button>
          <Button
            variant="default"
            loading={starting?.hasSample === false}
            disabled={starting?.hasSample === true || isManaged('practice')}
            onClick={() => void practise({ hasSample: false })}
          >
            {message('Practice connection only')}
          </Button>
        </section>
        <section>
          <IconListCheck size={30} stroke={1.5} aria-hidden />
          <h2>{message('Check a file')}</h2>
          <p>
            {message(
              'See what is wrong with an export, its totals and its batches. This needs no connection, and sends nothing.',
            )}
          </p>
          <ChooseFilesButton label={message('Choose files to check…')} variant="default" />
        </section>
        <section>
          <IconPlugConnected size={30} stroke={1.5} aria-hidden />
          <h2>{message('Send your files')}</h2>
          <p>{message('You need the addresses, the client id and the secret that the provider gave you.')}</p>
          <ManagedNote isManaged={isManaged('connections')} />
          <Button
            component="a"
            variant="default"
            href={addressOf({ page: 'connections', isNew: !isManaged('connections') })}
          >
            {message('Connect to the service')}
          </Button>
        </section>
        <section>
          <IconTransform size={30} stroke={1.5} aria-hidden />
          <h2>{message('Prepare files offline')}</h2>
          <p>
            {message(
              'Make files that the service accepts of tables, workbooks and other exports. This needs no connection: another computer can send them.',
            )}
          </p>
          <Button component="a" variant="default" href={addressOf({ page: 'prepare' })}>
            {message('Prepare an export')}
          </Button>
        </section>
      </div>
    </div>
  );
}

/** Starts the practice tenant, and opens its sample in the dialog that adds files, where a person wants one. */
function usePractice() {
  const bridge = useBridge();
  const { queue, connections, addFiles, tour } = useStores();
  const [starting, setStarting] = useState<{ hasSample: boolean }>();
  const practise = async ({ hasSample }: { hasSample: boolean }) => {
    setStarting({ hasSample });
    const result = await bridge.invoke['practice.start']();
    // The dialog shows the kind of tenant.
    await connections.getState().refresh();
    setStarting(undefined);
    if (result.ok) {
      if (hasSample) addFiles.getState().take(result.value.sample);
      // It waits until the dialog is closed.
      tour.getState().offer();
    } else queue.getState().complain([{ error: result.error }]);
  };
  return { starting, practise };
}
