/** @file What a command does about an error that no part of it has caught: says it, stops cleanly, and ends in time. */

import { type AppError, toAppError } from '../../../src-shared/errors.ts';
import { type Clock, SECOND } from '../../ground/clock.ts';
import type { CommandLinePorts } from './ports.ts';

export interface FaultPorts {
  /** Where such errors arrive, rejections included: the process. */
  faults: CommandLinePorts['events'];
  clock: Clock;
  note: (thrown: unknown) => void;
  tell: (error: AppError) => void;
  /** Ends what the command was doing. */
  stop: () => Promise<void>;
  /** Ends the process, as after a fault in Tranship. */
  end: () => void;
}

/** The queue is safe without a clean stop. */
const LONGEST_STOP = 10 * SECOND;

/**
 * Without this, Node would print a stack and end with 1, which means that the service refused something.
 * @returns stops listening
 */
export function endOnFault({ faults, clock, note, tell, stop, end }: FaultPorts): () => void {
  let isUnderWay = false;
  const endCleanly = (thrown: unknown) => {
    // What goes wrong while the process ends changes nothing.
    if (isUnderWay) return;
    isUnderWay = true;
    const stopped = new AbortController();
    const stopping = attempts([() => note(thrown), () => tell(toAppError(thrown)), stop]);
    Promise.race([stopping, clock.sleep(LONGEST_STOP, stopped.signal)])
      .then(end, end)
      .finally(() => stopped.abort());
  };
  faults.on('uncaughtException', endCleanly);
  return () => faults.off('uncaughtException', endCleanly);
}

/** Each step, whether or not the others fail. */
async function attempts(steps: readonly (() => unknown)[]): Promise<void> {
  for (const step of steps) {
    try {
      await step();
    } catch {
      // The first error is the one to tell.
    }
  }
}
