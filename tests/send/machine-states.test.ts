/** @file Each state of a batch: what leads into it, and which events it understands. A new state has a row in both tables. */

import { expect, it } from 'vitest';
import { type Batch, batchSchema, newBatch } from '../../src-main/send/batch.ts';
import { type BatchEvent, transition } from '../../src-main/send/machine/machine.ts';
import type { Sealed } from '../../src-main/wire/credentials/secret-box.ts';
import { batchIdSchema } from '../../src-main/wire/service/wire.ts';
import { AppError } from '../../src-shared/errors.ts';
import { type BatchState, batchStateNames } from '../../src-shared/states.ts';
import { nothingClear, reportOn } from './report-on.ts';

type Kind = BatchEvent['kind'];

const NOW = Date.parse('2026-11-21T10:00:00Z');
const error = new AppError('network.cut', { host: 'storage.test', reason: 'reset' }).toRecord();
const batchId = batchIdSchema.parse('11111111-1111-4111-8111-111111111111');

const otherId = batchIdSchema.parse('22222222-2222-4222-8222-222222222222');

const unclear = { ...reportOn(), said: nothingClear };

const events: Record<Kind, BatchEvent> = {
  begin: { kind: 'begin' },
  reserved: { kind: 'reserved', batchId, address: 'sealed' as Sealed, addressLifetime: 900_000 },
  'reserve-failed': { kind: 'reserve-failed', error },
  'last-block': { kind: 'last-block' },
  accepted: { kind: 'accepted' },
  exists: { kind: 'exists', bodyComplete: true },
  'upload-failed': { kind: 'upload-failed', error, bodyComplete: true },
  'upload-held': { kind: 'upload-held', error },
  refused: { kind: 'refused', error, bodyComplete: true, addressOver: false },
  status: { kind: 'status', remoteState: 'IN_PROGRESS', remoteMessage: '' },
  'status-missing': { kind: 'status-missing' },
  'status-failed': { kind: 'status-failed', error },
  'report-kept': reportOn(),
  'report-absent': { kind: 'report-absent' },
  'report-failed': { kind: 'report-failed', error },
  altered: { kind: 'altered', error },
  cancel: { kind: 'cancel' },
  'send-again': { kind: 'send-again' },
  'report-again': { kind: 'report-again' },
  'abandoned-status': { kind: 'abandoned-status', batchId, remoteState: undefined },
  restarted: { kind: 'restarted' },
  'may-have-left': { kind: 'may-have-left' },
  'sent-elsewhere': { kind: 'sent-elsewhere', batchId: otherId },
};

/** A batch to which these events have happened, a second apart. */
function after(...story: (Kind | BatchEvent)[]): Batch {
  const content = { start: 0, end: 100, lines: 2, sha256: 'abc', ingestValid: false };
  const fresh = newBatch(batchSchema.shape.number.parse(1), batchSchema.shape.submission.parse(1), content);
  return story
    .map((one) => (typeof one === 'string' ? events[one] : one))
    .reduce((batch, event, at) => transition(batch, event, { now: NOW + at * 1000, random: 0.5 }).batch, fresh);
}

const said = (remoteState: string): BatchEvent => ({ kind: 'status', remoteState, remoteMessage: '' });
const sent = ['begin', 'reserved', 'accepted'] as const;
/** Its address is gone: only the service can tell. */
const withoutAddress: BatchEvent = { kind: 'refused', error, bodyComplete: true, addressOver: true };

const waysInto: Record<BatchState, Batch> = {
  waiting: after(),
  reserving: after('begin'),
  uploading: after('begin', 'reserved'),
  verifying: after('begin', 'reserved', withoutAddress),
  unknown: after('begin', 'reserved', withoutAddress, 'report-absent'),
  processing: after(...sent),
  processed: after(...sent, said('PROCESSED'), reportOn()),
  'partially-accepted': after(...sent, said('PROCESSED'), reportOn(2)),
  unreported: after(...sent, said('PROCESSED'), unclear),
  rejected: after(...sent, said('VALIDATION_FAILED')),
  failed: after(...sent, said('ERROR')),
  cancelled: after('cancel'),
};

const aboutStatus = ['status', 'status-missing', 'status-failed'] as const;
const aboutReport = ['report-kept', 'report-absent', 'report-failed'] as const;

/** Besides what every state understands. */
const understood: Record<BatchState, readonly Kind[]> = {
  waiting: [],
  reserving: ['reserved', 'reserve-failed'],
  uploading: ['last-block', 'accepted', 'exists', 'upload-failed', 'upload-held', 'refused'],
  verifying: [...aboutStatus, ...aboutReport],
  /** Without a report, nothing is known that was not known before. */
  unknown: [...aboutStatus, 'report-kept', 'report-failed', 'send-again'],
  processing: aboutStatus,
  processed: [],
  'partially-accepted': [],
  unreported: ['report-again'],
  rejected: aboutReport,
  failed: [],
  cancelled: [],
};
const byAll: readonly Kind[] = [
  'begin',
  'cancel',
  'restarted',
  'abandoned-status',
  'altered',
  'may-have-left',
  'sent-elsewhere',
];

it.each(batchStateNames)('a batch can become %s', (state) => {
  expect(waysInto[state].state).toBe(state);
});

it.each(batchStateNames)('a batch that is %s is changed by no event that it does not understand', (state) => {
  const batch = waysInto[state];
  const changing = Object.values(events)
    .filter((event) => transition(batch, event, { now: NOW + 3_600_000, random: 0.5 }).batch !== batch)
    .map(({ kind }) => kind);
  expect(changing.filter((kind) => !byAll.includes(kind)).sort()).toEqual([...understood[state]].sort());
});
