import { describe, expect, it } from 'vitest';
import {
  type Drop,
  type Entry,
  type FileEntry,
  type FolderOfEntries,
  filesOfDrop,
} from '../../src-renderer/add-files/dropped-files.ts';

type Item = Drop['items'] extends Iterable<infer One> ? One : never;

function fileEntry(name: string, isGone = false): FileEntry {
  const file: FileEntry['file'] = (take, fail) => (isGone ? fail(new Error('gone')) : take(new File(['{}'], name)));
  return { name, isFile: true, isDirectory: false, file };
}

/** As a browser gives it: a part at a time, the last one empty. */
function folderEntry(name: string, ...parts: Entry[][]): FolderOfEntries {
  const createReader = () => {
    const left = [...parts];
    return { readEntries: (take: (entries: Entry[]) => void) => take(left.shift() ?? []) };
  };
  return { name, isFile: false, isDirectory: true, createReader };
}

const item = (entry: Entry | null, name = entry?.name ?? ''): Item => ({
  webkitGetAsEntry: () => entry,
  getAsFile: () => new File([], name),
});

async function drop(items: Item[], readsFolders = true) {
  const files = items.flatMap((one) => one.getAsFile() ?? []);
  const dropped = await filesOfDrop({ files, items }, readsFolders);
  return { files: dropped.files.map(({ name }) => name), refused: dropped.refused.map(({ error }) => error.code) };
}

describe('Files that are dropped in a browser', () => {
  it('The exports of a folder are taken, in however many parts the browser gives them', async () => {
    const folder = folderEntry('november', [fileEntry('b.jsonl')], [fileEntry('a.jsonl'), fileEntry('rates.csv')]);
    expect(await drop([item(folder)])).toEqual({ files: ['a.jsonl', 'b.jsonl'], refused: ['file.left-out'] });
  });

  it('The folders in a folder are read, too', async () => {
    const folder = folderEntry('november', [folderEntry('late', [fileEntry('a.jsonl')])]);
    expect(await drop([item(folder)])).toEqual({ files: ['a.jsonl'], refused: [] });
  });

  it('Files beside a folder are taken whatever their names', async () => {
    expect(await drop([item(fileEntry('export.txt')), item(folderEntry('empty'))])).toEqual({
      files: ['export.txt'],
      refused: ['file.folder-without-exports'],
    });
  });

  it('A file of which the browser knows no entry is taken', async () => {
    expect(await drop([item(null, 'a.jsonl')])).toEqual({ files: ['a.jsonl'], refused: [] });
  });

  it('What is no file, such as a text, is not taken', async () => {
    const text: Item = { webkitGetAsEntry: () => null, getAsFile: () => null };
    expect(await drop([text])).toEqual({ files: [], refused: [] });
  });

  it('A file in a folder that has gone is told, and keeps no other out', async () => {
    const folder = folderEntry('november', [fileEntry('a.jsonl', true), fileEntry('b.jsonl')]);
    expect(await drop([item(folder)])).toEqual({ files: ['b.jsonl'], refused: ['file.unreadable'] });
  });
});

it('On the desktop a folder is passed on as it is, because the app reads it', async () => {
  expect(await drop([item(folderEntry('november', [fileEntry('a.jsonl')]))], false)).toEqual({
    files: ['november'],
    refused: [],
  });
});
