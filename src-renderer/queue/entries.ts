/**
 * @file The entries of the list: files, and what came together as one entry that opens. A corrected file stands below its
 * correction. Pure.
 */

import type { SubmissionRow } from '../../src-shared/contract.ts';

type Id = SubmissionRow['id'];
type Row = Pick<SubmissionRow, 'id' | 'addition' | 'story'>;

/** So many are seen at once, and need no entry to open. */
const FEW = 5;

export interface FileEntry {
  kind: 'file';
  key: Id;
  /** The group it stands in. */
  group?: string | undefined;
  /** It stands below the file that corrects it. */
  isCorrected: boolean;
}

export interface GroupEntry {
  kind: 'group';
  /** What its files have in common. */
  key: string;
  /** Its files that are shown, each with those that it corrects. */
  ids: readonly Id[];
  isOpen: boolean;
}

export type Entry = FileEntry | GroupEntry;
export type EntryKey = Entry['key'];

export interface Grouping {
  /** What came together is one entry. */
  isTogether: boolean;
  /** A person looks for some of the files: groups are open by themselves. */
  isSearch: boolean;
  /** Groups that a person has opened or closed. */
  turned: ReadonlySet<string>;
}

/** A file, and those shown that it corrects. */
interface Unit<Of> {
  lead: Of;
  corrected: Of[];
}

/** @param rows those that are shown, in their order */
export function entriesOf(rows: readonly Row[], { isTogether, isSearch, turned }: Grouping): Entry[] {
  const units = unitsOf(rows);
  const groups = isTogether ? Map.groupBy(units, ({ lead }) => lead.addition?.id) : undefined;
  const entries: Entry[] = [];
  for (const unit of units) {
    const { addition } = unit.lead;
    const group = addition === undefined ? undefined : groups?.get(addition.id);
    if (addition === undefined || group === undefined || group.length === 1) {
      entries.push(...filesOf(unit));
      continue;
    }
    // It stands where the first of its files would.
    if (group[0] !== unit) continue;
    const { id: key, by } = addition;
    // What corrections left for later came of these files: it closes no group that was open.
    const added = group.filter(({ lead, corrected }) => lead.story?.corrects === undefined || corrected.length > 0);
    const opensByItself = isSearch || (by === 'person' && added.length <= FEW);
    const isOpen = opensByItself !== turned.has(key);
    entries.push({ kind: 'group', key, ids: group.flatMap((one) => filesOf(one).map((file) => file.key)), isOpen });
    if (isOpen) entries.push(...group.flatMap((one) => filesOf(one, key)));
  }
  return entries;
}

/** Of these files the ones that count: what stands below its correction is in that. */
export const leadsOf = <Of extends Row>(rows: readonly Of[]): Of[] => unitsOf(rows).map(({ lead }) => lead);

/** All files in the order in which they stand, whether their group is open or not. */
export function idsOf(entries: readonly Entry[]): Id[] {
  return entries.flatMap((entry) => {
    if (entry.kind === 'group') return entry.isOpen ? [] : entry.ids;
    return [entry.key];
  });
}

function filesOf({ lead, corrected }: Unit<Row>, group?: string): FileEntry[] {
  const file = ({ id }: Row, isCorrected: boolean): FileEntry => ({ kind: 'file', key: id, group, isCorrected });
  return [file(lead, false), ...corrected.map((row) => file(row, true))];
}

function unitsOf<Of extends Row>(rows: readonly Of[]): Unit<Of>[] {
  const shown = new Map(rows.map((row) => [row.id, row]));
  const units = new Map<Id, Unit<Of>>();
  for (const row of rows) {
    const lead = leadOf(row, shown);
    const unit = units.get(lead.id) ?? { lead, corrected: [] };
    units.set(lead.id, unit);
    if (row !== lead) unit.corrected.push(row);
  }
  return [...units.values()];
}

/** The last of those that correct it, as far as they are shown. */
function leadOf<Of extends Row>(row: Of, shown: ReadonlyMap<Id, Of>): Of {
  let lead = row;
  // A correction is always newer, so that this ends.
  for (;;) {
    const by = lead.story?.correctedBy;
    const next = by === undefined || by <= lead.id ? undefined : shown.get(by);
    if (next === undefined) return lead;
    lead = next;
  }
}
