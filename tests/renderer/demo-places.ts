/** @file Where an id went, for tests of the page: every UUID has gone with the first two files. */

import type { FoundInTeam, FoundPlaces, SubmissionRow } from '../../src-shared/contract.ts';

const isUuid = (text: string): boolean => /^[0-9a-f-]{36}$/i.test(text.trim());

export function demoPlaces(id: string, rows: readonly SubmissionRow[]): FoundPlaces {
  const places = isUuid(id)
    ? rows.slice(0, 2).map((row, index) => ({
        ...{ submission: row.id, fileName: row.fileName, connection: row.connection, line: 48_213 + index },
        ...{ batchId: '6f1b0f0a-3f52-4c3e-9a51-2f4f0e6a7c11', state: row.state, remoteState: 'PROCESSED' },
        ...{ isConfirmed: index === 0, isRemoved: false },
      }))
    : [];
  return { keepsIds: true, places, isCut: false, unsearched: isUuid(id) ? ['cards-2026-11.jsonl'] : [] };
}

/** A colleague has announced every UUID as well. */
export function demoTeamPlaces(id: string): FoundInTeam {
  const file = { sending: 41, fileName: 'cards-2026-11-copy.jsonl', person: 'mara', desk: 'desk-7' };
  const where = { at: Date.UTC(2026, 10, 20, 6, 30), destination: 'https://tm.example client', connection: 'Nordbank' };
  const places = isUuid(id) ? [{ ...file, ...where, counts: true, isHere: false }] : [];
  return { places, isCut: false, unsearched: 0 };
}
