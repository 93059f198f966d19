/** @file What the search tells of a team ledger beside what this computer knows. */

import { describe, expect, it } from 'vitest';
import { type TeamAnswer, toldOf } from '../../src-renderer/queue/team-places.ts';
import type { FoundPlaces, TeamPlace } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import { placeSchema, submissionIdSchema } from '../../src-shared/shapes.ts';

const id = '4f1c2d9e-0b6f-4c41-9d53-3f0f0b6a2f10';
const nothingHere: FoundPlaces = { keepsIds: true, places: [], isCut: false, repairs: [] };
const here = (submission: number): FoundPlaces => ({
  ...nothingHere,
  places: [
    placeSchema.parse({
      id: 'm-1',
      submission,
      file: 'november.jsonl',
      fileName: 'november.jsonl',
      connection: 'Nordbank',
      line: 1,
      state: 'processed',
      isConfirmed: true,
      isRemoved: false,
    }),
  ],
});
const sent = (more: Partial<TeamPlace> = {}): TeamPlace => ({
  modificationId: id,
  sending: 41,
  sha256: 'a1',
  fileName: 'november.jsonl',
  person: 'mara',
  desk: 'desk-7',
  at: 0,
  destination: 'https://tm.example',
  counts: true,
  isHere: false,
  ...more,
});
const found = (...places: TeamPlace[]): TeamAnswer => ({
  kind: 'found',
  found: { places, isCut: false, unsearched: 0 },
});
const refused = (code: 'team.unreachable' | 'team.refused'): TeamAnswer => ({
  kind: 'not-searched',
  error: (code === 'team.refused'
    ? new AppError('team.refused', { reason: 'No.' })
    : new AppError('team.unreachable', { ledger: 'ledger', reason: 'no answer' })
  ).toRecord(),
});

describe('A file that a colleague sent', () => {
  it('is shown, also where the same bytes went from this computer', () => {
    const place = sent({ isHere: true });
    expect(toldOf(found(place), id, here(3))).toMatchObject({ kind: 'places', places: [place] });
  });
});

describe('A file that this desk sent', () => {
  const own = sent({ own: submissionIdSchema.parse(3) });

  it('is shown once: by its line and batch here', () => {
    expect(toldOf(found(own), id, here(3))).toMatchObject({ kind: 'nothing' });
    expect(toldOf(found(own, sent({ sending: 42 })), id, here(3))).toMatchObject({ places: [{ sending: 42 }] });
  });

  it('is shown by the ledger where this computer finds it no more', () => {
    expect(toldOf(found(own), id, nothingHere)).toMatchObject({ kind: 'places', places: [own] });
  });
});

describe('A ledger that was not searched', () => {
  it('is named, whatever was typed', () => {
    expect(toldOf(refused('team.unreachable'), 'm-1', nothingHere)).toEqual({ kind: 'away' });
    expect(toldOf(refused('team.refused'), 'm-1', nothingHere)).toMatchObject({ kind: 'not-searched' });
  });
});

describe('A ledger that has nothing, or has not answered yet', () => {
  it('is not mentioned to a person who types the name of a file', () => {
    expect(toldOf(found(), 'november', nothingHere)).toBeUndefined();
    expect(toldOf({ kind: 'asking' }, 'november', nothingHere)).toBeUndefined();
  });

  it('is mentioned to a person who looks for an id', () => {
    expect(toldOf(found(), id, nothingHere)).toMatchObject({ kind: 'nothing' });
    expect(toldOf({ kind: 'asking' }, 'm-1', here(3))).toEqual({ kind: 'asking' });
  });
});
