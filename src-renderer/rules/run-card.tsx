/** @file One rule run: its status, and which rules were accepted or refused, and why. */

import { Button, Paper } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconCloud,
  IconEyeOff,
  IconQuestionMark,
  IconSend,
  IconX,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { RuleRun } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { CopiedValue, shortened } from '../copied-value.tsx';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { Badge } from '../progress/state-badge.tsx';
import { ReplyText } from '../service-reply/reply-view.tsx';
import { useStores } from '../stores.ts';
import { DataTable } from '../table/data-table.tsx';
import { TenantName } from '../tenant-name.tsx';
import { rulesTexts, runWords } from '../texts/rules.ts';
import { duration, momentOf, number } from '../wording.ts';
import { spelledDay } from './days.ts';
import classes from './run-card.module.css';

const icons: Record<RuleRun['state'], typeof IconCheck> = {
  asking: IconSend,
  running: IconCloud,
  done: IconCheck,
  failed: IconAlertTriangle,
  refused: IconX,
  unknown: IconQuestionMark,
  stopped: IconEyeOff,
};

/** `isLatest`: shows the refused rules unfolded, because the person asks about them now. */
export function RunCard({ run, isLatest }: { run: RuleRun; isLatest: boolean }) {
  const { ruleRuns } = useStores();
  const { state, date, kind, force, connection, askedAt, endedAt, status, executionId, error, reply } = run;
  const { word, meaning, tone } = runWords[state];
  const day = spelledDay(date);
  const remarks = [
    message('Asked {moment}', { moment: momentOf(askedAt) }),
    endedAt !== undefined && message('took {time}', { time: duration(endedAt - askedAt) }),
    kind === 'rerun' && message('again for a past day'),
    force && message('including rules that had already run'),
  ].filter((remark) => remark !== false);
  return (
    <Paper withBorder p="md" radius="md" className={classes['card'] ?? ''}>
      <div className={classes['head']}>
        <div>
          <h3>{message('Rules for {day}', { day })}</h3>
          <p className="small-print">{remarks.join(' · ')}</p>
        </div>
        <span role="status">
          <Badge Icon={icons[state]} tone={tone} words={word} explanation={meaning} />
        </span>
      </div>
      <div className={classes['facts']}>
        <TenantName name={connection} />
        {executionId !== undefined && (
          <CopiedValue what={message('Execution id')} value={executionId} shown={shortened(executionId)} />
        )}
        {status !== '' && <span className="small-print service-word">{status}</span>}
      </div>
      {state === 'unknown' && error === undefined && <p className={classes['meaning']}>{meaning}</p>}
      {error !== undefined && <ErrorNotice error={error} isAskedOnce={state !== 'running'} />}
      <Rules run={run} isLatest={isLatest} />
      {state === 'running' && (
        <Button
          variant="default"
          size="compact-sm"
          className={classes['stop'] ?? ''}
          aria-label={message('Stop following the run for {day}', { day })}
          title={message('The run continues at the service. Tranship only stops asking about it.')}
          onClick={() => void ruleRuns.getState().stopFollowing(run.id)}
        >
          {message('Stop following')}
        </Button>
      )}
      {reply !== '' && <RawReply reply={reply} />}
    </Paper>
  );
}

function Rules({ run: { accepted, rejected, state }, isLatest }: { run: RuleRun; isLatest: boolean }) {
  if (accepted.length + rejected.length === 0) {
    return state === 'done' ? <p className="small-print">{message('The service named no rules.')}</p> : null;
  }
  return (
    <>
      {accepted.length > 0 && (
        <details className={classes['rules']}>
          <summary>
            {message('{rules, plural, one {# rule} other {# rules}} accepted', { rules: accepted.length })}
          </summary>
          <ul>
            {accepted.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </details>
      )}
      {rejected.length > 0 && (
        <details className={classes['rules']} open={isLatest}>
          <summary>{rulesTexts.rejected(rejected.length)}</summary>
          <DataTable
            label={rulesTexts.rejected(rejected.length)}
            head="unseen"
            rows={rejected}
            columns={[
              {
                heading: message('Rule'),
                isName: true,
                cell: ({ rule }, place) => (rule === '' ? number(place + 1) : rule),
              },
              { heading: message('Why it was rejected'), cell: ({ reason }) => reason },
            ]}
          />
        </details>
      )}
    </>
  );
}

/** Laid out only when a person unfolds it. */
function RawReply({ reply }: { reply: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={classes['rules']} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{message('The latest answer, unchanged')}</summary>
      {isOpen && <ReplyText text={reply} />}
    </details>
  );
}
