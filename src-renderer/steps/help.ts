/** @file Which action of a person helps against each error that a submission can wait for or end with. Pure. */

import type { ErrorCode, ErrorRecord } from '../../src-shared/errors.ts';

/**
 * secret, connection: what the connection signs in with, or all of it · network: the proxy and the authorities · host: a
 * storage host to decide about · time: it passes by itself · again: another try, once the cause is seen to · findings:
 * what the check found · report: what the service says · batches: their ids, to ask the provider about · earlier: the
 * submission that the same content went with · release: a look at the file · file: where it is now · drive: it may be
 * connected again, or the file be elsewhere · hours: it waits for sending hours
 */
export type Help =
  | 'secret'
  | 'connection'
  | 'network'
  | 'host'
  | 'time'
  | 'again'
  | 'findings'
  | 'report'
  | 'batches'
  | 'earlier'
  | 'release'
  | 'file'
  | 'drive'
  | 'hours';

type SubjectOf<Code> = Code extends `${infer Subject}.${string}` ? Subject : never;

/** By what stands before the dot; a new subject of errors is a compile error here. */
const bySubject: Readonly<Record<SubjectOf<ErrorCode>, Help>> = {
  auth: 'secret',
  secret: 'secret',
  certificate: 'connection',
  connection: 'connection',
  network: 'network',
  service: 'connection',
  upload: 'again',
  batch: 'again',
  report: 'report',
  file: 'again',
  check: 'again',
  hours: 'hours',
  disk: 'time',
  submission: 'findings',
  queue: 'again',
  policy: 'again',
  rules: 'again',
  // Not about a submission in the queue.
  audit: 'again',
  control: 'again',
  edit: 'again',
  fix: 'again',
  folder: 'again',
  inbox: 'again',
  internal: 'again',
  manifest: 'again',
  page: 'again',
  post: 'again',
  practice: 'again',
  preparation: 'again',
  recipe: 'again',
  'rule-run': 'again',
  team: 'again',
  template: 'again',
  transaction: 'again',
  update: 'again',
  usage: 'again',
  watch: 'again',
};

/** Where the subject alone would lead to the wrong place. */
const exceptions: Partial<Record<ErrorCode, Help>> = {
  'file.not-found': 'file',
  'file.changed': 'file',
  'auth.token-rejected': 'connection',
  // The provider gives the permission; afterwards another try is all it takes.
  'auth.forbidden': 'again',
  'secret.wrong-passphrase': 'again',
  'secret.no-store': 'again',
  // A new secret cannot be stored then, either; what can be done stands above all pages.
  'secret.store-changed': 'again',
  'network.identity-wanted': 'connection',
  'network.private-address': 'connection',
  'network.proxy-ticket-refused': 'again',
  'network.proxy-refused': 'again',
  'service.refused': 'again',
  'upload.other-host': 'host',
  'upload.unconfirmed-host': 'host',
  'upload.unsafe-address': 'connection',
  'upload.host-refused': 'connection',
  'report.other-host': 'host',
  'report.unconfirmed-host': 'host',
  'batch.refused': 'report',
  'batch.unknown': 'batches',
  'batch.doubtful': 'batches',
  'batch.unproven': 'batches',
  'batch.arrived-after-all': 'batches',
  'batch.doubled': 'batches',
  'queue.incomplete': 'batches',
  'queue.nothing-to-send': 'findings',
  'submission.sent-before': 'earlier',
  'submission.ids-sent-before': 'earlier',
  'submission.resembles': 'earlier',
  'submission.not-released': 'release',
  'submission.awaits-release': 'release',
  'submission.awaits-confirmation': 'release',
};

/** What passes by itself only needs time, whatever it is about. */
export function helpAgainst({ code, retryable }: Pick<ErrorRecord, 'code' | 'retryable'>): Help {
  if (code === 'file.unreachable') return 'drive';
  // Each code begins with the subject that its type names.
  const help = exceptions[code] ?? bySubject[code.slice(0, code.indexOf('.')) as SubjectOf<ErrorCode>];
  return retryable && help !== 'hours' ? 'time' : help;
}
