/**
 * @file Fault × moment, with real processes, real sockets and `kill -9`, against the practice tenant, which counts
 * arrivals. In every cell, each byte range of the file is in the storage once, every batch id is accounted for, the
 * final state is right, the history intact, and no secret was revealed. The results are printed as a table at the end.
 */

import { afterAll, beforeAll, describe, it, vi } from 'vitest';
import { removeSamples, runCell, type Samples, writeSamples } from './cell.ts';
import { faults, impossible } from './faults.ts';
import { MatrixTable } from './matrix-table.ts';
import { isSent, moments } from './moments.ts';

// The processes of a cell mostly wait: many can share two cores.
vi.setConfig({ maxConcurrency: 10 });

const table = new MatrixTable();
let samples: Samples;
beforeAll(async () => {
  samples = await writeSamples();
});
afterAll(async () => {
  await removeSamples(samples);
  console.log(table.toString());
});

describe.concurrent.each(faults)('$name', (fault) => {
  for (const moment of moments) {
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
