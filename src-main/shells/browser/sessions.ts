/**
 * @file The sessions of browsers. Each is known by a secret that only pages of this very address can read, port
 * included. It ends when a person signs out, when it is not used, and at the latest after half a day. It outlasts the process
 * only for pages that stayed open: what lies in the browser's storage is worth nothing then, since another program may have
 * had the port, and with it the storage.
 */

import { randomUUID } from 'node:crypto';
import type { RecordSecurity } from '../../audit/security-events.ts';
import { type Clock, HOUR, MINUTE } from '../../ground/clock.ts';
import type { KeptSession } from './kept-shell.ts';
import { createSecret, digestOf, isSecret, proofOf } from './secrets.ts';

const IDLE_MINUTES = 30;
const MOST_HOURS = 12;
/** A session ends after this time without activity of a person, */
export const IDLE_MS = IDLE_MINUTES * MINUTE;
/** and after this time in any case. */
export const LONGEST_MS = MOST_HOURS * HOUR;
/** A session that is kept may seem unused for so much longer than it is. */
const KEPT_EXACTLY_MS = MINUTE;
/** As many as there may be tabs; the oldest key of a session has to leave. */
const MOST_RETURN_KEYS = 50;

export interface SessionsPorts {
  clock: Clock;
  recordSecurity: RecordSecurity;
  /** Called when `kept` has changed. */
  onChange?: () => void;
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
    return this.#enter(this.#add());
  }

  /** Takes over sessions of an earlier process. Nothing opens them but their return keys. */
  restore(kept: readonly KeptSession[]): void {
    for (const one of kept) if (mayReturn(one, this.#ports.clock.now())) this.#add(one);
  }

  /** What an earlier process could be told of the sessions that there are. */
  get kept(): KeptSession[] {
    return [...this.#sessions].map((session) => session.kept);
  }

  /** Proves to each page that may come back that this is its app; `number` is of its choice. */
  proofs(origin: string, number: string): string[] {
    return [...this.#sessions].flatMap((session) => session.proofs(`${origin}\n${number}`));
  }

  /** A secret for a page that comes back, in exchange for its key, which is then used up. */
  comeBack(key: string): string | undefined {
    const session = [...this.#sessions].find((one) => one.useReturnKey(key));
    session?.endIfDue();
    return session?.isOver === false ? this.#enter(session) : undefined;
  }

  #add(kept?: KeptSession): Session {
    const { clock, recordSecurity, onChange } = this.#ports;
    const session = new Session(clock, () => onChange?.(), kept);
    this.#sessions.add(session);
    session.onEnd((why) => {
      this.#sessions.delete(session);
      onChange?.();
      if (session.wasEntered) recordSecurity({ kind: 'session-ended', shell: 'browser', session: session.id, why });
    });
    return session;
  }

  #enter(session: Session): string {
    const isFirst = !session.wasEntered;
    const secret = session.addSecret();
    if (isFirst) this.#ports.recordSecurity({ kind: 'session-begun', shell: 'browser', session: session.id });
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
  readonly id: string;
  /** Of its secrets: after a restart, each page that comes back gets one. */
  readonly #secrets: Buffer[] = [];
  /** Of the keys with which its pages come back after a restart. */
  #returnKeys: Buffer[];
  readonly #clock: Clock;
  readonly #onChange: () => void;
  readonly #begunAt: number;
  readonly #ending = new AbortController();
  readonly #listeners = new Set<(why: string) => void>();
  #activeAt: number;
  #keptActiveAt: number;
  #arrivingFiles = 0;
  /** Since the current wait for its end began. */
  #wasActive = false;

  /** @param onChange called when `kept` has changed */
  constructor(clock: Clock, onChange: () => void, kept?: KeptSession) {
    const now = clock.now();
    this.id = kept?.id ?? randomUUID().slice(0, 8);
    this.#clock = clock;
    this.#onChange = onChange;
    this.#begunAt = kept?.begunAt ?? now;
    this.#activeAt = kept?.activeAt ?? now;
    this.#keptActiveAt = this.#activeAt;
    this.#returnKeys = (kept?.returnKeys ?? []).map((text) => Buffer.from(text, 'base64url'));
    void this.#endInTime();
    void this.#endWhenIdle();
  }

  get isOver(): boolean {
    return this.#ending.signal.aborted;
  }

  /** Whether a browser was let in during this process. */
  get wasEntered(): boolean {
    return this.#secrets.length > 0;
  }

  hasSecret(secret: string): boolean {
    return this.#secrets.some((digest) => isSecret(secret, digest));
  }

  /** A new secret of the session, which is not kept. */
  addSecret(): string {
    const secret = createSecret();
    this.#secrets.push(digestOf(secret));
    return secret;
  }

  /** A key with which one page comes back after a restart; it is not kept. */
  issueReturnKey(): string {
    const key = createSecret();
    this.#returnKeys = [...this.#returnKeys, digestOf(key)].slice(-MOST_RETURN_KEYS);
    this.#onChange();
    return key;
  }

  /** Whether this is one of its return keys, which then is none any more. */
  useReturnKey(key: string): boolean {
    const left = this.#returnKeys.filter((digest) => !isSecret(key, digest));
    if (left.length === this.#returnKeys.length) return false;
    this.#returnKeys = left;
    this.#onChange();
    return true;
  }

  proofs(about: string): string[] {
    return this.#returnKeys.map((digest) => proofOf(digest, about));
  }

  get kept(): KeptSession {
    const returnKeys = this.#returnKeys.map((digest) => digest.toString('base64url'));
    return { id: this.id, begunAt: this.#begunAt, activeAt: this.#activeAt, returnKeys };
  }

  /** A person did something. Messages that a page sends by itself do not count. */
  noteActivity(): void {
    this.#activeAt = this.#clock.now();
    this.#wasActive = true;
    if (Math.abs(this.#activeAt - this.#keptActiveAt) < KEPT_EXACTLY_MS) return;
    this.#keptActiveAt = this.#activeAt;
    this.#onChange();
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
    await this.#sleep(this.#begunAt + LONGEST_MS - this.#clock.now());
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

/** Not where the clock was set back: the session could last longer than it may. */
function mayReturn({ begunAt, activeAt, returnKeys }: KeptSession, now: number): boolean {
  const isTimely = begunAt <= now && activeAt <= now && now < begunAt + LONGEST_MS && now < activeAt + IDLE_MS;
  return isTimely && returnKeys.length > 0;
}
