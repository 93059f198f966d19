/**
 * @file Fault × moment, with real processes, real sockets and `kill -9`, against the practice tenant, which counts
 * arrivals. In every cell, each byte range of the file is in the storage once, every batch id is accounted for, the
 * final state is right, the history intact, and no secret was revealed. The results are printed as a table at the end.
 */

import { afterAll, beforeAll, describe, it, vi } from 'vitest';
import { removeSamples, runCell, type Samples, writeSamples } from './cell.ts';
import { faults, impossible } from './faults.ts';
import { MatrixTable } from './matrix-table.ts';
import { isSent, moments, partnerAt } from './moments.ts';

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

const timeout = 90_000;
/** A refused address is settled by the service where the body may have left; it is asked for two minutes. */
const settlingTimeout = timeout + 120_000;

describe.concurrent.each(faults)('$name', (fault) => {
  for (const moment of moments) {
    const reason = impossible(fault, moment);
    if (reason !== undefined) {
      table.note(fault.name, moment, '–');
      continue;
    }
    const outcome =
      fault.hitsFile && !isSent(moment) ? 'sends nothing, and says why' : 'loses nothing, doubles nothing';
    const isSettled = fault.deniesAddress === true && partnerAt(moment) === 'storage';
    it(`at the moment “${moment}” ${outcome}`, { timeout: isSettled ? settlingTimeout : timeout }, async () => {
      await table.noteOutcome(fault.name, moment, () => runCell(fault, moment, samples));
    });
  }
});
