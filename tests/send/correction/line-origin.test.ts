import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { originOf } from '../../../src-main/send/correction/line-origin.ts';
import { QueueStore } from '../../../src-main/send/storage/store.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { addedSubmission, occasion } from '../samples.ts';

it('A line leads back through all corrections to the first file, and only as far as the way is known', () => {
  const store = new QueueStore(temporaryFolder());
  const first = store.addSubmission(addedSubmission(), occasion);
  const second = store.addSubmission(addedSubmission({ corrects: first.id }), occasion);
  const third = store.addSubmission(addedSubmission({ corrects: second.id }), occasion);
  const byHand = store.addSubmission(addedSubmission({ corrects: third.id }), occasion);
  const origin = { submission: first.id, fileName: basename(first.name) };
  store.lines.saveMap(second.id, '10+5');
  store.lines.saveMap(third.id, '1+1 1+2');
  expect(originOf(store, { submission: third.id, line: 2 })).toEqual({ ...origin, line: 14 });
  expect(originOf(store, { submission: second.id, line: 1 })).toEqual({ ...origin, line: 11 });
  expect(originOf(store, { submission: second.id, line: 6 })).toBeUndefined();
  expect(originOf(store, { submission: first.id, line: 1 })).toBeUndefined();
  expect(originOf(store, { submission: byHand.id, line: 1 })).toBeUndefined();
  store.close();
});
