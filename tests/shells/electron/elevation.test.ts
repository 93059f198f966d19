import { describe, expect, it, vi } from 'vitest';
import { isElevated } from '../../../src-main/shells/electron/elevation.ts';

describe('Administrator rights', () => {
  it.each([true, false])('Administrator rights are detected by a program that needs them: %s', async (endsWell) => {
    expect(await isElevated('win32', { SystemRoot: 'D:\\Windows' }, async () => endsWell)).toBe(endsWell);
  });

  it('Administrator rights matter only on Windows', async () => {
    const run = vi.fn(async () => true);
    expect([await isElevated('darwin', {}, run), run.mock.calls.length]).toEqual([false, 0]);
  });
});
