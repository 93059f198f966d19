/**
 * @file What a screen reader hears of the queue: never progress, of each submission only what means something else than what
 * was said last, and not more often than every few seconds, however fast files move.
 */

import type { SubmissionRow } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { standingInWords } from '../texts/states.ts';

/** The least time between two announcements: long enough to be heard out. */
export const QUIET_MS = 5000;

/** Above this number, single names would not help. */
const MOST_NAMED = 3;

type Id = SubmissionRow['id'];
export type Rows = ReadonlyMap<Id, SubmissionRow>;

export class CalmAnnouncer {
  readonly #say: (words: string) => void;
  /** What was last said of a submission; of others, what they were when they first changed. */
  readonly #said = new Map<Id, string | undefined>();
  readonly #changed = new Set<Id>();
  #rows: Rows = new Map();
  #saidAt = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(say: (words: string) => void) {
    this.#say = say;
  }

  /** Takes note of rows that may have changed. */
  note(before: Rows, after: Rows, changed: Iterable<SubmissionRow>): void {
    this.#rows = after;
    for (const { id } of changed) {
      const known = before.get(id);
      if (!this.#said.has(id)) this.#said.set(id, known === undefined ? undefined : meaningOf(known));
      const now = after.get(id);
      if (now !== undefined && meaningOf(now) !== this.#said.get(id)) this.#changed.add(id);
    }
    if (this.#changed.size === 0 || this.#timer !== undefined) return;
    const wait = this.#saidAt + QUIET_MS - Date.now();
    if (wait <= 0) this.#tell();
    else this.#timer = setTimeout(() => this.#tell(), wait);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #tell(): void {
    this.#timer = undefined;
    const news = [...this.#changed].flatMap((id) => this.#rows.get(id) ?? []);
    this.#changed.clear();
    const changed = news.filter((row) => meaningOf(row) !== this.#said.get(row.id));
    if (changed.length === 0) return;
    for (const row of changed) this.#said.set(row.id, meaningOf(row));
    this.#saidAt = Date.now();
    this.#say(announcementOf(changed));
  }
}

/** What a person would call a change: the short steps on the way to and from sending are none. */
function meaningOf(row: SubmissionRow): string {
  switch (row.state) {
    case 'reserving':
      return standingInWords({ state: 'waiting' });
    case 'verifying':
      return standingInWords({ state: 'uploading' });
    case 'held':
      // A person who corrects it hears of each correction where it is made.
      return standingInWords({ state: 'held' });
    default:
      return standingInWords(row);
  }
}

/** Names a few submissions, and counts many. */
function announcementOf(rows: readonly SubmissionRow[]): string {
  if (rows.length <= MOST_NAMED)
    return rows
      .map((row) => message('{fileName}: {standing}.', { fileName: row.fileName, standing: meaningOf(row) }))
      .join(' ');
  const counts = new Map<string, number>();
  for (const words of rows.map(meaningOf)) counts.set(words, (counts.get(words) ?? 0) + 1);
  return [...counts]
    .map(([words, count]) =>
      message('{count, plural, one {# submission} other {# submissions}}: {standing}.', { count, standing: words }),
    )
    .join(' ');
}
