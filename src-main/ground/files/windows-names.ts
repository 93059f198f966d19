/**
 * @file Names under which nothing may be written on Windows, since it would not be found there again. Windows keeps some for devices, in
 * every folder and with any extension: what is written to one is gone. Behind a colon it is hidden in another file. What ends with
 * a space or a full stop can be neither opened nor removed by other programs.
 * https://learn.microsoft.com/en-us/windows/win32/fileio/naming-a-file
 */

import { AppError } from '../../../src-shared/errors.ts';
import { fact, type Said } from '../../../src-shared/languages/fact.ts';

const device = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(\.|:|$)/i;
const drive = /^[a-z]:/i;

/** @throws AppError file.cannot-write where such a name stands in the path */
export function refuseWindowsName(path: string, platform: NodeJS.Platform = process.platform): void {
  const reason = platform === 'win32' ? reasonAgainst(path) : undefined;
  if (reason !== undefined) throw new AppError('file.cannot-write', { path, reason });
}

function reasonAgainst(path: string): Said | undefined {
  const parts = path.split(/[\\/]/).map((part) => part.replace(drive, ''));
  const kept = parts.find((part) => device.test(part));
  if (kept !== undefined) return fact('Windows keeps the name {name} for a device', { name: kept });
  const name = parts.at(-1) ?? '';
  if (name.includes(':')) return fact('Windows takes no colon in a name');
  return /[ .]$/.test(name) ? fact('Windows takes no space or full stop at the end of a name') : undefined;
}
