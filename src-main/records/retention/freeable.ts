/** @file What can be removed at once where the disk is full, since nothing that is open needs it. */

import { dirname } from 'node:path';
import type { Freeable } from '../../../src-shared/contract.ts';
import type { SubmissionState } from '../../../src-shared/states.ts';
import { type FileFigures, type KeptFiles, sum } from './kept-files.ts';

export interface FreeablePorts {
  files: KeptFiles;
  /** Whether what has this name is needed: the report of a batch that is open. */
  isOpen: (batchId: string) => boolean;
  /** Where the bytes are of each file of which every line was accepted. */
  acceptedContents: () => readonly string[];
  /** Whether the organisation says how long reports are kept. */
  areReportsManaged: boolean;
  now: number;
}

/** Only what there is, the largest first. */
export async function whatIsFreeable(ports: FreeablePorts): Promise<Freeable[]> {
  const { files, isOpen, acceptedContents, areReportsManaged } = ports;
  const copies = await Promise.all(acceptedContents().map((content) => files.figuresOfCopy(content)));
  const found: { kind: Freeable['kind']; figures: FileFigures }[] = [
    { kind: 'copies', figures: sum(copies) },
    { kind: 'damaged', figures: await files.figuresOfDatabase('damaged') },
  ];
  if (!areReportsManaged) found.push({ kind: 'reports', figures: await files.figuresOfReports(isOpen) });
  return found
    .filter(({ figures }) => figures.bytes > 0)
    .map(({ kind, figures: { count, bytes } }) => ({ kind, count, bytes }))
    .toSorted((one, other) => other.bytes - one.bytes);
}

/** Removes it. Returns how many files it was. */
export async function removeFreeable(kind: Freeable['kind'], ports: FreeablePorts): Promise<number> {
  const { files, isOpen, acceptedContents, areReportsManaged, now } = ports;
  switch (kind) {
    case 'copies': {
      let removed = 0;
      for (const content of acceptedContents()) {
        if ((await files.removeInboxCopy(content)) || (await files.removePrepared(content))) removed += 1;
      }
      return removed;
    }
    case 'damaged':
      return await files.removeDamaged();
    case 'reports':
      return areReportsManaged ? 0 : await files.removeReportsBefore(now + 1, isOpen);
  }
}

/**
 * Where the bytes are of files of which every line was accepted, as far as nothing else is needed of their folder: a copy goes with
 * its folder, and a corrected file may lie beside the faulty one.
 */
export function acceptedContents(
  standings: readonly { state: SubmissionState; submission: { content: string } }[],
): string[] {
  const folders = Map.groupBy(standings, ({ submission }) => dirname(submission.content));
  const accepted = [...folders.values()].filter((own) => own.every(({ state }) => state === 'processed'));
  return [...new Set(accepted.flat().map(({ submission }) => submission.content))];
}
