import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { filesOf } from '../../src-main/shells/cli/file-patterns.ts';
import { folderOfFile } from '../temporary-folder.ts';

let folder: string;

beforeAll(() => {
  folder = folderOfFile();
  mkdirSync(join(folder, 'exports [old]'));
  for (const name of ['b.jsonl', 'a.jsonl', 'c.csv']) writeFileSync(join(folder, 'exports [old]', name), '');
});

const at = (name: string) => join(folder, 'exports [old]', name);

describe('a file of a call', () => {
  it('is a pattern on Windows, of files in the order of their names, whatever else stands in the path', () => {
    expect(filesOf(at('*.jsonl'), 'win32')).toEqual([at('a.jsonl'), at('b.jsonl')]);
    expect(filesOf(at('?.csv'), 'win32')).toEqual([at('c.csv')]);
  });

  it('stays as it is where the pattern fits nothing, so that the file is missed by its name', () => {
    expect(filesOf(at('*.xml'), 'win32')).toEqual([at('*.xml')]);
  });

  it('is never a pattern where the shell has read it', () => {
    expect(filesOf(at('*.jsonl'), 'linux')).toEqual([at('*.jsonl')]);
  });
});
