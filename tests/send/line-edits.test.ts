import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../src-main/send/storage/database.ts';
import { LineEdits } from '../../src-main/send/storage/line-edits.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import type { LineEdit } from '../../src-shared/contract.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { addedSubmission, at } from './samples.ts';

const replaced = (text: string): LineEdit => ({ kind: 'replaced', text });
const leftOut: LineEdit = { kind: 'left-out' };

function filledStore(folder = temporaryFolder()) {
  const store = new QueueStore(folder);
  const { id } = store.addSubmission(addedSubmission(), { at, kind: 'added' });
  return { folder, store, edits: store.lineEdits, content: { id, sha256: 'a'.repeat(64) } };
}

/** As few as a test can fill. */
function limited() {
  const { folder, store, content } = filledStore();
  store.close();
  const path = join(folder, 'queue.db');
  const database = openDatabase(path);
  return { store: database, edits: new LineEdits(database, path, { lines: 3, bytes: 10 }), content };
}

it('Edits are listed in the order of their lines, and each is kept as it was saved', () => {
  const { store, edits, content } = filledStore();
  edits.save(content, 12, leftOut);
  edits.save(content, 3, replaced('{"amount":1.10}'));
  expect(edits.list(content)).toEqual([
    { line: 3, kind: 'replaced' },
    { line: 12, kind: 'left-out', isUnexplained: true },
  ]);
  expect([edits.at(content, 3), edits.at(content, 12), edits.at(content, 4)]).toEqual([
    replaced('{"amount":1.10}'),
    leftOut,
    undefined,
  ]);
  store.close();
});

it('An empty text is not a line that is left out', () => {
  const { store, edits, content } = filledStore();
  edits.save(content, 1, replaced(''));
  expect(edits.at(content, 1)).toEqual(replaced(''));
  store.close();
});

it('The last edit of a line counts', () => {
  const { store, edits, content } = filledStore();
  edits.save(content, 3, replaced('{}'));
  edits.save(content, 3, leftOut);
  edits.save(content, 3, replaced('{"a":1}'));
  expect([edits.list(content), edits.at(content, 3)]).toEqual([[{ line: 3, kind: 'replaced' }], replaced('{"a":1}')]);
  store.close();
});

it('Edits survive a restart', () => {
  const { folder, store, edits, content } = filledStore();
  edits.save(content, 3, replaced('{"name":"Zoë 😀"}'));
  store.close();
  const again = new QueueStore(folder);
  expect(again.lineEdits.at(content, 3)).toEqual(replaced('{"name":"Zoë 😀"}'));
  again.close();
});

it('One edit is undone, or all of one submission', () => {
  const { store, edits, content } = filledStore();
  const other = { ...content, id: store.addSubmission(addedSubmission(), { at, kind: 'added' }).id };
  for (const line of [1, 2, 3]) edits.save(content, line, leftOut);
  edits.save(other, 1, leftOut);
  edits.undo(content.id, 2);
  expect(edits.list(content).map(({ line }) => line)).toEqual([1, 3]);
  edits.undoAll(content.id);
  expect([edits.list(content), edits.list(other).length]).toEqual([[], 1]);
  store.close();
});

it('Edits of a file that has other content by now do not count, and go with the next edit', () => {
  const { store, edits, content } = filledStore();
  const changed = { ...content, sha256: 'b'.repeat(64) };
  edits.save(content, 3, leftOut);
  expect([edits.list(changed), edits.at(changed, 3), [...edits.iterate(changed)]]).toEqual([[], undefined, []]);
  edits.save(changed, 4, leftOut);
  expect([edits.list(content), edits.list(changed).length]).toEqual([[], 1]);
  store.close();
});

it('More edits than are read at once are all handed over, once each', () => {
  const { store, edits, content } = filledStore();
  const lines = Array.from({ length: 1200 }, (_, index) => 3 * index + 1);
  store.together(() => {
    for (const line of lines.toReversed()) edits.save(content, line, replaced(`${line}`));
  });
  expect([...edits.iterate(content)]).toEqual(lines.map((line) => ({ line, edit: replaced(`${line}`) })));
  store.close();
});

it('A draft takes so many lines and no more, and keeps what it had', () => {
  const { store, edits, content } = limited();
  for (const line of [1, 2, 3]) edits.save(content, line, leftOut);
  expect(() => edits.save(content, 4, leftOut)).toThrow(expect.objectContaining({ code: 'edit.too-many' }));
  edits.save(content, 3, replaced('{}'));
  expect([edits.list(content).length, edits.at(content, 4)]).toEqual([3, undefined]);
  store.close();
});

it('A draft takes so many bytes and no more, and keeps what it had', () => {
  const { store, edits, content } = limited();
  edits.save(content, 1, replaced('ñ'.repeat(5)));
  expect(() => edits.save(content, 2, replaced('x'))).toThrow(expect.objectContaining({ code: 'edit.too-many' }));
  expect(() => edits.save(content, 1, replaced('ñ'.repeat(6)))).toThrow();
  expect([edits.at(content, 1), edits.at(content, 2)]).toEqual([replaced('ñ'.repeat(5)), undefined]);
  store.close();
});
