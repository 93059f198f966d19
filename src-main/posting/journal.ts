/**
 * @file Records the progress of a posting. A line is sent only once its number is on the disk. Entries that come
 * together are written together, so that they share one wait for the disk.
 */

import type { Clock } from '../ground/clock.ts';
import { type JournalEntry, writeRecord } from './journal-record.ts';
import type { PostedLines } from './posted-lines.ts';

/** How long the first entry of a record waits for others: at 500 lines a second, ten entries share one. */
const GATHERING_MS = 10;

export interface JournalPorts {
  /** Resolves once the text is at the end of the journal and would survive a power cut. */
  append(text: string): Promise<void>;
  clock: Clock;
}

export class Journal {
  readonly #ports: JournalPorts;
  readonly #lines: PostedLines;
  #entries: JournalEntry[] = [];
  #gathering: Promise<void> | undefined;
  #written: Promise<void> = Promise.resolve();

  /** @param lines is kept up to date with what is on the disk */
  constructor(ports: JournalPorts, lines: PostedLines) {
    this.#ports = ports;
    this.#lines = lines;
  }

  /**
   * Resolves once the entry is on the disk, in the order of the calls. After a failure nothing more is written, because
   * the text behind half a record could not be read. @throws what `append` throws
   */
  note(entry: JournalEntry): Promise<void> {
    this.#entries.push(entry);
    this.#gathering ??= this.#gather();
    return this.#gathering;
  }

  async #gather(): Promise<void> {
    const before = this.#written;
    await Promise.all([before, this.#ports.clock.sleep(GATHERING_MS)]);
    const entries = this.#entries;
    this.#entries = [];
    this.#gathering = undefined;
    this.#written = this.#write(entries);
    // The caller of `note` gets the failure; the next record, which waits for this one, must not raise an unhandled
    // rejection.
    this.#written.catch(() => undefined);
    await this.#written;
  }

  async #write(entries: readonly JournalEntry[]): Promise<void> {
    await this.#ports.append(writeRecord(entries));
    for (const entry of entries) this.#lines.apply(entry);
  }
}
