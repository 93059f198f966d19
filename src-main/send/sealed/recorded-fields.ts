/**
 * @file What the history has sealed of a submission and its batches, field by field, with the entry that says it. What an entry of an
 * older Tranship does not say is not recorded. Pure.
 */

import { z } from 'zod';
import { isEndState } from '../../../src-shared/states.ts';
import { type Batch, type BatchNumber, batchSchema } from '../batch.ts';
import type { HistoryEvent } from '../storage/history.ts';
import { type Fields, within } from './fields.ts';

type Entry = Pick<HistoryEvent, 'position' | 'at' | 'kind' | 'batch' | 'detail' | 'recorder'>;
type Detail = Entry['detail'];

/** What was recorded last of a field. */
export interface Sealed {
  value: unknown;
  by: Pick<Entry, 'position' | 'at' | 'kind'>;
}

const whole = z.int().nonnegative();
const addedSchema = z.object({
  path: z.string(),
  name: z.string().optional(),
  corrects: whole.optional(),
  team: z.string().optional(),
  sha256: z.string().optional(),
  manifestSha256: z.string().optional(),
});
const recoveredSchema = z.object({
  ranges: z.array(z.unknown()).default([]),
  batches: z.array(z.object({ number: batchSchema.shape.number })).default([]),
  states: z.array(z.looseObject({ number: batchSchema.shape.number })).default([]),
});
const rangeFields = ['start', 'end', 'lines', 'sha256'] as const;
const checkFields = [
  'sha256',
  'bytes',
  'modifiedAt',
  'lines',
  'transactions',
  'valid',
  'errors',
  'warnings',
  'totals',
] as const;

export class RecordedFields {
  readonly submission = new Map<string, Sealed>();
  readonly batches = new Map<BatchNumber, Map<string, Sealed>>();
  /** Of the lines that the report of a batch has named, the digest: they are stored beside the batch. */
  readonly namedLines = new Map<BatchNumber, Sealed>();
  /** Batches of which an entry tells that has no recorder: an older Tranship says less. */
  readonly former = new Set<BatchNumber>();
  /** Batches that a recovery has found missing. */
  readonly lost = new Set<BatchNumber>();
  /** The last entry about it; undefined where none is. */
  last: Entry | undefined;
  /** The last recovery from a damaged queue. */
  recoveredAt = 0;

  /** @param entries about one submission, in order */
  constructor(entries: Iterable<Entry>) {
    for (const entry of entries) this.take(entry);
  }

  take(entry: Entry): void {
    const { batch, detail, recorder } = entry;
    this.last = entry;
    if (recorder === undefined) {
      if (batch !== undefined) this.former.add(batch);
    } else if (batch === undefined) {
      this.#takeOwn(entry);
      if (detail['unapproved'] === true) this.#takeWithdrawn(entry);
    } else this.#takeBatch(batch, entry, detail);
  }

  #takeOwn(entry: Entry): void {
    const { kind, at, detail } = entry;
    switch (kind) {
      case 'added':
        this.#takeAdded(entry);
        return;
      case 'bound':
        this.#seal(entry, wayIn(detail), optionsIn(detail), { stage: 'checking', paused: false }, wordIn(detail));
        if (detail['team'] !== undefined) this.#seal(entry, { 'team.file': detail['team'] });
        this.#forgetCheck();
        return;
      case 'rebound':
        this.#seal(entry, wayIn(detail));
        this.submission.delete('paused');
        if (detail['paused'] !== undefined) this.#seal(entry, { paused: detail['paused'] });
        return;
      case 'file-found':
        this.#seal(entry, { content: detail['path'], ...present({ name: detail['name'] }) });
        if (detail['modifiedAt'] === undefined) this.#seal(entry, { stage: 'checking', paused: false });
        else this.#seal(entry, { 'check.modifiedAt': detail['modifiedAt'] });
        return;
      case 'held':
      case 'checked':
        this.#seal(entry, { stage: kind }, checkIn(detail), wordIn(detail));
        return;
      case 'approved':
        this.#seal(entry, { stage: kind }, checkIn(detail), optionsIn(detail), wordIn(detail));
        return;
      case 'check-failed':
        this.#seal(entry, { stage: kind });
        this.#forgetCheck();
        return;
      case 'cancelled':
        this.#seal(entry, { stage: kind });
        this.submission.delete('ranges');
        return;
      case 'retried':
        this.#seal(entry, { stage: 'checking', paused: false });
        this.#forgetCheck();
        return;
      case 'paused':
      case 'resumed':
        this.#seal(entry, { paused: kind === 'paused' });
        return;
      case 'removed':
      case 'restored':
        this.#seal(entry, { removedAt: kind === 'removed' ? at : null });
        return;
      case 'corrected':
      case 'correction-undone':
        this.#seal(entry, {
          'corrected.by': kind === 'corrected' ? detail['by'] : null,
          'corrected.rest': kind === 'corrected' ? (detail['rest'] ?? null) : null,
        });
        return;
      case 'recovered':
        this.#takeRecovered(entry);
        return;
      // What happened to the queue as a whole, or to a batch.
      default:
        return;
    }
  }

  #takeAdded(entry: Entry): void {
    const { at, detail } = entry;
    const added = addedSchema.safeParse(detail).data;
    if (added === undefined) return;
    const { path, name, corrects, team, sha256, manifestSha256 } = added;
    this.#seal(entry, { content: path });
    // The bytes of a file of the team were found at another place.
    if (this.submission.has('stage')) return;
    // A file of the team was checked and approved where it was shared.
    const stage = team !== undefined && sha256 !== undefined ? 'approved' : 'checking';
    // An older Tranship did not record what the team calls it.
    if (stage === 'checking' || name !== undefined) this.#seal(entry, { name: name ?? path });
    this.#seal(entry, {
      addedAt: at,
      stage,
      paused: false,
      removedAt: null,
      corrects,
      'corrected.by': null,
      'corrected.rest': null,
    });
    this.#seal(entry, { 'team.file': team, 'prepared.manifestSha256': manifestSha256 });
    this.#seal(entry, wayIn(detail), optionsIn(detail), checkIn(detail), wordIn(detail));
    if (detail['prepared'] !== undefined) this.#seal(entry, { prepared: detail['prepared'] });
    if (detail['control'] !== undefined) this.#seal(entry, { 'prepared.control': detail['control'] });
  }

  /** Its approval and its batches are gone, and what was checked before the next check is no longer said of it. */
  #takeWithdrawn(entry: Entry): void {
    const { stage, paused, team } = entry.detail;
    this.batches.clear();
    if (stage === 'checking') this.#forgetCheck();
    else this.submission.delete('ranges');
    this.#seal(entry, present({ stage, paused, 'team.file': team }));
  }

  /** A recovery pauses what has not ended, and puts batches into states from which it is safe to continue. */
  #takeRecovered(entry: Entry): void {
    const { ranges, batches, states } = recoveredSchema.parse(entry.detail);
    this.recoveredAt = entry.position;
    this.submission.delete('paused');
    if (ranges.length > 0 || batches.length > 0) this.submission.delete('ranges');
    for (const { number } of batches) this.lost.add(number);
    for (const [number, fields] of this.batches) if (!isEnd(fields)) this.batches.set(number, rangeOf(fields));
    for (const state of states) this.#takeBatch(state.number, entry, state);
  }

  #takeBatch(number: BatchNumber, { position, at, kind }: Entry, detail: Detail): void {
    const by = { position, at, kind };
    const before = this.batches.get(number) ?? new Map<string, Sealed>();
    const fields = typeof detail['state'] === 'string' ? rangeOf(before) : before;
    for (const [field, value] of Object.entries({ ...rangeIn(detail), ...stateIn(detail) }))
      fields.set(field, { value, by });
    this.batches.set(number, fields);
    if (detail['namedLines'] !== undefined) this.namedLines.set(number, { value: detail['namedLines'], by });
  }

  #seal({ position, at, kind }: Entry, ...parts: Fields[]): void {
    const by = { position, at, kind };
    for (const [field, value = null] of parts.flatMap((part) => Object.entries(part))) {
      this.submission.set(field, { value, by });
      // What a person has decided of a held file ends with that.
      if (field === 'stage') this.submission.delete('decided');
    }
  }

  #forgetCheck(): void {
    for (const field of this.submission.keys())
      if (field.startsWith('check.') || field === 'ranges') this.submission.delete(field);
  }
}

/** Where the connection leads; of a file that is only to be checked, nowhere. */
function wayIn({ connection, baseAddress, tokenAddress, destination, onlyCheck }: Detail): Fields {
  if (onlyCheck === true) return { connection: '', baseAddress: '', tokenAddress: '' };
  return present({ connection, baseAddress, tokenAddress, destination });
}

function optionsIn({ options, onInvalid, ruleSet }: Detail): Fields {
  const all = z.record(z.string(), z.unknown()).safeParse(options).data ?? {};
  return within('options', { ...present({ onInvalid, ruleSet }), ...all });
}

function wordIn({ ledger, decided }: Detail): Fields {
  return present({ ledger, decided });
}

function checkIn(detail: Detail): Fields {
  const { ranges } = detail;
  const check = Object.fromEntries(checkFields.map((field) => [field, detail[field]]));
  return { ...within('check', present(check)), ...present({ ranges }) };
}

function rangeIn(detail: Detail): Fields {
  return present(Object.fromEntries(rangeFields.map((field) => [field, detail[field]])));
}

/** What `historyDetail` leaves out is absent in the document, but for what an older Tranship did not record. */
function stateIn(detail: Detail): Fields {
  if (typeof detail['state'] !== 'string') return {};
  const { state, batchId, remoteState, acceptedAt, error, named, abandoned = [], watched = [] } = detail;
  const { attempts, report, host, lastBlockLeft, doubled } = detail;
  return {
    state,
    batchId,
    remoteState,
    acceptedAt,
    error,
    named,
    abandoned,
    watched,
    ...present({ attempts, report, host, lastBlockLeft, doubled }),
  };
}

function present(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function rangeOf(fields: ReadonlyMap<string, Sealed>): Map<string, Sealed> {
  return new Map([...fields].filter(([field]) => rangeFields.some((one) => one === field)));
}

function isEnd(fields: ReadonlyMap<string, Sealed>): boolean {
  const state = batchSchema.shape.state.safeParse(fields.get('state')?.value).data;
  return state !== undefined && isEndState(state);
}

/** Whether nothing has happened to it since it was approved: only then no entry tells of it. */
export function isUntouched({ state, delivery, abandoned, watched, attempts, acceptedAt, report }: Batch): boolean {
  const isNew = state === 'waiting' && delivery === undefined && acceptedAt === undefined && report === 'none';
  return isNew && attempts === 0 && abandoned.length === 0 && watched.length === 0;
}
