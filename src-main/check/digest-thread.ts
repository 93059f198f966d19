/** @file The digests of a file that is read in chunks: computed in this thread, or in one of their own. */

import { assertNever } from '../../src-shared/errors.ts';
import type { ThreadName } from '../thread-rooms.ts';
import type { DigestMessage, DigestOrder } from './check-messages.ts';
import type { Chunk } from './chunk-reader.ts';
import { type Digests, DigestsInOrder } from './digests.ts';
import type { CheckMemory } from './kernel/check-memory.ts';
import type { KernelMemory } from './kernel/kernel-memory.ts';
import { Thread } from './thread.ts';

/** Hashes chunks in file order. */
export interface Hashing {
  /** Whether all that was added has been hashed. */
  readonly isIdle: boolean;
  add(chunk: Chunk, whenHashed: () => void): void;
  /** The digests of so many batches. Rejects with AppError `check.failed`. */
  finish(batches: number): Promise<Digests>;
  stop(): Promise<void>;
}

/** Where the bytes of a chunk are. */
const addressesOf = ({ block, start, end }: Chunk) => ({ start: block.at, limit: block.at + end - start });

export class DigestHere implements Hashing {
  readonly isIdle = true;
  readonly #memory: CheckMemory;
  readonly #digests = new DigestsInOrder();

  constructor(memory: CheckMemory) {
    this.#memory = memory;
  }

  add(chunk: Chunk, whenHashed: () => void): void {
    const { start, limit } = addressesOf(chunk);
    this.#digests.update(this.#memory.bytes(start, limit), chunk.batch);
    whenHashed();
  }

  async finish(batches: number): Promise<Digests> {
    return this.#digests.finish(batches);
  }

  async stop(): Promise<void> {}
}

export class DigestThread implements Hashing {
  readonly #thread: Thread<DigestMessage>;
  readonly #result = Promise.withResolvers<Digests>();
  /** What to do when each of the chunks that are being hashed is, in file order. */
  readonly #whenHashed: (() => void)[] = [];

  /** @param waiting for blocks that are free once they have been hashed */
  constructor(
    memory: KernelMemory,
    path: string,
    waiting: { goOn(): void; fail(reason: unknown): void },
    entry: ThreadName | URL = 'digest-worker',
  ) {
    const { promise, resolve, reject } = this.#result;
    // Handled here because it is awaited only after all lines have been checked.
    promise.catch(() => {});
    const receive = (message: DigestMessage): void => {
      switch (message.kind) {
        case 'hashed':
          this.#whenHashed.shift()?.();
          waiting.goOn();
          return;
        case 'digests':
          resolve(message.digests);
          return;
        default:
          assertNever(message);
      }
    };
    this.#thread = new Thread({
      entry,
      path,
      data: { memory: memory.shared },
      onMessage: receive,
      onFailure: (error) => {
        reject(error);
        waiting.fail(error);
      },
    });
  }

  get isIdle(): boolean {
    return this.#whenHashed.length === 0;
  }

  add(chunk: Chunk, whenHashed: () => void): void {
    this.#whenHashed.push(whenHashed);
    this.#post({ ...addressesOf(chunk), batch: chunk.batch });
  }

  async finish(batches: number): Promise<Digests> {
    this.#post({ batches });
    return await this.#result.promise;
  }

  async stop(): Promise<void> {
    await this.#thread.stop();
  }

  #post(order: DigestOrder): void {
    this.#thread.post(order);
  }
}
