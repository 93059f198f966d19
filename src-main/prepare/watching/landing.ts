/**
 * @file What lands in a watched folder, and when it stands still: from one listing after the other, and the time of each, it
 * follows which files are new, growing, replaced, gone, and ready to be taken. Pure.
 *
 * [Note: No time of the files] Whether a file stands still follows from what was seen of it, never from comparing the time of
 * its last change with a clock: that time is set by another computer, or is wrong, or does not move, on many network drives.
 */

/** A file as a listing shows it. */
export interface Listed {
  name: string;
  bytes: number;
  /** When its content last changed, in milliseconds, as the drive tells it. */
  modifiedAt: number;
  /** Which file it is, whatever its name; empty where the drive does not tell. */
  identity: string;
}

export interface LandingRules {
  /** How long a file must not have changed, in milliseconds. */
  settleMs: number;
  /** What the name of a second file has at its end, which says that the first is complete: in place of the settle time. */
  marker?: string | undefined;
}

/** What is known of a file that is in the folder. */
interface Seen {
  file: Listed;
  /** For how long it was seen without a change. */
  stoodMs: number;
  isReady: boolean;
  isGrowing: boolean;
}

/** What is known of the folder; begins with `nothingSeen`. */
export interface Landing {
  /** The time of the last listing. */
  at: number | undefined;
  files: ReadonlyMap<string, Seen>;
}

export const nothingSeen: Landing = { at: undefined, files: new Map() };

/** What has changed since the listing before. */
export interface LandingNews {
  kind: 'new' | 'growing' | 'replaced' | 'gone' | 'stands-still';
  name: string;
  bytes: number;
}

export interface Look {
  landing: Landing;
  news: readonly LandingNews[];
  /** All that may be taken now, in the order of their names. */
  ready: readonly Listed[];
}

/** At the end of the name of a file that is in work; in earlier versions, the folder of these files. */
export const IN_WORK = 'in-work';
/** Folders that Tranship makes in a watched folder. */
export const DONE = 'done';
export const REFUSED = 'refused';

/** Names that programs give to files which they are still writing, or which are theirs alone. */
const UNFINISHED_ENDS = ['.partial', '.tmp', '.temp', '.crdownload', '.filepart', '.part', '.download'];
/** Files of the system, and what would be in the way of our folders. */
const NEVER_TAKEN = new Set(['thumbs.db', 'desktop.ini', IN_WORK, DONE, REFUSED]);

/** The same name, in whichever letters and Unicode form a system gives it. */
const folded = (name: string): string => name.normalize('NFC').toLowerCase();

/** Whether a file with this name is none to be taken: hidden, unfinished, a marker, or of another program. */
export function isIgnored(name: string, marker: string | undefined): boolean {
  const plain = folded(name);
  if (plain.startsWith('.') || plain.startsWith('~$') || NEVER_TAKEN.has(plain)) return true;
  if (UNFINISHED_ENDS.some((end) => plain.endsWith(end))) return true;
  return isMarker(name, marker);
}

/** Whether this is the name of a marker. */
export function isMarker(name: string, marker: string | undefined): boolean {
  return marker !== undefined && folded(name).endsWith(folded(marker));
}

/** The name of the marker of this file among those in the folder; undefined where there is none. */
export function markerOf(name: string, names: Iterable<string>, marker: string): string | undefined {
  const wanted = folded(name + marker);
  for (const other of names) if (folded(other) === wanted) return other;
  return undefined;
}

/** The settle time counts in steps of at most this part of it: a clock that jumps, or a computer that slept, proves nothing. */
const LONGEST_STEP = 1 / 2;

/**
 * Takes one more listing into account.
 * @param listing all plain files directly in the folder, markers included
 * @param now when it was made; the clock may jump
 */
export function look(landing: Landing, listing: readonly Listed[], now: number, rules: LandingRules): Look {
  const { settleMs, marker } = rules;
  const passed = landing.at === undefined ? 0 : Math.max(0, now - landing.at);
  const step = Math.min(passed, settleMs * LONGEST_STEP);
  const markers = new Set(listing.filter(({ name }) => isMarker(name, marker)).map(({ name }) => folded(name)));
  const files = new Map<string, Seen>();
  const news: LandingNews[] = [];
  const tell = (kind: LandingNews['kind'], { name, bytes }: Listed) => news.push({ kind, name, bytes });

  for (const file of listing) {
    if (isIgnored(file.name, marker)) continue;
    const before = landing.files.get(file.name);
    const change = before === undefined ? 'new' : changeOf(before.file, file);
    const stoodMs = before === undefined || change !== undefined ? 0 : before.stoodMs + step;
    // What changes although it is said to be complete is not.
    const isMarked = markers.has(folded(file.name + (marker ?? ''))) && (change === undefined || change === 'new');
    const isReady = marker === undefined ? hasSettled(file, stoodMs, before, settleMs) : isMarked;
    const wasReady = before?.isReady === true && change === undefined;
    if (change !== undefined && !(change === 'growing' && before?.isGrowing)) tell(change, file);
    if (isReady && !wasReady) tell('stands-still', file);
    files.set(file.name, { file, stoodMs, isReady, isGrowing: change === 'growing' });
  }
  for (const [name, { file }] of landing.files) if (!files.has(name)) tell('gone', file);
  const ready = [...files.values()].filter(({ isReady }) => isReady).map(({ file }) => file);
  return { landing: { at: now, files }, news, ready: ready.sort((a, b) => (a.name < b.name ? -1 : 1)) };
}

/** A file without a byte is one whose content is still to come. One listing alone never shows that a file stands still. */
function hasSettled({ bytes }: Listed, stoodMs: number, before: Seen | undefined, settleMs: number): boolean {
  return bytes > 0 && before !== undefined && stoodMs >= settleMs;
}

function changeOf(before: Listed, now: Listed): 'growing' | 'replaced' | undefined {
  if (before.identity !== now.identity || now.bytes < before.bytes) return 'replaced';
  return isUnchanged(before, now) ? undefined : 'growing';
}

/** Whether nothing tells these apart but perhaps their names. */
export function isUnchanged(before: Omit<Listed, 'name'>, now: Omit<Listed, 'name'>): boolean {
  return before.identity === now.identity && before.bytes === now.bytes && before.modifiedAt === now.modifiedAt;
}

/** How often to look, in milliseconds, so that a file is taken soon after it has settled. */
export function pauseBetweenLooks(settleMs: number): number {
  return Math.min(5000, Math.max(50, settleMs / 4));
}
