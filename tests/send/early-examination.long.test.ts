import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { beginExamination, wasFoundSound } from '../../src-main/ground/files/early-examination.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { bytesOf, fill, filledFolder, killedFolder, overwrite, start } from './folders.ts';

const folderWithQueue = () => filledFolder().folder;
const begin = (folder: string) => beginExamination(folder, undefined, 1);

it('A sound queue is found sound, once', () => {
  const folder = folderWithQueue();
  begin(folder);
  expect(wasFoundSound(folder)).toBe(true);
  expect(wasFoundSound(folder)).toBe(false);
});

it('A queue that was not examined, or that of another folder, is not found sound', () => {
  const folder = folderWithQueue();
  expect(wasFoundSound(folder)).toBe(false);
  begin(folderWithQueue());
  expect(wasFoundSound(folder)).toBe(false);
});

it('A small queue is examined where it is opened', () => {
  const folder = folderWithQueue();
  beginExamination(folder);
  expect(wasFoundSound(folder)).toBe(false);
});

it('What is written after the examination has begun makes it void', () => {
  const folder = folderWithQueue();
  begin(folder);
  const store = new QueueStore(folder);
  fill(store, 1, 12);
  store.close();
  expect(wasFoundSound(folder)).toBe(false);
});

it('What a killed process has left in the log is examined with it', () => {
  const { folder, content } = killedFolder();
  begin(folder);
  expect(wasFoundSound(folder)).toBe(true);
  begin(folder);
  expect(start(folder).submissions).toEqual(content.submissions);
});

it('A damaged queue is not found sound, and is recovered at the start', () => {
  const folder = folderWithQueue();
  const garbage = new Uint8Array(bytesOf(folder, 'queue.db').length - 8192).fill(7);
  overwrite(join(folder, 'queue.db'), garbage, 8192);
  begin(folder);
  expect(wasFoundSound(folder)).toBe(false);
  begin(folder);
  expect(start(folder).recovery).toMatchObject({ setAside: expect.stringContaining('queue.damaged-') });
});

it('A thread that cannot start leaves the examination to the start', () => {
  const folder = folderWithQueue();
  const broken = join(temporaryFolder(), 'broken.mjs');
  writeFileSync(broken, "import './missing.mjs';");
  beginExamination(folder, pathToFileURL(broken), 1);
  expect(wasFoundSound(folder, 200)).toBe(false);
});
