/**
 * @file A batch as the ledger keeps it, and what a desk makes of it that takes it over. Pure. In the ledger, times count from the
 * moment of writing, because the clocks of two desks differ. An address never gets there.
 */

import type { z } from 'zod';
import { isEndState } from '../../../src-shared/states.ts';
import { type Batch, batchSchema, newBatch } from '../../send/batch.ts';
import { nextStep } from '../../send/machine/machine.ts';

/** What belongs to a desk, or to the part itself. */
const own = {
  ...({ number: true, submission: true, team: true } as const),
  ...({ start: true, end: true, lines: true, sha256: true, ingestValid: true } as const),
};
const toldSchema = batchSchema.omit(own);
/** How a batch stands, without what it is of. */
export type Told = z.infer<typeof toldSchema>;

/** @param now by the clock of this desk */
export function toLedger(batch: Batch, now: number): object {
  const { address: _, addressEndsAt: __, addressLifetime: ___, ...delivery } = batch.delivery ?? {};
  const told = toldSchema.parse({ ...batch, ...(batch.delivery && { delivery }) });
  return shifted(told, -now);
}

/**
 * @param age how long ago it was written (ms)
 * @param now by the clock of this desk
 * @throws ZodError for what no Tranship has written
 */
export function fromLedger(written: unknown, age: number, now: number): Told {
  return shifted(toldSchema.parse(written), Math.round(now - age));
}

/** What of a batch is worth being told: all but how it waits. Equal texts say the same. */
export function wording(batch: Batch): string {
  const told = toldSchema.parse(batch);
  const waiting = { notBefore: 0, polls: 0, failures: 0, failingSince: undefined, verifyUntil: undefined };
  return JSON.stringify({ ...told, ...waiting });
}

/**
 * How a desk continues with a part that it has taken.
 * @param told as the ledger has it; undefined where it was never begun
 * @param local what this desk knows of it
 * @param isOurs whether no other desk had the part since this one held it
 */
export function continued(told: Told | undefined, local: Batch, isOurs: boolean): Batch {
  if (told === undefined) return isOurs ? local : fresh(local);
  if (isOurs && knows(local, told)) return suspected(local, told);
  return withAddress(toldOf(local, calm(told)), local);
}

/** A batch as another desk tells of it; an address that this desk has stays here. */
export function retold(told: Told, local: Batch): Batch {
  const batch = withAddress(toldOf(local, told), local);
  // Each desk fetches for itself the reports that name lines.
  if (!isEndState(batch.state) || told.report !== 'kept' || told.named === 0) return batch;
  const report = local.report === 'kept' ? 'kept' : 'wanted';
  // Where nothing leads to it any more, it would be wanted for ever.
  return report === 'wanted' && nextStep({ ...batch, report }) === undefined ? batch : { ...batch, report };
}

/** A batch whose bytes cannot be sent from here, for another desk: nothing of it has left. */
export function givenBack(batch: Batch): Batch {
  const { attempts, watched, abandoned, delivery } = batch;
  return {
    ...fresh(batch),
    attempts,
    watched,
    abandoned: delivery === undefined ? abandoned : [...abandoned, delivery.batchId],
  };
}

function fresh(batch: Batch): Batch {
  const { team } = batch;
  return { ...newBatch(batch.number, batch.submission, batch), ...(team !== undefined && { team }) };
}

function toldOf(local: Batch, told: Told): Batch {
  const { number, submission, start, end, lines, sha256, ingestValid, team } = local;
  return { ...told, number, submission, start, end, lines, sha256, ingestValid, ...(team !== undefined && { team }) };
}

/** Another desk's failures and waits are none of this one. */
function calm(told: Told): Told {
  const { failingSince: _, verifyUntil: __, ...rest } = told;
  return { ...rest, failures: 0, polls: 0, notBefore: 0 };
}

/** Whether this desk knows of what the ledger has: its data folder was not put back to an earlier state. */
function knows({ delivery, abandoned }: Batch, told: Told): boolean {
  const id = told.delivery?.batchId;
  return id === undefined || delivery?.batchId === id || abandoned.includes(id);
}

/** What the ledger has of the last block counts, even if this desk was ended before it had stored that. */
function suspected(local: Batch, told: Told): Batch {
  const { delivery } = local;
  if (delivery === undefined || delivery.batchId !== told.delivery?.batchId) return local;
  return {
    ...local,
    delivery: { ...delivery, mayHaveArrived: delivery.mayHaveArrived || told.delivery.mayHaveArrived },
  };
}

function withAddress(batch: Batch, { delivery }: Batch): Batch {
  if (batch.delivery === undefined || delivery?.address === undefined) return batch;
  if (batch.delivery.batchId !== delivery.batchId || isEndState(batch.state) || batch.acceptedAt !== undefined)
    return batch;
  return { ...batch, delivery: { ...delivery, mayHaveArrived: batch.delivery.mayHaveArrived } };
}

function shifted(told: Told, by: number): Told {
  const moved = (time: number | undefined) => (time === undefined ? undefined : time + by);
  return {
    ...told,
    notBefore: told.notBefore + by,
    failingSince: moved(told.failingSince),
    verifyUntil: moved(told.verifyUntil),
    acceptedAt: moved(told.acceptedAt),
    seenAt: moved(told.seenAt),
    watched: told.watched.map((one) => ({
      ...one,
      since: one.since + by,
      notBefore: one.notBefore + by,
      movedAt: moved(one.movedAt),
    })),
  };
}
