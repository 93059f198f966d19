/** @file Storages for the tests of the upload, on real sockets: well-behaved ones, and ones that fail at a given moment. */

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Reach } from '../../../src-main/wire/service/named-address.ts';
import { type PutRequest, putRange } from '../../../src-main/wire/transfer/put.ts';
import type { CheckedRange } from '../../../src-main/wire/transfer/source-range.ts';
import type { PutOutcome } from '../../../src-main/wire/transfer/storage-reply.ts';
import { afterFile } from '../../after-file.ts';

const folder = join(tmpdir(), `tranship-put-${process.pid}`);

/** The file that is sent: more than the sockets of both sides hold. */
export const path = join(folder, 'export.jsonl');
export const content = Buffer.alloc(32 * 1024 * 1024, 'a line of the export\n');
/** The range of it that is sent. */
export const [start, end] = [21, content.length - 21];
const sha256 = createHash('sha256').update(content.subarray(start, end)).digest('hex');
export const range: CheckedRange = { path, fileBytes: content.length, start, end, sha256 };

/** More than any pair of sockets holds, for any size of the system's buffers; it takes no room on the disk. */
export const endlessRange: CheckedRange = {
  path: join(folder, 'endless.jsonl'),
  fileBytes: 512 * 1024 * 1024,
  start: 0,
  end: 512 * 1024 * 1024,
  // An upload that is ended early never compares its digest.
  sha256: '0'.repeat(64),
};

/** The storages of these tests are on this machine. */
export const thisMachine: Reach = { privateNetworks: false, thisMachine: true };

/** Uploads the range of a file as it was checked, unless a test changes it. */
export function put(address: string, more: Partial<PutRequest> = {}): Promise<PutOutcome> {
  mkdirSync(folder, { recursive: true });
  afterFile(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(path, content);
  writeFileSync(endlessRange.path, '');
  truncateSync(endlessRange.path, endlessRange.fileBytes);
  return putRange({ address, reach: thisMachine, range, signal: new AbortController().signal, ...more });
}

/** Lets the server listen until the end of the test; returns a signed address there. */
export async function listen(server: net.Server, protocol = 'http'): Promise<string> {
  onTestFinished(() => {
    server.close();
    if (server instanceof http.Server) server.closeAllConnections();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `${protocol}://127.0.0.1:${address.port}/bucket/key?X-Amz-Signature=canary`;
}

/** A storage that takes the body and answers 200, unless `answer` does otherwise. */
export async function storage(
  answer: http.RequestListener = (request, response) => {
    request.resume().on('end', () => response.end());
  },
): Promise<string> {
  return listen(http.createServer(answer));
}

/** When an event happens, in bytes of the body that have arrived; undefined before any is asked for. */
export const moments = {
  'before the first byte': undefined,
  'at the first byte': 1,
  'in the middle': 8 * 1024 * 1024,
  'after the last byte': end - start,
} as const;
export type Moment = keyof typeof moments;

export interface BadStorage {
  address: string;
  /** Resolves with the bytes of the body that came, once the client's connection is gone. */
  received: Promise<number>;
}

/**
 * A storage on a bare socket, because node:http would clean up by itself: it asks for the body and reads it, does at
 * the moment what `act` says, and sends no other reply.
 */
export async function storageThat(moment: Moment, act: (socket: net.Socket) => void = () => {}): Promise<BadStorage> {
  const received = Promise.withResolvers<number>();
  const server = net.createServer((socket) => {
    let body: number | undefined;
    let hasActed = false;
    const actAt = (reached: boolean) => {
      if (!reached || hasActed) return;
      hasActed = true;
      act(socket);
    };
    socket.on('error', () => {});
    socket.on('close', () => received.resolve(body ?? 0));
    socket.on('data', (bytes: Buffer) => {
      if (body !== undefined) {
        body += bytes.length;
      } else {
        // The head fits into one packet.
        body = 0;
        if (moments[moment] === undefined) return actAt(true);
        socket.write('HTTP/1.1 100 Continue\r\n\r\n');
      }
      actAt(body >= (moments[moment] ?? Number.POSITIVE_INFINITY));
    });
  });
  return { address: await listen(server), received: received.promise };
}

/** What a storage says with a 412. */
export const objectExists = '<Error><Code>PreconditionFailed</Code><Message>It is there already</Message></Error>';

/** Sends this reply and reads what still comes, as storages do. */
export function reply(status: number, body = ''): (socket: net.Socket) => void {
  return (socket) => socket.write(`HTTP/1.1 ${status} Reply\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
}
