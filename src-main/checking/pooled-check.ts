/** @file The check of a large file: scanners and digests in their own threads, gathered in this one. */

import { assertNever } from '../../src-shared/errors.ts';
import type { Chunk } from './batch-cutter.ts';
import { type DigestAssignment, type DigestMessage, type ScannedPart, sealedPart } from './check-messages.ts';
import { ChunkCheck } from './chunk-check.ts';
import type { Digests } from './digests.ts';
import { type CheckProgress, type CheckRequest, FileCheck, type FinishedCheck } from './file-check.ts';
import { type SealedFindings, seal } from './findings/sealed-findings.ts';
import { Scanners } from './scanners.ts';
import type { SourceFile } from './source-file.ts';
import { fromRecord, Thread } from './thread.ts';

/** Where a pooled check reports to. */
export interface PooledOutlet {
  /** May block, which lets a slow receiver slow the check down. */
  findings(sealed: SealedFindings, linesBefore: number): void;
  progress(progress: CheckProgress): void;
}

export interface PoolOptions {
  workers: number;
  chunkBytes: number;
  /** Replaces the entries of the threads, to test their failures. */
  entries?: { scanner?: URL; digest?: URL };
}

/**
 * Checks a file as runFileCheck does, with the same result. Rejects with AppError `file.*`, and with `check.failed` when
 * one of the threads breaks down.
 */
export async function runPooledCheck(
  source: SourceFile,
  { path, ruleSet, maxBatchBytes }: CheckRequest,
  now: number,
  outlet: PooledOutlet,
  { workers, chunkBytes, entries }: PoolOptions,
): Promise<FinishedCheck> {
  const { state } = source;
  const scanners = new Scanners(workers, { path, state, ruleSet, now }, entries?.scanner);
  let digest: Digest | undefined;
  try {
    const check = new FileCheck(source, ruleSet, maxBatchBytes);
    for (const findings of check.judgeStart()) outlet.findings(seal(findings), 0);
    digest = new Digest({ path, state, ranges: check.ranges }, entries?.digest);
    const gather = (chunk: Chunk, part: ScannedPart): void => {
      const linesBefore = check.add(chunk, part);
      if (part.sealed !== undefined) outlet.findings(part.sealed, linesBefore);
      outlet.progress(check.progress());
    };
    const chunks = check.chunks(chunkBytes);
    // This thread checks the first chunk while the scanners start, so that the first findings appear quickly.
    const first = chunks.next().value;
    if (first !== undefined) {
      for (const part of new ChunkCheck(source, ruleSet, now).check(first)) gather(first, sealedPart(part));
    }
    for await (const { chunk, part } of scanners.scan(chunks)) gather(chunk, part);
    for (const findings of check.judgeWhole()) outlet.findings(seal(findings), 0);
    outlet.progress(check.progress());
    return check.finish(await digest.result);
  } finally {
    await Promise.all([scanners.stop(), digest?.stop()]);
  }
}

/** The digests of a file, computed in a thread of their own. */
class Digest {
  readonly result: Promise<Digests>;
  readonly #thread: Thread<DigestMessage>;

  constructor(assignment: DigestAssignment, entry: string | URL = 'digest-worker') {
    const { promise, resolve, reject } = Promise.withResolvers<Digests>();
    // Handled here because it is awaited only after all lines have been checked.
    promise.catch(() => undefined);
    this.result = promise;
    const receive = (message: DigestMessage): void => {
      switch (message.kind) {
        case 'digests':
          resolve(message.digests);
          return;
        case 'failed':
          reject(fromRecord(message.error));
          return;
        default:
          assertNever(message);
      }
    };
    // A thread that has sent its digests exits on its own; the promise is settled by then.
    this.#thread = new Thread({
      entry,
      path: assignment.path,
      data: assignment,
      onMessage: receive,
      onFailure: reject,
    });
  }

  async stop(): Promise<void> {
    await this.#thread.stop();
  }
}
