/** @file Wherever adding a new preparation in the place of another breaks off, the files of exactly one of them can be sent. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import {
  type PreparedFacts,
  type Submission,
  submissionIdSchema,
  submissionSchema,
} from '../../src-main/send/submission.ts';
import { paymentTemplate } from '../prepare/exports.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { addedSubmission, approved, occasion, ranges, sampleCheck } from './samples.ts';
import { startQueue } from './started-queue.ts';

const prepared = (manifestSha256: string): PreparedFacts => ({
  manifestSha256,
  sha256: '',
  toolVersion: '1',
  template: { name: 'T', version: 1, sha256: '' },
  sources: [],
});

/** Breaks off at one of its writes, as a process that is killed there. */
class KilledStore extends QueueStore {
  writesLeft = Number.POSITIVE_INFINITY;

  #write(): void {
    this.writesLeft -= 1;
    if (this.writesLeft < 0) throw new Error('Killed.');
  }

  override addSubmission(...given: Parameters<QueueStore['addSubmission']>): Submission {
    this.#write();
    return super.addSubmission(...given);
  }

  override saveSubmission(...given: Parameters<QueueStore['saveSubmission']>): void {
    this.#write();
    super.saveSubmission(...given);
  }
}

/** Two held files of one preparation, and two files of another in a folder. */
function place() {
  const folder = temporaryFolder();
  const store = new KilledStore(folder);
  const facts = prepared('first');
  const held = ['one', 'two'].map((name) => {
    const added = store.addSubmission(
      addedSubmission({ name, content: join(folder, name), prepared: facts }),
      occasion,
    );
    const submission = submissionSchema.parse({ ...added, stage: 'held', check: sampleCheck, ranges });
    store.saveSubmission(submission, { ...occasion, kind: 'held' });
    return added.id;
  });
  const origins = { tables: [], template: paymentTemplate, rows: '' };
  const files = ['three', 'four'].map((name) => {
    const path = join(folder, name);
    writeFileSync(path, '{}\n');
    const { connection, destination, options } = addedSubmission();
    return { path, connection, destination, options, prepared: { facts: prepared('second'), origins } };
  });
  return { folder, store, held, files };
}

/** As another process finds them: not settled by another one. */
const sendable = (folder: string): string[] =>
  new QueueStore(folder)
    .submissions()
    .filter(({ corrected }) => corrected === undefined)
    .map(({ prepared: facts }) => facts?.manifestSha256 ?? '');

it.each([0, 1, 2, 3, 4])('killed at write %i', async (writes) => {
  const { folder, store, held, files } = place();
  const { queue } = startQueue(store, { uploads: 1 });
  store.writesLeft = writes;
  const adding = queue.additions.addInPlaceOf(submissionIdSchema.parse(held[1]), files, '');
  if (writes < 4) await expect(adding).rejects.toThrow('Killed.');
  else await adding;
  expect(sendable(folder)).toEqual(writes < 4 ? ['first', 'first'] : ['second', 'second']);
});

it('A file that is missing leaves everything as it was', async () => {
  const { folder, store, held, files } = place();
  const { queue } = startQueue(store, { uploads: 1 });
  const [first, second] = files;
  if (first === undefined || second === undefined) throw new Error('two files expected');
  const gone = { ...second, path: join(folder, 'gone') };
  await expect(
    queue.additions.addInPlaceOf(submissionIdSchema.parse(held[0]), [first, gone], ''),
  ).rejects.toMatchObject({
    code: 'file.not-found',
  });
  expect(sendable(folder)).toEqual(['first', 'first']);
});

it('What is on its way is not replaced', async () => {
  const { folder, store, held, files } = place();
  approved(store, { name: 'five', content: join(folder, 'five'), prepared: prepared('first') });
  const { queue } = startQueue(store, { uploads: 1 });
  await expect(queue.additions.addInPlaceOf(submissionIdSchema.parse(held[0]), files, '')).rejects.toMatchObject({
    code: 'submission.partly-sent',
    params: { id: held[0], sent: 3, path: 'five' },
  });
});
