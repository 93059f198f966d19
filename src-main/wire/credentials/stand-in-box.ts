/**
 * @file The SecretBox of a key store that may be locked, denied, or still asking the person: until it opens, a box in
 * memory takes its place. What the store has sealed is never taken for lost meanwhile, and never written over.
 */

import { AppError, toAppError } from '../../../src-shared/errors.ts';
import { fact } from '../../../src-shared/languages/fact.ts';
import { atMost, type Clock, SECOND } from '../../ground/clock.ts';
import { createMemoryBox } from './memory-box.ts';
import type { KeyPurpose, SealContext, Sealed, SecretBox } from './secret-box.ts';

/** How long an operation waits for a store that had refused: it answers in milliseconds, or is asking a person. */
const ANSWER_MS = 2 * SECOND;

const unanswered = fact(
  'The system’s key store has not answered yet: it may be asking for your password in another window.',
);

export class StandInBox implements SecretBox {
  readonly #kept: SecretBox;
  readonly #clock: Clock;
  readonly #memory = createMemoryBox();
  #closed: AppError | undefined = new AppError('secret.store-closed', { reason: unanswered });
  #asking: Promise<void> | undefined;
  #onOpen: () => void = () => {};

  /** @param kept the box whose key the store wraps: it is opened, or made, when the store is asked */
  constructor(kept: SecretBox, clock: Clock) {
    this.#kept = kept;
    this.#clock = clock;
  }

  get name(): SecretBox['name'] {
    return this.#present.name;
  }

  get survivesRestart(): boolean {
    return this.#present.survivesRestart;
  }

  /** Why the store is not open, for the person; undefined once it is. */
  get closed(): AppError | undefined {
    return this.#closed;
  }

  /** Calls this once the store opens, if it is not open. */
  onceOpen(work: () => void): void {
    if (this.#closed !== undefined) this.#onOpen = work;
  }

  /**
   * Asks the store to open. Resolves when it has answered, at the latest after `patience` milliseconds; an answer that
   * comes later, as when a person is asked for a password, still counts. Never rejects.
   */
  async ask(patience: number): Promise<void> {
    if (this.#closed === undefined) return;
    this.#asking ??= this.#open();
    await atMost(this.#clock, patience, this.#asking);
  }

  /** Asks a store that had refused once more. While it is asking a person, nothing waits for that. Never rejects. */
  async askAgain(): Promise<void> {
    if (this.#asking === undefined) await this.ask(ANSWER_MS);
  }

  async #open(): Promise<void> {
    try {
      await this.#kept.key('settings');
      this.#closed = undefined;
      this.#onOpen();
    } catch (thrown) {
      this.#closed = toAppError(thrown);
    } finally {
      this.#asking = undefined;
    }
  }

  async seal(plain: string, context: SealContext): Promise<Sealed> {
    return await this.#present.seal(plain, context);
  }

  async open(sealed: Sealed, context: SealContext): Promise<string | undefined> {
    const own = await this.#memory.open(sealed, context);
    if (own !== undefined) return own;
    await this.askAgain();
    if (this.#closed !== undefined) throw this.#closed;
    return await this.#kept.open(sealed, context);
  }

  async key(purpose: KeyPurpose): Promise<Buffer> {
    return await this.#present.key(purpose);
  }

  get #present(): SecretBox {
    return this.#closed === undefined ? this.#kept : this.#memory;
  }
}
