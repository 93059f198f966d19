/** @file The index of one check: takes the ids as the check gives them up, and writes them at its end. */

import { toWriteError } from '../../ground/files/file-errors.ts';
import { IdIndexBuilder } from './id-index-builder.ts';
import { writeIdIndex } from './id-index-writer.ts';
import type { IdIndexOrder, IdIndexOutcome } from './order.ts';

export class WrittenIndex {
  readonly #order: IdIndexOrder;
  readonly #builder: IdIndexBuilder;

  constructor(order: IdIndexOrder) {
    this.#order = order;
    this.#builder = new IdIndexBuilder(order.key);
  }

  add(ids: Uint32Array): void {
    this.#builder.add(ids);
  }

  /** Writes the index of the file with this content. Blocks for as long as the disk takes; does not throw for its errors. */
  write({ sha256 }: { sha256: string }): IdIndexOutcome {
    const { path, key } = this.#order;
    const { ids } = this.#builder;
    try {
      writeIdIndex(path, this.#builder, { keyId: key.id, sha256 });
      return { kind: 'written', ids };
    } catch (thrown) {
      return { kind: 'failed', error: toWriteError(thrown, path).toRecord() };
    }
  }
}
