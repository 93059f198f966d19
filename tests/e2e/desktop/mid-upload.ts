/** @file An app in the middle of an upload, what a person answers when it is to end, and what became of window and batches. */

import type { PracticeTenant } from '../../../src-main/practice/tenant.ts';
import type { DoubleWindow } from '../app/double-window.ts';
import { addConnection, confirmSending, expectState, rowOf } from '../gestures.ts';
import { dropFiles } from '../story.ts';
import { expect } from './desktop-story.ts';

const answers = { background: 0, quit: 1, cancel: 2 } as const;

export async function openMidUpload(
  desk: DoubleWindow,
  tenant: PracticeTenant,
  path: string,
  unusual: Parameters<DoubleWindow['open']>[0] = {},
) {
  const page = await desk.open(unusual);
  await addConnection(page, tenant, { name: 'Nordbank' });
  await dropFiles(page, [path]);
  await confirmSending(page, 'Nordbank');
  await expectState(page, 'export.jsonl', 'Sending');
  // Before that, it may still be asking for an address: what breaks off then has nothing to send again.
  await expect(rowOf(page, 'export.jsonl')).toContainText(/[1-9]\d*\s%\s*Sent/);
  return page;
}

export function answer(desk: DoubleWindow, given: keyof typeof answers): Promise<null> {
  return desk.double.do('answerDialog', { answer: { response: answers[given] } });
}

/** Waits until the window is as described. */
export async function expectWindow(
  desk: DoubleWindow,
  look: { isVisible: boolean; isFocused?: boolean },
): Promise<void> {
  await expect.poll(async () => (await desk.double.do('windows', {}))[0]).toMatchObject(look);
}

export function processed(tenant: PracticeTenant): number {
  return tenant.batches().filter(({ state }) => state === 'PROCESSED').length;
}

/** The next start sends what was under way, once. */
export async function goesOnWithoutDouble(
  desk: DoubleWindow,
  tenant: PracticeTenant,
  unusual: Parameters<DoubleWindow['open']>[0] = {},
) {
  tenant.misbehave([]);
  const page = await desk.open(unusual);
  await expectState(page, 'export.jsonl', 'Done');
  expect(processed(tenant)).toBe(1);
  return page;
}
