import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { recheck, submissionSchema } from '../../src-main/send/submission.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { start } from './folders.ts';
import { addedSubmission, at, ranges, sampleCheck, sampleSubmission } from './samples.ts';

const id = 4;
const error = { code: 'file.not-found', params: { path: '/exports/day.jsonl' }, retryable: false };
const { name: path, content: _, ...withoutPath } = addedSubmission();
/** A submission as it was stored when its path was its name as well. */
const oldRow = { ...withoutPath, path };

/** A folder with a queue that holds these rows. */
function folderOf(...rows: object[]): string {
  const folder = temporaryFolder();
  new QueueStore(folder).close();
  const database = new DatabaseSync(join(folder, 'queue.db'));
  for (const row of rows) {
    database.prepare('INSERT INTO submissions (document) VALUES (?)').run(JSON.stringify(row));
  }
  database.close();
  return folder;
}

function reading<Result>(folder: string, read: (store: QueueStore) => Result): Result {
  const store = new QueueStore(folder);
  try {
    return read(store);
  } finally {
    store.close();
  }
}

describe('a row with a path, from before names and contents were told apart', () => {
  it('has its path as its name and as its content', () => {
    expect(submissionSchema.parse({ ...oldRow, id })).toEqual({ ...addedSubmission(), id });
  });

  it.each([
    ['/home/mara/.tranship/inbox/3f2b8c1e-5a49-4d0f-9b77-2c6d1e8f4a10/november.jsonl'],
    ['C:\\Users\\mara\\Tranship\\inbox\\3f2b8c1e-5a49-4d0f-9b77-2c6d1e8f4a10\\november.jsonl'],
  ])('has no folder in its name when a browser had streamed it: %s', (streamed) => {
    expect(submissionSchema.parse({ ...oldRow, id, path: streamed })).toMatchObject({
      name: 'november.jsonl',
      content: streamed,
    });
  });

  it('keeps the folder of an inbox that is the person’s own', () => {
    const own = '/home/mara/inbox/november.jsonl';
    expect(submissionSchema.parse({ ...oldRow, id, path: own })).toMatchObject({ name: own, content: own });
  });

  it('is stored with name and content as soon as it changes', () => {
    const folder = folderOf(oldRow);
    reading(folder, (store) => {
      for (const submission of store.submissions()) {
        store.saveSubmission({ ...submission, paused: true }, { at, kind: 'paused' });
      }
    });
    const database = new DatabaseSync(join(folder, 'queue.db'));
    const { document } = database.prepare('SELECT document FROM submissions').get() ?? {};
    database.close();
    expect(JSON.parse(String(document))).toMatchObject({ name: path, content: path, paused: true });
    expect(JSON.parse(String(document))).not.toHaveProperty('path');
  });
});

describe('a submission that was cancelled', () => {
  it.each([
    ['before the end of its check', {}],
    ['while it was held', { check: sampleCheck, ranges, error }],
  ])('%s can be read, and checked again from the beginning', (_when, more) => {
    const [submission] = reading(folderOf({ ...oldRow, ...more, stage: 'cancelled' }), (store) => store.submissions());
    if (submission === undefined) throw new Error('a submission expected');
    expect(submission).toMatchObject({ stage: 'cancelled' });
    expect(recheck(submission)).toEqual({ ...addedSubmission(), id: submission.id });
  });
});

it('what was held without ranges has nothing to send', () => {
  const row = { ...oldRow, stage: 'held', check: sampleCheck };
  expect(submissionSchema.parse({ ...row, id })).toMatchObject({ stage: 'held', ranges: [] });
});

describe('a row that lacks what its stage needs', () => {
  const rows: [string, object, string][] = [
    ['approved without its check', { ...oldRow, stage: 'approved' }, 'check'],
    ['held without its check', { ...oldRow, stage: 'held', ranges }, 'check'],
    ['failed without its error', { ...oldRow, stage: 'check-failed' }, 'error'],
    ['in a stage that does not exist', { ...oldRow, stage: 'flying' }, 'stage'],
    ['without a name', withoutPath, 'name'],
  ];

  it.each(rows)('is damage when it is %s, also in the list', (_what, row, missing) => {
    const folder = folderOf(sampleSubmission(), row);
    const reads: ((store: QueueStore) => unknown)[] = [(store) => store.submissions(), (store) => store.standings()];
    for (const read of reads) {
      expect(() => reading(folder, read)).toThrow(
        expect.objectContaining({
          code: 'queue.damaged',
          params: expect.objectContaining({ reason: expect.stringContaining(missing) }),
        }),
      );
    }
  });

  it.each(rows)('is told as lost when the queue is recovered, because it is %s', (_what, row) => {
    const { recovery, submissions } = start(folderOf(sampleSubmission(), row));
    expect(recovery).toMatchObject({ recovered: { submissions: 1 }, lost: { submissions: 1 } });
    expect(submissions).toHaveLength(1);
  });
});
