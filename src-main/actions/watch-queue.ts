/** @file The queue as watched folders see it: they add files, and learn what the check makes of them. */

import { join } from 'node:path';
import { awaitsPerson } from '../../src-shared/awaits-person.ts';
import { awaitsTeam } from '../../src-shared/awaits-team.ts';
import { AppError, type ErrorRecord } from '../../src-shared/errors.ts';
import type { App } from '../app.ts';
import { csv } from '../check/findings/finding-export.ts';
import type { RuleSet } from '../check/rules/rule-set.ts';
import { originsOfPrepared } from '../prepare/manifest-files.ts';
import { preparedFile } from '../prepare/prepared-files.ts';
import type { Verdict, WatchQueue } from '../prepare/watching/ports.ts';
import type { SubmissionId } from '../send/batch.ts';
import { DEFAULT_MAX_BATCH_BYTES } from '../send/batch-limit.ts';
import { keepsFromSending } from '../send/sent-before/may-go-again.ts';
import { type HeldSubmission, type Submission, submissionIdSchema } from '../send/submission.ts';
import { destinationOf } from '../wire/credentials/connection.ts';

/** @param ruleSet asked for each file */
export function watchQueue(
  { queue, store, services }: Pick<App, 'queue' | 'store' | 'services'>,
  ruleSet: () => RuleSet,
): WatchQueue {
  const known = (id: number): Submission | undefined => store.submission(idOf(id));
  return {
    add: async ({ path, name }, { folder, connection: connectionName, release }, needsPerson) => {
      const connection = services.connection(connectionName);
      const from = preparedFile(path);
      const prepared = from && (await originsOfPrepared(from.out, from.name));
      const { id } = await queue.additions.add({
        path,
        name: join(folder, name),
        connection: connection.name,
        destination: destinationOf(connection),
        options: {
          onInvalid: 'stop',
          onUnknown: 'ask',
          ingestValid: false,
          maxBatchBytes: DEFAULT_MAX_BATCH_BYTES,
          ruleSet: ruleSet(),
          awaitRelease: { when: release && !needsPerson ? 'with-findings' : 'always', folder },
        },
        reason: `from the watched folder ${folder}`,
        ...(prepared !== undefined && { prepared }),
      });
      return id;
    },
    addedAs: (path) => store.submissionWithContent(path),
    stands: (id) => {
      const submission = known(id);
      if (submission === undefined) return false;
      if (submission.stage === 'approved') return keepsFromSending(store.batches(submission.id));
      const isWaiting = submission.stage === 'checking' || submission.stage === 'held';
      return isWaiting && submission.removedAt === undefined && submission.corrected === undefined;
    },
    checked: async (id, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<Verdict>();
      const judge = () => {
        const { stopped } = queue.situation();
        const submission = known(id);
        if (stopped !== undefined) reject(stopped.error);
        else if (submission === undefined) resolve(refused(new AppError('watch.taken-back', { name: '', id })));
        else if (submission.stage !== 'checking') resolve(verdictOn(submission));
        else if (submission.removedAt !== undefined) resolve(takenBack(submission));
      };
      const end = queue.subscribe((change) => {
        // The store knows of a change before the listeners do; a check that is over may still hold on to its file.
        if (change.kind === 'stopped' || change.kind === 'removed' || change.kind === 'submission') judge();
      });
      const abort = () => reject(signal.reason);
      signal.addEventListener('abort', abort, { once: true });
      try {
        signal.throwIfAborted();
        judge();
        return await promise;
      } finally {
        end();
        signal.removeEventListener('abort', abort);
      }
    },
    held: () => {
      const held = queue.standings().filter(({ state }) => state === 'held');
      return new Set(held.map(({ submission }) => submission.id));
    },
    findingsOf: (id) => {
      const check = known(id)?.check;
      if (check === undefined || check.errors + check.warnings === 0) return undefined;
      return csv(store.findings.all(idOf(id)));
    },
  };
}

const idOf = (id: number): SubmissionId => submissionIdSchema.parse(id);

function verdictOn(submission: Exclude<Submission, { stage: 'checking' }>): Verdict {
  const { id, name } = submission;
  switch (submission.stage) {
    case 'approved':
      return { kind: 'released' };
    case 'check-failed':
      return { kind: 'refused', error: submission.error };
    // It was in the queue already, to be checked only: a person has taken it on.
    case 'checked':
    case 'cancelled':
      return takenBack(submission);
    case 'held': {
      const { error, check, ranges } = submission;
      if (error !== undefined && (awaitsPerson(error) || awaitsTeam(error)))
        return { kind: 'awaits-release', ...(isUsual(submission) ? {} : { note: error }) };
      if (error !== undefined) return { kind: 'refused', error };
      if (check.errors > 0) return refused(new AppError('watch.has-findings', { name, errors: check.errors, id }));
      if (ranges.length === 0) return refused(new AppError('queue.nothing-to-send', { path: name }));
      return { kind: 'awaits-release' };
    }
  }
}

/** In a folder whose files all wait for a release, one in which nothing was found is as it should be. */
function isUsual({ error, check, options }: HeldSubmission): boolean {
  const isForRelease = error !== undefined && awaitsPerson(error);
  return isForRelease && options.awaitRelease?.when === 'always' && check.errors + check.warnings === 0;
}

function takenBack({ id, name }: Submission): Verdict {
  return refused(new AppError('watch.taken-back', { name, id }));
}

function refused(error: AppError): { kind: 'refused'; error: ErrorRecord } {
  return { kind: 'refused', error: error.toRecord() };
}
