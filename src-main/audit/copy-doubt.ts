/**
 * @file Whether a data folder may be a copy: it cannot know what happened after it was copied, so what else is known of it is
 * compared. Only facts count. A folder without any note (a new one, or one of an earlier version) is no copy. Pure.
 */

/** What a folder says of itself, and what the note outside of it says: where it was when it was used last. */
export interface WhereUsed {
  machine: string;
  folder: string;
  /** The folder as the drive knows it: a copy is another one. */
  place: string;
}

/**
 * behind: entries are noted that its history does not have · beside: the folder that the note is about is still there, at
 * another place · moved: it was last used elsewhere, and nothing outside tells what happened there since · told: its team ledger has
 * noted entries of this desk that its history does not have
 */
export type CopyDoubt = { why: 'behind' } | { why: 'beside' | 'moved' | 'told'; elsewhere: string };

export interface CopyEvidence {
  here: WhereUsed;
  /** What the folder says; undefined where it was never noted. */
  kept: WhereUsed | undefined;
  /** What is noted outside. */
  noted: WhereUsed | undefined;
  /** Whether the history has the entry that was noted last. */
  isUpToDate: boolean;
  /** Whether another folder with the same identity stands where the note says. */
  isStillThere: boolean;
}

export function copyDoubt({ here, kept, noted, isUpToDate, isStillThere }: CopyEvidence): CopyDoubt | undefined {
  if (kept === undefined) return undefined;
  if (noted === undefined) {
    // A container has another name at each start, and no lasting note; what it mounts is the same folder.
    return kept.place === here.place ? undefined : { why: 'moved', elsewhere: inWords(kept) };
  }
  if (noted.place !== here.place && isStillThere) return { why: 'beside', elsewhere: noted.folder };
  if (!isUpToDate) return { why: 'behind' };
  // The name of a computer may change; a copy on another one is also another folder.
  if (noted.machine !== here.machine && noted.place !== here.place) return { why: 'moved', elsewhere: inWords(noted) };
  return undefined;
}

function inWords({ folder, machine }: WhereUsed): string {
  return `${folder} (${machine})`;
}
