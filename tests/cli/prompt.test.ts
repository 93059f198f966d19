/** @file Hidden input at a terminal. */

import { PassThrough } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { askSecret } from '../../src-main/shells/cli/prompt.ts';

const ask = (typed: string, isTTY = true) => {
  const stdin = Object.assign(new PassThrough(), { isTTY });
  stdin.write(typed);
  const written: string[] = [];
  const stderr = { write: (text: string | Uint8Array) => written.push(String(text)) > 0 };
  return { written, answer: askSecret('Secret: ', { stdin, stderr }) };
};

describe('A question for a secret', () => {
  it('A question for a secret returns the input, and shows nothing of it', async () => {
    const { answer, written } = ask('s3cret\r');
    await expect(answer).resolves.toBe('s3cret');
    expect(written.join('')).toBe('Secret: \n');
  });

  it('A question for a secret is not asked without a terminal', async () => {
    const { answer, written } = ask('s3cret\r', false);
    await expect(answer).resolves.toBeUndefined();
    expect(written).toEqual([]);
  });

  it('A question for a secret treats Ctrl-C as a request to stop, not as an error', async () => {
    const interrupt = vi.fn();
    process.once('SIGINT', interrupt);
    await expect(ask('s3\u0003').answer).rejects.toThrow();
    expect(interrupt).toHaveBeenCalledOnce();
  });
});
