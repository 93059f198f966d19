/** @file `tranship retention …`: what is kept of customer data and for how long, and its deletion. */

import type { Freeable, Kept, Settings } from '../../../../src-shared/contract.ts';
import { fact } from '../../../../src-shared/languages/fact.ts';
import { message } from '../../../../src-shared/languages/message.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { usageError } from '../output.ts';
import { withReading } from '../reading.ts';
import type { Session } from '../session.ts';
import { counted, day, grouped, size } from '../wording.ts';

const words: Record<Kept['kind'], () => string> = {
  submissions: () => message('submissions (the database of the queue)'),
  findings: () => message('findings'),
  reports: () => message('reports of the service'),
  ids: () => message('indexes of modification ids'),
  inbox: () => message('files from the browser'),
  prepared: () => message('preparations and the files they made'),
  journals: () => message('journals of “post”'),
  practice: () => message('files of the practice service'),
  damaged: () => message('databases that were set aside as damaged'),
  logs: () => message('logs'),
  history: () => message('entries of the history'),
};

/** Shows what is kept; also while another process works on the queue. */
export async function showRetention(session: Session): Promise<ExitCode> {
  const kept = await withReading(session, ({ call }) => call('retention.kept', undefined));
  tell(session, session.storedSettings().retention, kept);
  return exitCodes.done;
}

/** In days. */
export interface RetentionOptions {
  submissions?: number | 'always';
  findings?: number | 'always';
  reports?: number | 'always';
  ids?: number | 'always';
  logs?: number;
}

function limit(given: number | 'always' | undefined, before: number | null): number | null {
  if (given === undefined) return before;
  return given === 'always' ? null : given;
}

/** Sets what is given; the rest stays as it is. */
export async function setRetention(session: Session, options: RetentionOptions): Promise<ExitCode> {
  const { submissions, findings, reports, ids, logs } = options;
  if ([submissions, findings, reports, ids, logs].every((one) => one === undefined))
    throw usageError(fact('Name what to set with --submissions, --findings, --reports, --ids or --logs.'));
  return await session.withActions('retention set', async (actions) => {
    const { retention: before } = await actions.call('settings.get', undefined);
    const wanted = {
      submissions: limit(submissions, before.submissions),
      findings: limit(findings, before.findings),
      reports: limit(reports, before.reports),
      ids: limit(ids, before.ids),
      logs: logs ?? before.logs,
    };
    const { retention } = await actions.call('settings.change', { retention: wanted });
    tell(session, retention, await actions.call('retention.kept', undefined));
    return exitCodes.done;
  });
}

/** Deletes what is due now, down to the bytes of the database. */
export async function purgeNow(session: Session): Promise<ExitCode> {
  const { output } = session;
  return await session.withActions('retention purge', async (actions) => {
    const { isComplete } = await actions.call('retention.purge', undefined);
    output.say(
      isComplete
        ? message('What was due is deleted, and can no longer be found in the files.')
        : message('What was due is deleted, but another program reads the database. Close it, then call this again.'),
    );
    output.emit('summary', { complete: isComplete, kept: await actions.call('retention.kept', undefined) });
    return isComplete ? exitCodes.done : exitCodes.leftInQueue;
  });
}

const freeableWords: Record<Freeable['kind'], () => string> = {
  copies: () => message('copies of files that were accepted in full'),
  reports: () => message('reports on batches that have ended'),
  damaged: () => message('databases that were set aside as damaged'),
};

/** Removes what nothing that is open needs; without a kind, only shows what there is. */
export async function freeSpace(session: Session, kind: Freeable['kind'] | undefined): Promise<ExitCode> {
  const { output } = session;
  return await session.withActions('retention free', async ({ call }) => {
    const freeable =
      kind === undefined ? await call('retention.freeable', undefined) : await call('retention.free', { kind });
    output.table(
      [message('what'), message('how many'), message('size')],
      freeable.map(({ kind: one, count, bytes }) => [`${one}: ${freeableWords[one]()}`, grouped(count), size(bytes)]),
    );
    if (freeable.length === 0) output.say(message('There is nothing left that can be removed.'));
    output.emit('summary', { freeable });
    return exitCodes.done;
  });
}

function tell({ output, policy }: Session, retention: Settings['retention'], kept: readonly Kept[]): void {
  output.table(
    [message('what'), message('how many'), message('size'), message('since'), message('kept for')],
    kept.map(({ kind, count, bytes, since }) => [
      words[kind](),
      grouped(count),
      bytes === undefined ? '' : size(bytes),
      since === undefined ? '' : day(since),
      limitOf(kind, retention),
    ]),
  );
  const set = Object.keys(policy.values.retention ?? {});
  if (set.length > 0) output.say(message('Set by your organisation: {set}.', { set: set.join(', ') }));
  output.emit('summary', { retention, kept, setByOrganisation: set });
}

function limitOf(kind: Kept['kind'], retention: Settings['retention']): string {
  switch (kind) {
    case 'submissions':
    case 'findings':
    case 'reports':
    case 'logs': {
      const days = retention[kind];
      return days === null ? message('until the submission is removed') : counted(days, 'day');
    }
    case 'ids':
      return retention.ids === null
        ? message('until the submission is removed; of what was sent, always')
        : message('until the submission is removed; of what was sent, {days} longer', {
            days: counted(retention.ids, 'day'),
          });
    case 'inbox':
    case 'prepared':
    case 'practice':
      return message('until the submission is removed');
    case 'journals':
    case 'damaged':
      return message('until you delete them');
    case 'history':
      return 'always';
  }
}
