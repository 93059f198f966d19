/** @file Every kind of event that the history of the queue knows: what is written now, and what was written before. */

import { z } from 'zod';

/** What happens to a submission, or to the queue as a whole. */
const submissionKinds = [
  'added',
  'approved',
  'held',
  'checked',
  'bound',
  'check-failed',
  'paused',
  'resumed',
  'sent-now',
  'retried',
  'cancelled',
  'removed',
  'restored',
  'rebound',
  'file-found',
  'corrected',
  'correction-undone',
  'refused-settled',
  'recovered',
  'recovery-told',
  'arrived-after-all',
  'sealed',
  'history-shortened',
  'history-reviewed',
  'folder-confirmed',
  'audit-set',
  'rule-set-changed',
  'control-entered',
  'control-removed',
  'posting-begun',
  'posting-ended',
] as const;

/** What happens to a batch: the events of its state machine. A batch that is tried again has `retried` as well. */
const batchKinds = [
  'begin',
  'reserved',
  'reserve-failed',
  'last-block',
  'accepted',
  'exists',
  'upload-failed',
  'upload-held',
  'refused',
  'status',
  'status-missing',
  'status-failed',
  'report-kept',
  'report-absent',
  'report-failed',
  'cancel',
  'send-again',
  'report-again',
  'abandoned-status',
  'doubled',
  'restarted',
  'altered',
  'may-have-left',
  'sent-elsewhere',
  'taken',
  'told',
] as const;

/** No longer written; a history may hold them, since none of it is ever changed. */
const formerKinds = ['address-refused'] as const;

const writtenKinds = [...submissionKinds, ...batchKinds] as const;
export type WrittenKind = (typeof writtenKinds)[number];

export const historyKindSchema = z.enum([...writtenKinds, ...formerKinds]);
export type HistoryKind = z.infer<typeof historyKindSchema>;

/** A kind as it is read: one of ours, or one of a newer or much older Tranship, which can only be shown as it is spelled. */
export const readKindSchema = z.union([historyKindSchema, z.string().brand<'ForeignKind'>()]);
export type ReadKind = z.infer<typeof readKindSchema>;

export function isHistoryKind(kind: ReadKind): kind is HistoryKind {
  return historyKindSchema.safeParse(kind).success;
}
