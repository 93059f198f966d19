import {
  appendFileSync,
  closeSync,
  copyFileSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import net from 'node:net';
import { describe, expect, it } from 'vitest';
import { content, end, listen, path, put, range, start, storageThat } from './storages.ts';

const all = end - start;

/** Overwrites the end of the range in place; size and modification time stay. */
function rewrite(): void {
  const { atime, mtime } = statSync(path);
  const file = openSync(path, 'r+');
  writeSync(file, 'other', end - 100);
  closeSync(file);
  utimesSync(path, atime, mtime);
}

function replace(): void {
  copyFileSync(path, `${path}.new`);
  renameSync(`${path}.new`, path);
}

const faults: [title: string, fault: () => void, code: string][] = [
  ['truncated', () => truncateSync(path, content.length - 1000), 'file.changed'],
  ['replaced', replace, 'file.changed'],
  ['deleted', () => rmSync(path), 'file.not-found'],
  ['appended to', () => appendFileSync(path, 'more\n'), 'file.changed'],
  ['rewritten under the same size and date', rewrite, 'file.changed'],
];

describe.each([
  ['at the first byte', 1],
  ['in the middle', all / 2],
])('a file that %s is', (_, moment) => {
  it.each(faults)('%s never arrives whole', async (_title, fault, code) => {
    const { address, received } = await storageThat('after the last byte');
    let isDone = false;
    const outcome = await put(address, {
      onProgress: (sent) => {
        if (isDone || sent < moment) return;
        isDone = true;
        fault();
      },
    });
    expect(outcome).toMatchObject({ kind: 'failed', bodyComplete: false, error: { code } });
    expect(await received).toBeLessThan(all);
  });
});

it('a file that is not there costs no connection', async () => {
  let connections = 0;
  const address = await listen(net.createServer(() => connections++));
  const gone = { ...range, path: `${path}.gone` };
  expect(await put(address, { range: gone })).toMatchObject({ bodyComplete: false, error: { code: 'file.not-found' } });
  expect(connections).toBe(0);
});
