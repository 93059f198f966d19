import { describe, expect, it, vi } from 'vitest';
import { isElevated } from '../../../src-main/shells/electron/elevation.ts';

describe('administrator rights', () => {
  it.each([true, false])('are there if a program that needs them ends well: %s', async (endsWell) => {
    expect(await isElevated('win32', { SystemRoot: 'D:\\Windows' }, async () => endsWell)).toBe(endsWell);
  });

  it('matter on Windows only', async () => {
    const run = vi.fn(async () => true);
    expect([await isElevated('darwin', {}, run), run.mock.calls.length]).toEqual([false, 0]);
  });
});
