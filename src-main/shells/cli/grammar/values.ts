/** @file The values of options: read, or refused with what is needed. */

import { InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { DEFAULT_MAX_BATCH_BYTES } from '../../../queue/submission.ts';

export function wholeNumber(text: string, least = 0, most = Number.MAX_SAFE_INTEGER): number {
  const parsed = z.coerce.number().int().min(least).max(most).safeParse(text);
  if (!parsed.success || text.trim() === '') {
    const range = most === Number.MAX_SAFE_INTEGER ? '' : ` from ${least} to ${most}`;
    throw new InvalidArgumentError(`A whole number${range} is needed.`);
  }
  return parsed.data;
}

/** §2.1: a larger batch is rejected. */
export const batchLimit = (text: string): number => wholeNumber(text, 1, DEFAULT_MAX_BATCH_BYTES);

export const uploadCount = (text: string): number => wholeNumber(text, 1, 16);

export const concurrency = (text: string): number => wholeNumber(text, 1, 1000);

export const lineRate = (text: string): number => wholeNumber(text, 1000);

export function reason(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('A few words are needed.');
  return text.trim();
}

export const workerCount = (text: string): number => wholeNumber(text, 1, 64);

export const portNumber = (text: string): number => wholeNumber(text, 0, 65_535);

export function collect(text: string, before: string[]): string[] {
  return [...before, text];
}
