/** @file Hidden input at a terminal. */

import { PassThrough } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { askSecret } from '../../src-main/shells/cli/prompt.ts';

const ask = (typed: string, isTTY = true) => {
  const stdin = Object.assign(new PassThrough(), { isTTY });
  stdin.write(typed);
  const stderr = new PassThrough({ encoding: 'utf8' });
  const interrupt = vi.fn();
  const answer = askSecret('Secret: ', { ports: { stdin, stderr }, interrupt });
  return { answer, interrupt, written: (): unknown => stderr.read() };
};

describe('A question for a secret', () => {
  it('A question for a secret returns the input, and shows nothing of it', async () => {
    const { answer, written } = ask('s3cret\r');
    await expect(answer).resolves.toBe('s3cret');
    expect(written()).toBe('Secret: \n');
  });

  it('A question for a secret is not asked without a terminal', async () => {
    const { answer, written } = ask('s3cret\r', false);
    await expect(answer).resolves.toBeUndefined();
    expect(written()).toBeNull();
  });

  it('A question for a secret treats Ctrl-C as a request to stop, not as an error', async () => {
    const { answer, interrupt } = ask('s3\u0003');
    await expect(answer).rejects.toThrow();
    expect(interrupt).toHaveBeenCalledOnce();
  });
});
