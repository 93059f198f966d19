/**
 * @file A name in a folder to which others may write, made sure for one claim.
 *
 * [Note: Never over another] A rename replaces what has the name already. So a name is first made as a file that contains the
 * claim, which only one can make, and the rename replaces that. What a crash leaves behind is recognised by its content: it gets
 * its name only once that is on the disk.
 */

import { codeOf } from '../../ground/files/error-codes.ts';
import type { OpenedFolder } from '../../ground/files/opened-folder.ts';
import { user } from '../../ground/files/own-folder.ts';
import type { Entry } from './journal-entry.ts';
import { besideName, numbered } from './names.ts';
import { isOfTheHouse } from './others.ts';

/** In place of more: something else must be wrong. */
const MOST_NUMBERS = 10_000;

type Claimed = Pick<Entry, 'claim' | 'name'>;

/** A text that is to stand beside a moved file. */
export interface Companion {
  /** Behind the name of the file. */
  ending: string;
  content: string | AsyncIterable<string> | Iterable<string>;
}

/**
 * Makes a file with the first free name, so that no other gets it. A name is free where the names beside it are, too.
 * Throws what node:fs throws.
 */
export async function reserve(
  day: OpenedFolder,
  watched: OpenedFolder,
  entry: Claimed,
  endings: readonly string[],
): Promise<string> {
  for (let number = 1; number <= MOST_NUMBERS; number++) {
    const candidate = numbered(entry.name, number);
    if (await isReserved(day, watched, candidate, entry.claim)) return candidate;
    const beside = endings.map((ending) => besideName(candidate, ending));
    if (await areThere(day, beside)) continue;
    if (await makeReservation(day, candidate, entry)) return candidate;
  }
  throw new Error('there are too many files with this name');
}

async function makeReservation(day: OpenedFolder, name: string, { claim: id }: Claimed): Promise<boolean> {
  const made = `.${id}.reservation`;
  const reservation = { content: reservationText(id), mode: 0o600 };
  try {
    await day.remove(made);
    await writeNew(day, made, reservation);
    await day.link(made, name).catch(async (thrown: unknown) => {
      if (codeOf(thrown) === 'EEXIST') throw thrown;
      // A drive without such links: a crash may leave an empty file here, and the next attempt then takes another name.
      await writeNew(day, name, reservation);
    });
    return true;
  } catch (thrown) {
    if (codeOf(thrown) === 'EEXIST') return false;
    throw thrown;
  } finally {
    await day.remove(made).catch(() => {});
  }
}

const reservationText = (claim: string): string => `Tranship moves a file here: ${claim}\n`;

/** Whether an earlier attempt of this very claim made the file; others can read the claim, and write the same. */
async function isReserved(day: OpenedFolder, watched: OpenedFolder, name: string, claim: string): Promise<boolean> {
  const text = reservationText(claim);
  const found = await day.factsOf(name);
  if (found?.isFile() !== true || Number(found.size) !== Buffer.byteLength(text)) return false;
  if (!isOfTheHouse(found, watched.facts, user)) return false;
  await using file = await day.openFile(name);
  return (await file.readFile('utf8')) === text;
}

/** Writes a file that was not there, and is on the disk then. Throws what node:fs throws. */
export async function writeNew(
  folder: OpenedFolder,
  name: string,
  { content, mode }: { content: Companion['content']; mode: number },
): Promise<void> {
  await using file = await folder.createFile(name, mode);
  await file.writeFile(content);
  await file.sync();
}

async function areThere(folder: OpenedFolder, names: readonly string[]): Promise<boolean> {
  for (const name of names) if ((await folder.factsOf(name)) !== undefined) return true;
  return false;
}
