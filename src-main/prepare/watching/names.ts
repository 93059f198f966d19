/** @file What files of a watched folder are called while they are in work, beside others, and where a name is taken. Pure. */

import type { Entry } from './journal-entry.ts';
import { IN_WORK } from './landing.ts';

/** The most bytes that a name may have on the usual drives. */
const LONGEST_NAME = 255;
const CLAIM_AT_END = new RegExp(`\\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\\.${IN_WORK}$`);

type Named = Pick<Entry, 'claim' | 'name'>;

/** What a claimed file is called while it is worked on: hidden, so that nothing takes it for one that has landed. */
export const nameInWork = ({ claim, name }: Named): string => besideName(`.${name}`, `.${claim}.${IN_WORK}`);

/** The same of its marker. */
export const markerInWork = ({ claim, name }: Named): string => besideName(`.${name}`, `.${claim}.marker`);

/** The claim in the name of a file that is in work; undefined for any other name. */
export const claimIn = (name: string): string | undefined => CLAIM_AT_END.exec(name)?.[1];

/** `export.csv` as `export (2).csv`; the ending of a packed file stays whole. */
export function numbered(name: string, number: number): string {
  if (number === 1) return name;
  const [, stem = name, ending = ''] = /^(.+?)((?:\.[A-Za-z]{1,5})?\.[A-Za-z0-9]{1,9})$/.exec(name) ?? [];
  return `${shortened(stem, ` (${number})${ending}`)} (${number})${ending}`;
}

/** The name of a file beside another. */
export function besideName(name: string, ending: string): string {
  return `${shortened(name, ending)}${ending}`;
}

/** So much of a name that there is room for its ending. */
function shortened(stem: string, ending: string): string {
  const room = LONGEST_NAME - Buffer.byteLength(ending);
  let text = stem;
  while (Buffer.byteLength(text) > room) text = [...text].slice(0, -1).join('');
  return text;
}
