/**
 * @file The sessions of browsers. Each is known by a secret that only pages of this very address can read, port
 * included. It ends when a person signs out, when it is not used, and at the latest after half a day.
 */

import { randomUUID } from 'node:crypto';
import type { RecordSecurity } from '../../audit/security-events.ts';
import { type Clock, HOUR, MINUTE } from '../../clock.ts';
import { createSecret, digestOf, isSecret } from './secrets.ts';

const IDLE_MINUTES = 30;
const MOST_HOURS = 12;
/** A session ends after this time without activity of a person, */
export const IDLE_MS = IDLE_MINUTES * MINUTE;
/** and after this time in any case. */
export const LONGEST_MS = MOST_HOURS * HOUR;

export interface SessionsPorts {
  clock: Clock;
  recordSecurity: RecordSecurity;
}

/** One sentence for the record of security events. */
export const endings = {
  signedOut: 'A person signed out.',
  idle: `It was not used for ${IDLE_MINUTES} minutes.`,
  tooLong: `It had lasted ${MOST_HOURS} hours.`,
  replaced: 'The same browser brought a new address.',
  stopped: 'Tranship was stopped.',
} as const;

export class Sessions {
  readonly #ports: SessionsPorts;
  readonly #sessions = new Set<Session>();

  constructor(ports: SessionsPorts) {
    this.#ports = ports;
  }

  /** Begins a session; returns its secret, which is not kept. */
  begin(): string {
    const { clock, recordSecurity } = this.#ports;
    const secret = createSecret();
    const session = new Session(secret, clock);
    this.#sessions.add(session);
    recordSecurity({ kind: 'session-begun', shell: 'browser', session: session.id });
    session.onEnd((why) => {
      this.#sessions.delete(session);
      recordSecurity({ kind: 'session-ended', shell: 'browser', session: session.id, why });
    });
    return secret;
  }

  /** The session with this secret; undefined when there is none, or none any more. */
  find(secret = ''): Session | undefined {
    const found = [...this.#sessions].find((session) => session.hasSecret(secret));
    // Timers stop while a computer sleeps.
    found?.endIfDue();
    return found?.isOver === false ? found : undefined;
  }

  close(): void {
    for (const session of [...this.#sessions]) session.end(endings.stopped);
  }
}

export class Session {
  /** Names the session in records; it opens nothing. */
  readonly id = randomUUID().slice(0, 8);
  readonly #digest: Buffer;
  readonly #clock: Clock;
  readonly #begunAt: number;
  readonly #ending = new AbortController();
  readonly #listeners = new Set<(why: string) => void>();
  #activeAt: number;
  #arrivingFiles = 0;
  /** Since the current wait for its end began. */
  #wasActive = false;

  constructor(secret: string, clock: Clock) {
    this.#digest = digestOf(secret);
    this.#clock = clock;
    this.#begunAt = clock.now();
    this.#activeAt = this.#begunAt;
    void this.#endInTime();
    void this.#endWhenIdle();
  }

  get isOver(): boolean {
    return this.#ending.signal.aborted;
  }

  hasSecret(secret: string): boolean {
    return isSecret(secret, this.#digest);
  }

  /** A person did something. Messages that a page sends by itself do not count. */
  noteActivity(): void {
    this.#activeAt = this.#clock.now();
    this.#wasActive = true;
  }

  /** Counts as active while `work` lasts: a person waits for a file to arrive. */
  async whileActive<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#arrivingFiles += 1;
    try {
      return await work();
    } finally {
      this.#arrivingFiles -= 1;
      this.noteActivity();
    }
  }

  /** Calls `listener` once, at the end; returns a function that unsubscribes. */
  onEnd(listener: (why: string) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** @param why one sentence */
  end(why: string): void {
    if (this.isOver) return;
    this.#ending.abort();
    for (const listener of [...this.#listeners]) listener(why);
  }

  /** Ends the session if its time is over already. */
  endIfDue(): void {
    if (this.#clock.now() - this.#begunAt >= LONGEST_MS) this.end(endings.tooLong);
    else if (this.#idleLeft() <= 0) this.end(endings.idle);
  }

  async #endInTime(): Promise<void> {
    await this.#sleep(LONGEST_MS);
    this.end(endings.tooLong);
  }

  async #endWhenIdle(): Promise<void> {
    do {
      this.#wasActive = false;
      await this.#sleep(this.#idleLeft());
      // Not decided by the time of day, which may have been set back.
    } while (!this.isOver && (this.#wasActive || this.#arrivingFiles > 0));
    this.end(endings.idle);
  }

  /** Milliseconds until it has not been used for too long; at most as for a new session, whatever the clock says. */
  #idleLeft(): number {
    if (this.#arrivingFiles > 0) return IDLE_MS;
    return Math.min(IDLE_MS, this.#activeAt + IDLE_MS - this.#clock.now());
  }

  /** Ends early, and without an error, when the session ends. */
  async #sleep(milliseconds: number): Promise<void> {
    await this.#clock.sleep(milliseconds, this.#ending.signal).catch(() => {});
  }
}
