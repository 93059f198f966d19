import { describe, expect, it } from 'vitest';
import { type Circumstances, queueLine } from '../../src-renderer/frame/queue-line.ts';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { AppError, describeError, type ErrorCode, errorCodes } from '../../src-shared/errors.ts';
import { fact } from '../../src-shared/languages/fact.ts';
import { sample } from '../shared/error-samples.ts';
import { row as queueRow } from '../shells/rows.ts';

const { clockAhead: _clockIsRight, ...params } = sample;
const record = (code: ErrorCode) => ({ code, params, retryable: describeError({ code, params }).retryable });
let ids = 0;
const row = (state: SubmissionRow['state'], more: Partial<SubmissionRow> = {}): SubmissionRow =>
  queueRow(++ids, { state, connection: 'Nordbank', ...more });
const waiting = (code: ErrorCode, more: Partial<SubmissionRow> = {}) =>
  row('waiting', { error: record(code), ...more });
const lineOf = (rows: readonly SubmissionRow[], more: Partial<Circumstances> = {}) =>
  queueLine({
    list: { rows: new Map(rows.map((one) => [one.id, one])), stopped: undefined },
    connections: [{ name: 'Nordbank' }, { name: 'Südbank' }],
    isConnected: true,
    ...more,
  });
const said = (...rows: SubmissionRow[]) => {
  const { tone, words } = lineOf(rows);
  return [tone, words];
};

describe('The line in the header', () => {
  it('is ready when nothing is to be done, and says what a person has still to decide', () => {
    expect(said()).toEqual(['good', 'Ready to send']);
    expect(said(row('processed'), row('cancelled'))).toEqual(['good', 'Ready to send']);
    expect(said(row('held'), row('rejected'))).toEqual(['good', 'Ready to send · 2 need you']);
    expect(said(row('unknown'))).toEqual(['good', 'Ready to send · 1 needs you']);
  });

  it('is not ready where the last sign-in of a connection was refused', () => {
    const connections = [{ name: 'Nordbank', refusedSignIn: record('auth.refused') }, { name: 'Südbank' }];
    const { tone, words, connection } = lineOf([], { connections });
    expect([tone, words, connection]).toEqual(['bad', 'Nordbank: the sign-in was refused', 'Nordbank']);
  });

  it('is not ready where files wait for the team', () => {
    expect(said(row('held', { error: record('team.put-back') }))).toEqual([
      'doubtful',
      'Waiting for the team ledger · 1 needs you',
    ]);
    expect(said(row('held', { error: record('submission.not-released') }), row('processing'))).toEqual([
      'doubtful',
      'Waiting for another person’s release · 1 in progress · 1 needs you',
    ]);
  });

  it('is not ready outside the sending hours of all its connections, and says when they begin', () => {
    const night = { hours: [{ days: 'every-day', from: 18 * 60, to: 20 * 60 }], monthEndDays: 0 } as const;
    const now = new Date(2026, 10, 10, 16).getTime();
    const closed = [{ name: 'Nordbank', sending: night }];
    expect(lineOf([row('held')], { connections: closed, now })).toMatchObject({
      tone: 'doubtful',
      words: 'Sending hours begin at 18:00 · 1 needs you',
    });
    expect(lineOf([], { connections: [...closed, { name: 'Südbank' }], now }).words).toBe('Ready to send');
    const open = new Date(2026, 10, 10, 19).getTime();
    expect(lineOf([], { connections: closed, now: open }).words).toBe('Ready to send');
  });

  it('is not ready while a connection waits for its sending hours, though all its files need a person as well', () => {
    const error = new AppError('hours.closed', { until: fact('18:00') }).toRecord();
    const waits = [{ connection: 'Nordbank', kind: 'hours', files: 1, error }] as const;
    const partly = row('waiting', { error, failedBatches: 1 });
    const list = { rows: new Map([[partly.id, partly]]), stopped: undefined, waits };
    expect(lineOf([], { list })).toMatchObject({ tone: 'doubtful', words: expect.stringContaining('sending hours') });
  });

  it('counts what moves, and does not count as such what is paused', () => {
    expect(said(row('uploading'), row('checking'), row('processing'))).toEqual(['moving', '3 in progress']);
    expect(said(row('uploading'), row('paused'), row('held'))).toEqual([
      'moving',
      '1 in progress · 1 paused · 1 needs you',
    ]);
    expect(said(row('paused'), row('paused'))).toEqual(['doubtful', '2 paused']);
  });

  it.each<[ErrorCode, string]>([
    ['network.unreachable', 'Waiting for the network'],
    ['network.no-answer', 'Waiting for the network'],
    ['network.proxy-unreachable', 'Waiting for the proxy'],
    ['service.unavailable', 'Waiting for the service'],
    ['service.rate-limited', 'Waiting for the service'],
    ['service.token-not-accepted', 'Waiting for the service'],
    ['upload.busy', 'Waiting for the storage'],
    ['upload.declined', 'Waiting for the storage'],
    ['upload.stalled', 'Waiting for the storage'],
    ['secret.store-closed', 'Waiting for the key store'],
    ['file.unreachable', 'Waiting for a file'],
    ['file.locked', 'Waiting for a file'],
  ])('says what is waited for while %s holds up all there is', (code, words) => {
    expect(said(waiting(code))).toEqual(['doubtful', words]);
    expect(said(row('processing', { error: record(code) }))).toEqual(['doubtful', words]);
  });

  it('says first that the clock of this computer is wrong, and by how much, where something waits because of it', () => {
    const ahead = new AppError('upload.address-expired', { clockAhead: 2 * 3600 }).toRecord();
    expect(said(row('waiting', { error: ahead }))).toEqual([
      'doubtful',
      'The clock of this computer is 2 hours ahead · Waiting for the storage',
    ]);
    const behind = new AppError('auth.token-rejected', { endpoint: 'POST /x', clockAhead: -600 }).toRecord();
    expect(said(row('waiting', { error: behind }))).toEqual([
      'bad',
      'Nordbank: the clock of this computer is 10 minutes behind',
    ]);
  });

  it('names everything that is waited for, in one order', () => {
    const both = ['doubtful', 'Waiting for the network and the service (2)'];
    expect(said(waiting('service.unavailable'), waiting('network.cut'))).toEqual(both);
    expect(said(waiting('network.cut'), waiting('service.unavailable'))).toEqual(both);
  });

  it('waits although a file is checked or lies at the service, and moves while another is sent', () => {
    expect(said(waiting('network.cut'), row('checking'))).toEqual([
      'doubtful',
      'Waiting for the network · 1 in progress',
    ]);
    expect(said(waiting('network.cut'), row('uploading'))).toEqual([
      'moving',
      '1 in progress · Waiting for the network',
    ]);
  });

  it.each<[ErrorCode, string, string | undefined]>([
    ['auth.refused', 'Nordbank: the sign-in was refused', 'renewSecret'],
    ['auth.no-secret', 'Nordbank: the client secret is missing', 'renewSecret'],
    ['auth.forbidden', 'Nordbank: a permission is missing', undefined],
    ['secret.unreadable', 'Nordbank: the stored secret cannot be decrypted', 'renewSecret'],
    ['certificate.expired', 'Nordbank: the client certificate has expired', 'openConnection'],
    ['upload.other-host', 'Nordbank: the service named another storage host', undefined],
    ['upload.unsafe-address', 'Nordbank: the service named an address that is not safe', 'openConnection'],
    ['network.untrusted', 'Nordbank: the host cannot be trusted', 'openNetwork'],
    ['network.proxy-credentials', 'Nordbank: the proxy asks for a password', 'openNetwork'],
    ['policy.unusable', 'Nordbank: the policy of this computer cannot be used', undefined],
  ])('says that %s stops a connection, and leads to what helps', (code, words, way) => {
    const line = lineOf([waiting(code), waiting(code)]);
    expect([line.tone, line.words, line.way?.way]).toEqual(['bad', words, way]);
  });

  it('says at the same time what still moves over another connection', () => {
    expect(said(waiting('auth.refused'), row('uploading', { connection: 'Südbank' }))).toEqual([
      'bad',
      'Nordbank: the sign-in was refused · 1 in progress',
    ]);
  });

  it('counts the connections that need a person, one that cannot be used included', () => {
    const other = waiting('upload.other-host', { connection: 'Südbank' });
    expect(said(waiting('auth.refused'), other)).toEqual(['bad', '2 connections need you']);
    const error = record('secret.unreadable');
    const line = lineOf([waiting('auth.refused')], { connections: [{ name: 'Südbank', error }] });
    expect(line.words).toBe('2 connections need you');
  });

  it('leads to a connection that cannot be used, although nothing waits for it', () => {
    const line = lineOf([], { connections: [{ name: 'Südbank', error: record('secret.unreadable') }] });
    expect(line).toEqual({
      tone: 'bad',
      words: 'Südbank: the stored secret cannot be decrypted',
      connection: 'Südbank',
    });
  });

  it('says before all else that the app is gone, that the queue has stopped, or that there is no connection', () => {
    const stopped = new AppError('disk.full', { folder: '/data' }).toRecord();
    const list = { rows: new Map(), stopped };
    expect(lineOf([waiting('auth.refused')], { isConnected: false }).words).toBe('Tranship does not answer');
    expect(lineOf([], { list }).words).toBe('Stopped: the disk is full');
    expect(lineOf([], { connections: [] })).toEqual({ tone: 'none', words: 'No connection' });
  });

  it('claims nothing before the queue and the connections are known', () => {
    expect(lineOf([], { list: undefined, connections: undefined })).toEqual({
      tone: 'none',
      words: 'Loading the queue',
    });
  });

  it('never says only that it is ready while something waits, whatever for', () => {
    const silent = errorCodes.filter((code) => {
      const { tone, words } = lineOf([waiting(code)]);
      return tone === 'good' && words === 'Ready to send';
    });
    expect(silent).toEqual([]);
  });
});
