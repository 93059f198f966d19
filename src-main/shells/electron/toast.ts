/**
 * @file Notifications of Windows, as far as they outlive the process that showed them: Windows starts Tranship for a click on an
 * older one, by the id that is registered with it, and passes what stood in the notification. Pure.
 */

import { z } from 'zod';
import type { SubmissionRow } from '../../../src-shared/contract.ts';
import { submissionIdSchema } from '../../../src-shared/shapes.ts';

/**
 * By which Windows finds Tranship for a click. Electron registers it for the person as soon as it is asked whether there are
 * notifications, and would make up another id at each start. The installers take it away: installer.nsh and msi-project.js.
 */
export const TOAST_ACTIVATOR = '{3B6C1E0A-7F5D-4C58-9E0B-5D2A8F41C7E6}';

const LED_TO = 'lead';
/** All of a notification has a few thousand characters. */
const MOST_IDS = 100;

/** A notification as Windows takes it, whose click passes what it leads to, and by `tag` reaches this very one. */
export function toastXml(
  { title, body }: { title: string; body: string },
  ids: readonly number[],
  tag: string,
): string {
  const launch = `type=click&tag=${tag}&${LED_TO}=${ids.slice(0, MOST_IDS).join(',')}`;
  const texts = [title, body].map((text) => `<text>${escaped(text)}</text>`).join('');
  return `<toast launch="${escaped(launch)}"><visual><binding template="ToastGeneric">${texts}</binding></visual></toast>`;
}

/** What a click on such a notification leads to; nothing where it comes from another one. */
export function idsOfToast(launch: string): SubmissionRow['id'][] {
  const led = new URLSearchParams(launch).get(LED_TO) ?? '';
  return z
    .array(submissionIdSchema)
    .catch([])
    .parse(/^[1-9]\d*(,[1-9]\d*)*$/.test(led) ? led.split(',').map(Number) : []);
}

/** Whether Windows has started this process for a click: it waits until the process has said that it takes clicks. */
export function isStartedForToast(argv: readonly string[]): boolean {
  return argv.slice(1).some((argument) => /^[-/]embedding$/i.test(argument));
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML has no place for control characters, not even escaped, nor for half of a pair. */
function escaped(text: string): string {
  const clean = text.toWellFormed().replace(/[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD');
  return clean.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
