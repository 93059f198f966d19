/** @file Where the bytes of a file of the team are to be had on this computer. */

import { stat } from 'node:fs/promises';
import { basename, join, win32 } from 'node:path';

/** The first place at which there is a file of that size; the SHA-256 of each part decides when it is read. */
export async function placeOf(
  { path, name, bytes }: { path: string; name: string; bytes: number },
  folders: readonly string[],
): Promise<string | undefined> {
  // The path may be one of another system.
  const names = [...new Set([path, name].flatMap((one) => [basename(one), win32.basename(one)]))];
  const places = [...folders.flatMap((folder) => names.map((one) => join(folder, one))), path];
  for (const place of places) {
    const found = await stat(place).catch(() => undefined);
    if (found?.isFile() === true && found.size === bytes) return place;
  }
  return undefined;
}
