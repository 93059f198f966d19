/**
 * @file Which entries of a history other desks of the team read of, and what of them: who did what with which file. Never a
 * path, a value of a transaction or an address with a signature. Pure.
 */

import { z } from 'zod';
import type { WrittenKind } from '../../../src-shared/history.ts';
import { jsonIn } from '../../../src-shared/json-in.ts';
import type { ChainedEntry } from '../../audit/chain.ts';

/** An event as a desk tells it to the ledger. */
export interface TeamEvent {
  position: number;
  hash: string;
  kind: string;
  detail: Record<string, unknown>;
  /** How long ago it happened, by the clock of the desk: no desk tells the ledger what time it is. */
  ageMs: number;
}

/** What an event is about. */
export interface EventSubject {
  /** The name of the file, without its folder. */
  file: string;
  destination: string;
}

/** What people do, what leaves the desk, and what concerns the history itself. */
const told = [
  ...(['added', 'approved', 'rebound', 'paused', 'resumed', 'retried', 'cancelled', 'cancel'] as const),
  ...(['removed', 'restored', 'corrected', 'correction-undone', 'recovered', 'arrived-after-all'] as const),
  ...(['last-block', 'accepted', 'exists', 'send-again', 'taken', 'doubled'] as const),
  ...(['history-shortened', 'history-reviewed', 'folder-confirmed', 'audit-set', 'rule-set-changed'] as const),
] satisfies WrittenKind[];
const toldKinds: ReadonlySet<string> = new Set(told);

export const isTold = (kind: string): boolean => toldKinds.has(kind);

const LONGEST_TEXT = 1000;
/** In characters of JSON. */
const MOST_CHANGES = 10_000;
const shortened = (said: string) => (said.length > LONGEST_TEXT ? `${said.slice(0, LONGEST_TEXT)}…` : said);
const text = z.string().transform(shortened).optional().catch(undefined);
const count = z.number().optional().catch(undefined);

/** What a ledger hears of an entry's detail; all else stays at the desk. */
const toldDetail = z.object({
  batchId: text,
  sha256: text,
  reason: text,
  anchorFile: text,
  syslog: text,
  start: count,
  end: count,
  bytes: count,
  lines: count,
  errors: count,
  sentBefore: count,
  by: count,
  decidedByPerson: z.boolean().optional().catch(undefined),
  changes: z
    .array(z.unknown())
    .refine((changes) => JSON.stringify(changes).length <= MOST_CHANGES)
    .optional()
    .catch(undefined),
});

/** @param subject undefined where the entry is about the queue as a whole @param now by the clock that wrote the entry */
export function teamEventOf(entry: ChainedEntry, subject: EventSubject | undefined, now: number): TeamEvent {
  const { position, hash, kind, at, recorder, submission } = entry;
  const said = toldDetail.safeParse(jsonIn(entry.detail)).data ?? {};
  const detail = {
    ...said,
    ...(subject && { file: shortened(subject.file), destination: shortened(subject.destination), submission }),
    // Of the computer; the ledger itself says who is signed in to it.
    ...(recorder && { user: shortened(recorder.user), machine: shortened(recorder.machine) }),
  };
  return { position, hash, kind, detail, ageMs: Math.max(0, now - at) };
}
