/**
 * @file The lies: for each outside fact on which the program acts, what it is told when that fact is false. docs/beliefs.md has a row for
 * each fact, which names these lies. A lie is told for a while, and then the truth: what was believed meanwhile must do no harm.
 */

import { z } from 'zod';
import { DAY, HOUR, MINUTE } from '../../src-main/ground/clock.ts';
import { type Answer, json, xml } from '../harness/opponent/exchange.ts';
import type { LiedTo } from './lied-to.ts';
import type { Carried, Strike, WireEndpoint, WirePoint } from './virtual-wire.ts';

/** What one lie is about: two lies about the same thing cannot both be told. */
type Subject = WireEndpoint | 'clock' | 'disk' | 'file' | 'key-store';

/** What a program says that believes a lie of those who alone can know it. */
export type Misled =
  /** That the storage has it. */
  | 'arrival'
  /** That lines were accepted, or rejected, which were not. */
  | 'accepted'
  | 'rejected'
  /** That lines are not there, which are. */
  | 'unsent'
  /** Nothing, while they go twice. */
  | 'doubled'
  /** That an id is unknown under which something is stored. */
  | 'other';

export interface Lie {
  name: string;
  about: Subject;
  /** What cannot be known to be false while it is told: the page says why it is believed. */
  misleads?: readonly Misled[];
  /** The service says VALIDATION_STARTED of what has not come. */
  isEarly?: true;
  /** What comes in place of what should. */
  strike?(told: Told): Strike | undefined;
  /** At each point of the way of each request. */
  happen?(told: Told): void;
}

export interface Told {
  cell: LiedTo;
  request: Carried;
  point: WirePoint;
  /** The true answer, once there is one. */
  answer: Answer | undefined;
  /** How often this lie was told before. */
  before: number;
}

const busy: Answer = xml(503, 'SlowDown', 'Please reduce your request rate');
const claim: Answer = xml(412, 'PreconditionFailed', 'It is there already');
const expired: Answer = xml(403, 'AccessDenied', 'Request has expired');
const empty = (headers: Answer['headers'] = {}): Answer => ({ status: 200, headers, body: '' });
const page = (status: number): Answer => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: '<!DOCTYPE html><html><head><title>Sign in</title></head></html>',
});

/** In place of an answer, so often. */
function instead(
  name: string,
  about: WireEndpoint,
  answer: Answer | ((told: Told) => Strike | undefined),
  { point = 'reply', times = 3, ...more }: Partial<Lie> & { point?: WirePoint; times?: number } = {},
): Lie {
  return {
    name,
    about,
    strike: (told) => {
      if (told.request.endpoint !== about || told.point !== point || told.before >= times) return undefined;
      return typeof answer === 'function' ? answer(told) : answer;
    },
    ...more,
  };
}

/** The reply to a status question about this batch. */
const status = (told: Told, more: Record<string, unknown>) =>
  json(200, { batch_id: idIn(told.request.path), error_message: null, ...more });
const idIn = (path: string) => path.split('/').at(-1) ?? '';
const states = (name: string, state: unknown, more: Partial<Lie> & { times?: number } = {}): Lie =>
  instead(name, 'status', (told) => status(told, { status: state }), more);

/** The true reply to a reservation, with something else in it. */
const reserved = (name: string, other: (told: Told, url: string) => Record<string, unknown>): Lie =>
  instead(name, 'reserve', (told) => {
    const { upload, batchId } = reservation.parse(JSON.parse(told.answer?.body ?? ''));
    return json(200, { url: upload.upload_url, batch_id: batchId, ...other(told, upload.upload_url) });
  });
const reservation = z.object({ upload: z.object({ upload_url: z.string() }), batchId: z.string() });

const token = (name: string, more: Record<string, unknown>, { times = 2 } = {}): Lie =>
  instead(
    name,
    'token',
    json(200, { access_token: 'A-token-of-another', token_type: 'Bearer', expires_in: 900, ...more }),
    {
      times,
    },
  );

const report = (name: string, text: (told: Told) => string, more: Partial<Lie> = {}): Lie =>
  instead(name, 'report', (told) => ({ status: 200, headers: { 'content-type': 'text/csv' }, body: text(told) }), {
    ...more,
  });

/** The clock of this computer is set when such a request has come so far, once. */
const clock = (name: string, by: number, endpoint: WireEndpoint, at: WirePoint): Lie => ({
  name,
  about: 'clock',
  happen: ({ cell, request, point }) => {
    if (request.endpoint !== endpoint || point !== at || !cell.isFirst(name)) return;
    cell.world.setOwnClock(by);
  },
});

/** The power fails when the storage has the file, and the disk has lost what was written since such a request was begun. */
const disk = (name: string, since: WireEndpoint, misled: Pick<Lie, 'misleads'> = {}): Lie => ({
  name,
  about: 'disk',
  ...misled,
  strike: ({ cell, request, point }) => {
    if (request.endpoint === since && point === 'asked' && cell.isFirst(`${name}: begun`)) cell.noteDisk();
    return request.endpoint === 'upload' && point === 'reply' && cell.isFirst(name) ? cell.failPower() : undefined;
  },
});

/** The source file has other bytes when such a request has come so far, once. */
const file = (name: string, endpoint: WireEndpoint, at: WirePoint): Lie => ({
  name,
  about: 'file',
  happen: ({ cell, request, point }) => {
    if (request.endpoint === endpoint && point === at && cell.isFirst(name)) cell.changeFile();
  },
});

const OTHER_ID = '0b7a9f0e-6d0c-4c53-9a51-5f3f5c7f2b11';

export const lies: readonly Lie[] = [
  token('token: with a line break', { access_token: 'one\r\ntwo' }),
  token('token: a text that no header carries', { access_token: 'one\u2028two' }),
  token('token: of another kind', { token_type: 'mac' }),
  token('token: never good', {}),
  token('token: lasts a million years', { expires_in: 3e13 }),
  token('token: ended before it began', { expires_in: -5 }),
  instead('token: a sign-in page', 'token', page(200), { times: 1 }),

  reserved('reservation: an id that is none', () => ({ batch_id: 7, request_id: OTHER_ID })),
  reserved('reservation: the id of another upload', ({ cell }) => ({ batch_id: cell.earlierId })),
  reserved('reservation: the address of another upload', ({ cell }) => ({ url: cell.earlierAddress })),
  reserved('reservation: that address, signed again and spelled otherwise', ({ cell }) => ({
    url: spelledOtherwise(cell.earlierAddress),
  })),
  reserved('reservation: two ids', () => ({ batchId: OTHER_ID })),
  reserved('reservation: an address that is over', (_, url) => ({ url: aged(url) })),
  reserved('reservation: an address with a wrong signature', (_, url) => ({ url: `${url}0` })),
  reserved('reservation: an address that lasts for ever', (_, url) => ({
    url: url.replace(/X-Amz-Expires=\d+/, 'X-Amz-Expires=99999999999'),
  })),
  reserved('reservation: an address with a password', (_, url) => ({
    url: url.replace('://', '://user:word@'),
  })),
  instead('reservation: made, and said to have failed', 'reserve', json(500, { message: 'Failed' })),

  instead('upload: there already, before a byte', 'upload', claim, { point: 'asked', times: 2 }),
  instead('upload: there already, and nothing was kept', 'upload', claim, { point: 'last-byte' }),
  instead('upload: stored, and nothing was kept', 'upload', empty({ etag: '"0123"' }), {
    point: 'last-byte',
    times: 1,
    misleads: ['arrival'],
  }),
  instead('upload: a success without a word, and nothing was kept', 'upload', empty(), {
    point: 'last-byte',
    times: 1,
    misleads: ['arrival'],
  }),
  instead('upload: a success before the bytes', 'upload', empty({ etag: '"0123"' }), { point: 'first-byte' }),
  instead('upload: a page, and nothing was kept', 'upload', page(200), { point: 'last-byte' }),
  instead(
    'upload: a page that names an object, and nothing was kept',
    'upload',
    { ...page(200), headers: { ...page(200).headers, etag: '"0123"' } },
    { point: 'last-byte' },
  ),
  {
    name: 'upload: other bytes are kept',
    about: 'upload',
    misleads: ['arrival', 'accepted'],
    happen: ({ cell, request, point }) => {
      if (request.endpoint !== 'upload' || point !== 'reply' || !cell.isFirst('other bytes')) return;
      const kept = cell.world.opponent.batches().findLast(({ stored }) => stored !== undefined);
      const secondLine = 1 + (kept?.stored?.indexOf('\n') ?? 0);
      kept?.stored?.fill('x', secondLine + 20, secondLine + 40);
    },
  },
  instead('upload: some JSON, and nothing was kept', 'upload', json(200, { ok: true }), { point: 'last-byte' }),
  instead('upload: kept, and said to be there already', 'upload', claim),
  instead('upload: kept, and said to be over', 'upload', expired),
  instead('upload: kept, and said to have failed', 'upload', busy),
  instead('upload: kept, and a page', 'upload', page(200)),
  instead('upload: the address said to be over', 'upload', expired, { point: 'asked' }),
  instead(
    'upload: the address over by the storage’s clock',
    'upload',
    { ...expired, headers: { ...expired.headers, date: 'Fri, 01 Jan 2100 00:00:00 GMT' } },
    { point: 'asked' },
  ),
  instead('upload: kept, and over by the storage’s clock', 'upload', {
    ...expired,
    headers: { ...expired.headers, date: 'Fri, 01 Jan 2100 00:00:00 GMT' },
  }),
  instead('upload: back to where it came from', 'upload', ({ request }) =>
    xml(307, 'TemporaryRedirect', 'There', { location: request.target }),
  ),
  instead('upload: to another host', 'upload', ({ request }) =>
    xml(307, 'TemporaryRedirect', 'There', { location: `http://127.0.0.2:9${request.target}` }),
  ),
  instead(
    'upload: not before a hundred years',
    'upload',
    { ...busy, headers: { ...busy.headers, 'retry-after': '3153600000' } },
    {
      point: 'asked',
      times: 1,
    },
  ),
  instead('upload: cut after the last byte, and nothing was kept', 'upload', () => 'cut', {
    point: 'last-byte',
    times: 2,
  }),

  states('status: VALIDATION_STARTED of what has not come', 'VALIDATION_STARTED', { isEarly: true, times: 0 }),
  states('status: processed, and nothing came', 'PROCESSED', {
    times: 1,
    misleads: ['arrival', 'accepted', 'rejected'],
  }),
  states('status: in progress, and nothing came', 'IN_PROGRESS', { times: 1, misleads: ['arrival'] }),
  states('status: an error of what it will process', 'ERROR', { times: 1, misleads: ['rejected'] }),
  states('status: refused, what it will process', 'VALIDATION_FAILED', { times: 1, misleads: ['rejected', 'arrival'] }),
  states('status: a word of its own', 'BEING_SORTED'),
  states('status: a list', ['PROCESSED']),
  states('status: a number', 7),
  states('status: a megabyte', 'PROCESSED'.repeat(120_000)),
  states('status: with a NUL', 'PROCESSED\0'),
  instead('status: of another batch', 'status', json(200, { batch_id: OTHER_ID, status: 'PROCESSED' })),
  instead('status: of another batch, named otherwise', 'status', json(200, { batchId: OTHER_ID, status: 'PROCESSED' })),
  instead('status: of a batch whose id is none', 'status', json(200, { batch_id: 7, status: 'PROCESSED' })),
  instead('status: of several batches', 'status', json(200, [{ batch_id: OTHER_ID, status: 'PROCESSED' }])),
  instead('status: never heard of what it has', 'status', json(404, { detail: 'Not here.' }), { times: 40 }),
  instead('status: not allowed to know', 'status', json(403, { message: 'Forbidden' }), { times: 1 }),
  instead('status: a page', 'status', page(200)),
  instead('status: ask in the year 3000', 'status', json(429, {}, { 'retry-after': 'Mon, 01 Jan 3000 00:00:00 GMT' }), {
    times: 1,
  }),

  instead('report: none', 'validation-result', json(200, { outcome: { files: [] } }), {
    times: 1,
    misleads: ['accepted'],
  }),
  instead('report: never heard of it', 'validation-result', json(404, { detail: 'Not here.' })),
  instead('report: faults without a report', 'validation-result', json(200, { invalid_count: 2 })),
  instead('report: of another batch', 'validation-result', json(200, { batch_id: OTHER_ID, files: [] })),
  instead('report: at another host', 'validation-result', json(200, { href: 'https://elsewhere.example.com/r.csv' })),
  instead('report: at this computer', 'validation-result', json(200, { href: 'https://169.254.169.254/r.csv' })),
  report('report: a page', () => page(200).body),
  report('report: empty', () => ''),
  report('report: half of it', ({ cell }) => cell.report.slice(0, -8)),
  report('report: lines that the batch does not have', () => 'line,reason\r\n1,No\r\n500,No\r\n'),
  report('report: no line is named', () => 'line,reason\r\n,No\r\n'),
  report('report: other lines', () => 'line,reason\r\n2,No\r\n20,No\r\n', { misleads: ['accepted', 'rejected'] }),
  report(
    'report: another batch, which it names',
    () => `batch_id,line,reason\r\n${OTHER_ID},2,No\r\n${OTHER_ID},20,No\r\n`,
  ),

  clock('clock: two days ahead while bytes leave', 2 * DAY, 'upload', 'middle'),
  clock('clock: two days back while bytes leave', -2 * DAY, 'upload', 'middle'),
  clock('clock: ten years ahead after a reservation', 3650 * DAY, 'reserve', 'reply'),
  clock('clock: ten years back after a reservation', -3650 * DAY, 'reserve', 'reply'),
  clock('clock: an hour back at the reply', -HOUR, 'upload', 'reply'),
  clock('clock: an hour ahead at the reply', HOUR, 'upload', 'reply'),
  clock('clock: a year back while it is asked', -365 * DAY, 'status', 'reply'),
  clock('clock: a year ahead while it is asked', 365 * DAY, 'status', 'reply'),
  disk('disk: the mark of the last block was not written', 'upload'),
  disk('disk: the reservation was not written', 'reserve', { misleads: ['other'] }),

  file('file: other bytes of the same size and time, before they leave', 'reserve', 'reply'),
  file('file: other bytes of the same size and time, once they have left', 'upload', 'reply'),

  {
    name: 'key store: knows its keys no more',
    about: 'key-store',
    strike: ({ cell, request, point }) =>
      request.endpoint === 'upload' && point === 'reply' && cell.isFirst('keys') ? cell.failPower('keys') : undefined,
  },
];

/** When a cell of the table has told enough lies; by then only the truth is told. */
export const TOLD_FOR = 30 * MINUTE;

function spelledOtherwise(address: string): string {
  const url = new URL(address);
  const letter = url.pathname.at(-1) ?? '';
  url.pathname = `${url.pathname.slice(0, -1)}%${letter.charCodeAt(0).toString(16)}`;
  url.searchParams.set('X-Amz-Signature', 'of-another-day');
  return url.href;
}

function aged(address: string): string {
  return address.replace(/X-Amz-Date=\d{8}/, 'X-Amz-Date=20200101');
}

/** Whether both can be told. */
export function areCompatible(one: Lie, other: Lie): boolean {
  return one.about !== other.about;
}
