/**
 * @file Where the door is. `door.json` in the data folder, which only this person can read, says the address and the key;
 * who has read it is let in, and who cannot prove that is not, on either side.
 * [Note: Windows] has named pipes in place of socket files. Node cannot limit one to a user, all users see its name, and
 * another program may take the name once we have ended. There the key alone keeps others out.
 */

import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { jsonIn } from '../../../src-shared/json-in.ts';
import { blockWhileLocked } from '../../ground/files/file-locks.ts';
import { writeWhole } from '../../ground/files/whole-file.ts';

const fileSchema = z.strictObject({ address: z.string().max(4096), key: z.string().max(100) });
export type DoorFile = z.infer<typeof fileSchema>;

const OWN_FOLDER = 'tranship-door-';
const SOCKET = 'door.sock';
/** The least that a system takes as the path of a socket, macOS, without the zero at its end. */
const LONGEST_PATH = 103;

const fileOf = (folder: string) => join(folder, 'door.json');

/** Undefined where there is none that can be used. */
export function readDoorFile(folder: string): DoorFile | undefined {
  try {
    const file = fileSchema.safeParse(jsonIn(blockWhileLocked(() => readFileSync(fileOf(folder), 'utf8')))).data;
    return file && { ...file, key: keyIn(folder, file) };
  } catch {
    return undefined;
  }
}

/**
 * A copy of the data folder has this file, too, but its commands are not for the app that has the original: the key that opens
 * is that of the file in this very folder, wherever that is moved.
 */
function keyIn(folder: string, { key }: DoorFile): string {
  const { dev, ino } = statSync(folder, { bigint: true });
  return createHmac('sha256', key).update(`${dev} ${ino}`).digest('base64url');
}

/** The addresses to try: not every drive takes a socket, and a socket does not take every path. */
export function* addressesFor(folder: string): Generator<string, undefined> {
  if (process.platform === 'win32') {
    yield `\\\\.\\pipe\\tranship-${randomUUID()}`;
    return undefined;
  }
  const inFolder = join(folder, SOCKET);
  if (Buffer.byteLength(inFolder) <= LONGEST_PATH) yield inFolder;
  // Made by this call, for this person alone.
  yield join(mkdtempSync(join(tmpdir(), OWN_FOLDER)), SOCKET);
  return undefined;
}

/** Tells where the door is. @throws AppError file.cannot-write, disk.full */
export function writeDoorFile(folder: string, address: string): DoorFile {
  const file = { address, key: randomBytes(32).toString('base64url') };
  writeWhole(fileOf(folder), JSON.stringify(file));
  return { ...file, key: keyIn(folder, file) };
}

/** Removes what is left of a door that is closed, or whose process was killed. Does not throw. */
export function removeDoor(folder: string): void {
  const address = readDoorFile(folder)?.address;
  for (const path of [fileOf(folder), join(folder, SOCKET)])
    attempt(() => blockWhileLocked(() => rmSync(path, { force: true })));
  if (address !== undefined) removeSocket(address);
}

/** Removes a socket that has a folder of its own, and nothing else. Does not throw. */
export function removeSocket(address: string): void {
  const own = dirname(address);
  if (dirname(own) !== tmpdir() || !basename(own).startsWith(OWN_FOLDER)) return;
  attempt(() => rmSync(address, { force: true }));
  attempt(() => rmdirSync(own));
}

/** What cannot be removed is in the way of the next door alone, which then takes another address. */
function attempt(remove: () => void): void {
  try {
    remove();
  } catch {
    // The system clears its temporary folder itself.
  }
}
