import { describe, expect, it } from 'vitest';
import { verdictOn } from '../../src-main/queue/machine/retry-policy.ts';
import { AppError } from '../../src-preload/errors.ts';
import { sampleBatch } from './samples.ts';

describe('a failure that concerns the connection or the way out', () => {
  it.each([
    new AppError('certificate.unusable', { reason: 'It is locked.' }),
    new AppError('network.untrusted', { host: 'bank.example', reason: 'self-signed' }),
    new AppError('network.identity-wanted', { host: 'bank.example' }),
    new AppError('network.proxy-credentials', { proxy: 'proxy:3128' }),
    new AppError('network.proxy-password', {}),
    new AppError('network.authorities', { problem: 'nothing in it' }),
  ])('waits for a person instead of failing a batch: $code', (error) => {
    expect(verdictOn(sampleBatch(1), error.toRecord(), { now: 0 })).toBe('ask-person');
  });

  it.each([
    new AppError('network.unreachable', { host: 'bank.example', reason: 'no route' }),
    new AppError('network.proxy-unreachable', { proxy: 'proxy:3128', reason: 'no route' }),
  ])('is tried again when it may pass by itself: $code', (error) => {
    expect(verdictOn(sampleBatch(1), error.toRecord(), { now: 0 })).toBe('again');
  });
});
