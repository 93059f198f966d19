/**
 * @file The names that Windows keeps for devices, in every folder and with any extension: what is written to one is gone, or makes
 * a file that other programs can neither open nor remove.
 * https://learn.microsoft.com/en-us/windows/win32/fileio/naming-a-file
 */

import { AppError } from '../../../src-shared/errors.ts';

const device = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(\.|:|$)/i;

/** @throws AppError file.cannot-write where a part of the path is such a name */
export function refuseDevice(path: string, platform: NodeJS.Platform = process.platform): void {
  if (platform !== 'win32') return;
  const name = path.split(/[\\/]/).find((part) => device.test(part));
  if (name !== undefined)
    throw new AppError('file.cannot-write', { path, reason: `Windows keeps the name ${name} for a device` });
}
