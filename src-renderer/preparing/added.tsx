/** @file What came of a preparation: the submissions with where they stand, what comes next, and the template that was kept. */

import { Alert, Anchor, Button } from '@mantine/core';
import { IconCircleCheck, IconHandStop } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { awaitsTeam } from '../../src-shared/awaits-team.ts';
import type { Preparation } from '../../src-shared/contract.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { isKeyboardFree } from '../focus-page.ts';
import { useQueueRoute } from '../queue/use-queue-address.ts';
import { addressOf } from '../routes.ts';
import { usePreparation, useQueue } from '../stores.ts';
import { resultTexts } from '../texts/preparing.ts';
import { standingInWords } from '../texts/states.ts';
import { goTo } from '../use-route.ts';
import classes from './finish.module.css';

/** Beside what came of the preparation that kept it. */
export function TemplateKept() {
  const kept = usePreparation((state) => state.kept);
  if (kept?.ok === false) return <ErrorNotice error={kept.error} />;
  return kept?.value === undefined ? null : <p>{resultTexts.keptTemplate(kept.value)}</p>;
}

export function Added({ ids }: { ids: Preparation['added'] }) {
  const queueRoute = useQueueRoute();
  const rows = useQueue(({ list }) => list?.rows);
  const isChecking = ids.some((id) => rows?.get(id)?.state === 'checking');
  const held = ids.filter((id) => {
    const row = rows?.get(id);
    return row?.state === 'held' && (row.error === undefined || !awaitsTeam(row.error));
  }).length;
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isKeyboardFree()) next.current?.focus();
  }, []);
  return (
    <Alert
      color={held > 0 ? 'yellow' : 'green'}
      icon={held > 0 ? <IconHandStop aria-hidden /> : <IconCircleCheck aria-hidden />}
      title={held > 0 ? resultTexts.held(held) : resultTexts.done(ids.length)}
    >
      {isChecking && <p>{resultTexts.next(ids.length)}</p>}
      <ul className={classes['added']}>
        {ids.map((id) => {
          const row = rows?.get(id);
          return (
            <li key={id}>
              <Anchor href={addressOf({ page: 'submission', id })}>{resultTexts.open(id)}</Anchor>
              {row !== undefined && ` · ${standingInWords(row)}`}
            </li>
          );
        })}
      </ul>
      <TemplateKept />
      <Button ref={next} onClick={() => goTo(queueRoute)}>
        {resultTexts.toQueue}
      </Button>
    </Alert>
  );
}
