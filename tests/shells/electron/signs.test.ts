import { describe, expect, it, vi } from 'vitest';
import { activityOf } from '../../../src-main/shells/electron/activity.ts';
import { type SignPorts, signs } from '../../../src-main/shells/electron/signs.ts';
import type { SubmissionRow } from '../../../src-shared/contract.ts';
import { row, uploading } from '../rows.ts';

function give(platform: string, ...steps: SubmissionRow[][]) {
  const window = { isDestroyed: () => false, setProgressBar: vi.fn(), setOverlayIcon: vi.fn() };
  const electronApp = { setBadgeCount: vi.fn() };
  const powerSaveBlocker = { start: vi.fn(() => 1), stop: vi.fn() };
  const showInTray = vi.fn();
  // Only passed on.
  const overlay = { isOverlay: true } as unknown as SignPorts['overlay'];
  const show = signs({ window, electronApp, powerSaveBlocker, platform, overlay, showInTray });
  for (const rows of steps) show(activityOf(rows, false));
  return { window, electronApp, powerSaveBlocker, showInTray, overlay };
}
const held = row(1, { state: 'held' });

describe('The signs of the queue', () => {
  it('While bytes move there is a progress bar, a tray text, and the computer stays awake', () => {
    const { window, showInTray, powerSaveBlocker } = give('win32', [uploading(1, 500)]);
    expect(window.setProgressBar.mock.calls).toEqual([[0.5, { mode: 'normal' }]]);
    expect(showInTray.mock.calls).toEqual([[{ status: 'Sending 1 file, 50 %', canPause: true, canResume: false }]]);
    expect(powerSaveBlocker.start).toHaveBeenCalledTimes(1);
  });

  it('The signs end when nothing moves any more', () => {
    const { window, powerSaveBlocker } = give('win32', [uploading(1, 500)], [row(1, { state: 'processed' })]);
    expect(window.setProgressBar).toHaveBeenLastCalledWith(-1, { mode: 'none' });
    expect(powerSaveBlocker.stop).toHaveBeenCalledTimes(1);
  });

  it('The icon shows the number of submissions that need a person', () => {
    const { electronApp } = give('darwin', [], [held], [held], []);
    expect(electronApp.setBadgeCount.mock.calls).toEqual([[1], [0]]);
  });

  it('On Windows the icon gets an overlay picture, with words for a screen reader', () => {
    const { window, overlay } = give('win32', [held], []);
    expect(window.setOverlayIcon.mock.calls).toEqual([
      [overlay, '1 file needs you'],
      [null, ''],
    ]);
  });
});
