/** @file A place on Windows with a connection to a service, and files to send. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transactionLine } from '../cli/transactions.ts';
import { environmentOf } from '../cli/tranship.ts';
import type { Reachable } from '../harness/opponent/carried.ts';
import { openWindowsPlace, type WindowsPlace } from './windows-place.ts';
import { lacking } from './wine.ts';

/** Less than the command line waits for a file that is in use. */
export const A_MOMENT = 3000;
export const leftOut = lacking === undefined ? '' : ` (left out: ${lacking})`;

export const placeOf = (service: Reachable): Promise<WindowsPlace> =>
  openWindowsPlace({ ...environmentOf(service), TRANSHIP_PASSPHRASE: 'a passphrase of the test' });

export function write({ folder }: WindowsPlace, name: string, lines = 3): string {
  const path = join(folder, name);
  writeFileSync(path, Array.from({ length: lines }, () => `${transactionLine()}\n`).join(''));
  return path;
}
