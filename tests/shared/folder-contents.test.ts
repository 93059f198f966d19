import { describe, expect, it } from 'vitest';
import { describeError } from '../../src-shared/errors.ts';
import { type FolderEntry, MOST_FILES, MOST_PREPARED, takeFromFolder } from '../../src-shared/folder-contents.ts';

const file = (name: string): FolderEntry<string> => ({ kind: 'file', name, handle: name });
const folder = (name: string, entries: FolderEntry<string>[] = []) =>
  ({ kind: 'folder', name, list: async () => entries }) as const;

/** What is taken of a folder with these entries, and the words about what is not. */
async function take(entries: FolderEntry<string>[], room?: number) {
  const { taken, refused } = await takeFromFolder(folder('november', entries), room === undefined ? {} : { room });
  return { taken, told: refused.map(({ fileName, error }) => `${fileName}: ${error.code}`), refused };
}

describe('A folder', () => {
  it('A folder gives all its exports, and those of its folders, in the order of their names', async () => {
    const entries = [file('10.jsonl'), folder('late', [file('b.NDJSON'), file('a.jsonlines')]), file('9.jsonl')];
    expect(await take(entries)).toEqual({
      taken: ['9.jsonl', '10.jsonl', 'a.jsonlines', 'b.NDJSON'],
      told: [],
      refused: [],
    });
  });

  it('A folder tells what is left out of it by name', async () => {
    const others = ['rates.csv', 'a.jsonl.part', 'notes.txt', 'jsonl', 'b.jsonl.gz'].map(file);
    const { taken, refused } = await take([file('a.jsonl'), ...others]);
    expect(taken).toEqual(['a.jsonl']);
    const [{ error } = expect.fail('nothing is told')] = refused;
    expect(describeError(error).detail).toContain('a.jsonl.part, b.jsonl.gz, jsonl and 2 more');
  });

  it('A folder without exports that can be sent gives those that can be prepared, in the order of their names', async () => {
    const entries = [file('konten 10.csv'), folder('more', [file('b.XLSX'), file('a.csv.gz')]), file('konten 9.csv')];
    expect(await take(entries)).toEqual({
      taken: ['konten 9.csv', 'konten 10.csv', 'a.csv.gz', 'b.XLSX'],
      told: [],
      refused: [],
    });
  });

  it('A folder passes over what systems hide in it', async () => {
    const hidden = ['.DS_Store', '._a.jsonl', '.hidden.jsonl', 'Thumbs.db', 'desktop.ini', '~$a.jsonl'].map(file);
    expect(await take([file('a.jsonl'), ...hidden, folder('.git', [file('b.jsonl')])])).toMatchObject({
      taken: ['a.jsonl'],
      told: [],
    });
  });

  it('A folder does not follow a link, and tells it', async () => {
    expect(await take([file('a.jsonl'), { kind: 'other', name: 'link.jsonl' }])).toMatchObject({
      taken: ['a.jsonl'],
      told: ['november: file.left-out'],
    });
  });

  it.each([
    ['is empty', []],
    ['has no exports', [file('photo.png'), folder('more', [file('notes.docx')])]],
    ['has only empty folders', [folder('more')]],
  ])('A folder that %s says so', async (_what, entries) => {
    expect(await take(entries)).toMatchObject({ taken: [], told: ['november: file.folder-without-exports'] });
  });

  it('A folder within it that cannot be read does not keep the others out', async () => {
    const broken = { kind: 'folder', name: 'locked', list: () => Promise.reject(new Error('no')) } as const;
    expect(await take([broken, folder('more', [file('a.jsonl')])])).toMatchObject({
      taken: ['a.jsonl'],
      told: ['locked: internal.unexpected'],
    });
  });

  it('A folder that cannot be read says so', async () => {
    const list = () => Promise.reject(new Error('no'));
    expect(await takeFromFolder({ name: 'november', list })).toMatchObject({
      taken: [],
      refused: [{ fileName: 'november', error: { code: 'internal.unexpected' } }],
    });
  });
});

describe('A folder with too much in it', () => {
  const many = (count: number, ending = 'jsonl') => Array.from({ length: count }, (_, at) => file(`${at}.${ending}`));
  const tooLarge = { taken: [], told: ['november: file.folder-too-large'] };

  it('A folder gives as many files as can be offered', async () => {
    expect((await take(many(MOST_FILES))).taken).toHaveLength(MOST_FILES);
  });

  it.each([
    ['too many exports', many(MOST_FILES + 1)],
    ['too many exports in its folders', [folder('a', many(6000)), folder('b', many(6000))]],
    ['too many other files', many(100_001, 'txt')],
  ])('A folder with %s gives none rather than some', async (_what, entries) => {
    expect(await take(entries)).toMatchObject(tooLarge);
  });

  it('A folder gives none if others have taken the room', async () => {
    expect(await take(many(3), 2)).toMatchObject(tooLarge);
  });

  it('A folder gives as many exports in another form as one preparation can hold, and none of more', async () => {
    expect((await take(many(MOST_PREPARED, 'csv'))).taken).toHaveLength(MOST_PREPARED);
    const { refused, taken } = await take(many(MOST_PREPARED + 1, 'csv'));
    expect([taken, refused]).toMatchObject([[], [{ error: { params: { limit: MOST_PREPARED } } }]]);
  });

  it('Exports in another form beside many that can be sent do not count', async () => {
    const { taken } = await take([...many(MOST_PREPARED + 1, 'csv'), folder('z', [file('a.jsonl')])]);
    expect(taken).toEqual(['a.jsonl']);
  });

  it('A folder says how much it has found, while it is read', async () => {
    const found: number[] = [];
    const inner = folder('late', many(7));
    await takeFromFolder(folder('november', [...many(3), inner]), { onFound: (more) => found.push(more) });
    expect(found).toEqual([4, 7]);
  });

  it('A folder whose reading is stopped gives nothing, and reads no further', async () => {
    const stopping = new AbortController();
    const read: string[] = [];
    const noted = (name: string): FolderEntry<string> => ({
      kind: 'folder',
      name,
      list: async () => {
        read.push(name);
        if (name === 'b') stopping.abort(new Error('stopped'));
        return [file(`${name}.jsonl`)];
      },
    });
    const entries = ['a', 'b', 'c'].map(noted);
    await expect(takeFromFolder(folder('november', entries), { signal: stopping.signal })).rejects.toThrow('stopped');
    expect(read).toEqual(['a', 'b']);
  });

  it('Two files whose names differ only in how an umlaut is written are both taken', async () => {
    const names = ['m\u00e4rz.jsonl', 'ma\u0308rz.jsonl'];
    expect((await take(names.map(file))).taken.toSorted()).toEqual(names.toSorted());
  });

  it('A folder 100 folders deep gives what is in it', async () => {
    let inner: FolderEntry<string> = folder('100', [file('deep.jsonl')]);
    for (let depth = 99; depth > 0; depth--) inner = folder(String(depth), [inner]);
    expect(await take([inner])).toMatchObject({ taken: ['deep.jsonl'], told: [] });
  });

  it('A folder without end ends', async () => {
    const endless = (): FolderEntry<string> => ({ kind: 'folder', name: 'again', list: async () => [endless()] });
    expect(await take([file('a.jsonl'), endless()])).toMatchObject({
      taken: ['a.jsonl'],
      told: ['november: file.left-out'],
    });
  });
});
