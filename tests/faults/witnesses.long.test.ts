/**
 * @file Cells of the fault matrix with real processes, real sockets and `kill -9`, against the practice tenant: one for each
 * kind of fault, and at night all of them, printed as a table. They witness what matrix.long.test.ts tries at more moments in one
 * process.
 */

import { afterAll, beforeAll, describe, it, vi } from 'vitest';
import { isNight } from '../harness/night.ts';
import { removeSamples, runCell, type Samples, writeSamples } from './cell.ts';
import { faults, impossible } from './faults.ts';
import { MatrixTable } from './matrix-table.ts';
import { isSent, type Moment, moments } from './moments.ts';

/** By day: one moment for each kind of fault that has to do with processes, connections or files. */
const witnesses: Readonly<Record<string, Moment>> = {
  'half-open: nothing moves, no RST': 'middle',
  'kill -9, then work': 'after reply, no record yet',
  'Ctrl-C, pause, work, resume, work': 'first byte',
  'connections reset (RST)': 'after body, no reply yet',
  'network gone, then back': 'reserved, no reply yet',
  'stopped and continued (SIGSTOP)': 'polling',
  'last block lost, then the address over': 'last byte',
  'file: replaced by another': 'middle',
};

// The processes of a cell mostly wait, but one that gets no turn for too long counts as standing still.
vi.setConfig({ maxConcurrency: isNight ? 10 : 3 });

const table = new MatrixTable();
let samples: Samples;
beforeAll(async () => {
  samples = await writeSamples();
});
afterAll(async () => {
  await removeSamples(samples);
  if (isNight) console.log(table.toString());
});

describe.concurrent.each(faults.filter(({ name }) => isNight || name in witnesses))('$name', (fault) => {
  for (const moment of moments) {
    if (!isNight && witnesses[fault.name] !== moment) continue;
    const reason = impossible(fault, moment);
    if (reason !== undefined) {
      table.note(fault.name, moment, '–');
      continue;
    }
    const outcome =
      fault.hitsFile && !isSent(moment) ? 'sends nothing, and says why' : 'loses nothing, doubles nothing';
    it(`at the moment “${moment}” ${outcome}`, async () => {
      await table.noteOutcome(fault.name, moment, () => runCell(fault, moment, samples));
    });
  }
});
