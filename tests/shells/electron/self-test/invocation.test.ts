import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readInvocation } from '../../../../src-main/shells/electron/self-test/invocation.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';

describe('The arguments of the app', () => {
  it.each([
    [['/opt/Tranship']],
    [['/opt/Tranship', '/exports/self-test.jsonl']],
    [['/opt/Tranship', '--self-tests', 'x.json']],
  ])('%j ask for no self-test', (argv) => {
    expect(readInvocation(argv, temporaryFolder())).toBeUndefined();
  });

  it('ask for one with a path, relative to the working folder', () => {
    const place = temporaryFolder();
    const run = { kind: 'run', path: join(place, 'out.json') };
    expect(readInvocation(['Tranship', '--self-test', 'out.json'], place)).toEqual(run);
    expect(readInvocation(['Tranship', '--self-test=out.json', '--no-sandbox'], place)).toEqual(run);
    expect(readInvocation(['Tranship', '--no-sandbox', '--self-test', join(place, 'out.json')], '/')).toEqual(run);
  });

  it.each([
    ['no path', ['--self-test'], 'is missing'],
    ['an option in its place', ['--self-test', '--no-sandbox'], 'is missing'],
    ['an empty one', ['--self-test='], 'is missing'],
    ['one that is no report', ['--self-test', 'export.jsonl'], 'must end with .json'],
    ['one in a folder that is not there', ['--self-test', 'nowhere/out.json'], 'there is no folder'],
  ])('are refused in words with %s', (_what, argv, words) => {
    const problem = expect.stringContaining(words);
    expect(readInvocation(['Tranship', ...argv], temporaryFolder())).toEqual({ kind: 'wrong', problem });
  });

  it('are refused where a folder has the name of the report', () => {
    const place = temporaryFolder();
    mkdirSync(join(place, 'out.json'));
    const problem = expect.stringContaining('is no file');
    expect(readInvocation(['Tranship', '--self-test', 'out.json'], place)).toEqual({ kind: 'wrong', problem });
  });
});
