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
import http from 'node:http';
import net from 'node:net';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src-shared/errors.ts';
import { content, end, listen, objectExists, path, put, range, start, storage, storageThat } from './storages.ts';

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

describe('a file that is gone after its last block left', () => {
  const gone = { ...range, path: `${path}.gone` };

  it('the storage is still asked: its 412 settles that the file arrived', async () => {
    const server = http.createServer();
    server.on('checkContinue', (_request, response: http.ServerResponse) => response.writeHead(412).end(objectExists));
    const address = await listen(server);
    expect(await put(address, { range: gone, mayBeThere: true })).toEqual({ kind: 'exists', bodyComplete: false });
  });

  it('the upload fails with the file error only once the storage asks for the body', async () => {
    let isAsked = false;
    const address = await storage((_request, response) => {
      isAsked = true;
      response.writeContinue();
    });
    const outcome = await put(address, { range: gone, mayBeThere: true });
    expect(outcome).toMatchObject({ kind: 'failed', bodyComplete: false, error: { code: 'file.not-found' } });
    expect(isAsked).toBe(true);
  });
});

describe('the mark before the last block', () => {
  it('an upload calls it once, before the last bytes leave', async () => {
    const marks: number[] = [];
    let sent = 0;
    const address = await storage(async (request, response) => {
      await buffer(request);
      response.writeHead(200).end();
    });
    const outcome = await put(address, {
      onLastBlock: () => void marks.push(sent),
      onProgress: (bytes) => (sent = bytes),
    });
    expect(outcome).toEqual({ kind: 'accepted' });
    expect(marks).toHaveLength(1);
    expect(marks[0]).toBeLessThan(all);
  });

  it('an upload whose mark cannot be stored keeps its last block', async () => {
    const { address, received } = await storageThat('after the last byte');
    const outcome = await put(address, {
      onLastBlock: () => {
        throw new AppError('disk.full', { folder: '/data' });
      },
    });
    expect(outcome).toMatchObject({ kind: 'failed', bodyComplete: false, error: { code: 'disk.full' } });
    expect(await received).toBeLessThan(all);
  });
});
