import { describe, expect, it } from 'vitest';
import { afterPause, retryDecision } from '../../src-main/send/machine/retry-policy.ts';
import { AppError } from '../../src-shared/errors.ts';
import { sampleBatch } from './samples.ts';

describe('a failure that concerns the connection or the way out', () => {
  it.each([
    new AppError('certificate.unusable', { reason: 'It is locked.' }),
    new AppError('network.untrusted', { host: 'bank.example', reason: 'self-signed' }),
    new AppError('network.identity-wanted', { host: 'bank.example' }),
    new AppError('network.proxy-credentials', { proxy: 'proxy:3128' }),
    new AppError('network.proxy-login', { proxy: 'proxy:3128', problem: 'it accepts only NTLM' }),
    new AppError('network.proxy-ticket-refused', { proxy: 'proxy:3128' }),
    new AppError('network.proxy-password', {}),
    new AppError('network.authorities', { problem: 'nothing in it' }),
  ])('waits for a person instead of failing a batch: $code', (error) => {
    expect(retryDecision(sampleBatch(1), error.toRecord(), { now: 0 })).toBe('ask-person');
  });

  it.each([
    new AppError('network.unreachable', { host: 'bank.example', reason: 'no route' }),
    new AppError('network.proxy-unreachable', { proxy: 'proxy:3128', reason: 'no route' }),
    new AppError('network.proxy-ticket', { proxy: 'proxy:3128', reason: 'it has expired' }),
  ])('is tried again when it may pass by itself: $code', (error) => {
    expect(retryDecision(sampleBatch(1), error.toRecord(), { now: 0 })).toBe('again');
  });
});

describe('a pause', () => {
  const circumstances = { now: 1_000_000, random: 0 };

  it.each([
    new AppError('service.rate-limited', { endpoint: 'The status', seconds: 30 }),
    new AppError('upload.busy', { status: 503, reason: 'SlowDown', retryAfter: 30 }),
    new AppError('service.unavailable', { endpoint: 'The report storage', status: 429, reason: '', retryAfter: 30 }),
  ])('a pause is never shorter than the other side asks for: $code', (error) => {
    const { notBefore } = afterPause(sampleBatch(1), error.toRecord(), circumstances);
    expect(notBefore).toBe(circumstances.now + 30_000);
  });

  it('a pause has our own length when the other side does not say one', () => {
    const error = new AppError('upload.busy', { status: 503, reason: 'SlowDown', retryAfter: 0 });
    expect(afterPause(sampleBatch(1), error.toRecord(), circumstances).notBefore).toBe(circumstances.now);
  });
});
