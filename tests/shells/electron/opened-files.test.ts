/** @file The files that the system passes to the app. */

import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { filesInArguments, OpenedFiles } from '../../../src-main/shells/electron/opened-files.ts';
import { FakeClock } from '../../fake-clock.ts';

/** A file as this system names it. */
const exported = resolve('/exports/a.jsonl');
const exports = dirname(exported);

describe('The arguments of a process', () => {
  it('The arguments name files after the app and its switches', () => {
    const argv = ['/opt/Tranship', '--allow-file-access-from-files', exported];
    expect(filesInArguments(argv, '/home', true)).toEqual([exported]);
  });

  it('The arguments are relative to the folder of that process', () => {
    expect(filesInArguments(['Tranship', 'a.jsonl'], exports, true)).toEqual([exported]);
  });

  it('The arguments may give a file by its address, as file managers do', () => {
    const argv = ['Tranship', pathToFileURL(resolve('/exports/a b.jsonl')).href];
    expect(filesInArguments(argv, '/home', true)).toEqual([resolve('/exports/a b.jsonl')]);
  });

  it.each([
    ['https://user:word@bank.example/a.jsonl?sig=secret#x', 'https://bank.example/a.jsonl'],
    ['tranship://add?file=/etc/passwd', 'tranship://add'],
    ['file://elsewhere.example/share/a.jsonl', 'file://elsewhere.example/share/a.jsonl'],
    ['https://[?sig=secret', 'https://['],
  ])('An address among the arguments, as %s, is no file of this computer, and keeps no secret', (given, shown) => {
    expect(filesInArguments(['Tranship', given], '/home', true)).toEqual([shown]);
  });

  it('The first two arguments are not files in development', () => {
    expect(filesInArguments(['electron', '--inspect', '.', 'a.jsonl'], exports, false)).toEqual([exported]);
  });
});

describe('Opened files', () => {
  it('Opened files wait until they can be offered', async () => {
    const clock = new FakeClock();
    const opened = new OpenedFiles(clock);
    opened.add(['/a.jsonl']);
    await clock.advance(5000);
    const offer = vi.fn();
    opened.follow(offer);
    expect(offer.mock.calls).toEqual([[['/a.jsonl']]]);
  });

  it('Files opened together are offered together, each once', async () => {
    const clock = new FakeClock();
    const opened = new OpenedFiles(clock);
    const offer = vi.fn();
    opened.follow(offer);
    opened.add(['/a.jsonl']);
    opened.add(['/b.jsonl', '/a.jsonl']);
    await clock.advance(1000);
    expect(offer.mock.calls).toEqual([[['/a.jsonl', '/b.jsonl']]]);
  });

  it('An empty list of opened files is not offered', async () => {
    const clock = new FakeClock();
    const opened = new OpenedFiles(clock);
    const offer = vi.fn();
    opened.follow(offer);
    opened.add([]);
    await clock.advance(1000);
    expect(offer).not.toHaveBeenCalled();
  });
});
