/** @file What a command does about an error that no part of it has caught: says it, stops cleanly, and ends in time. */

import { type AppError, toAppError } from '../../../src-shared/errors.ts';
import { type Clock, SECOND } from '../../clock.ts';

export interface FaultPorts {
  /** Where such errors arrive, rejections included: the process. */
  faults: { on(event: 'uncaughtException', listener: (thrown: unknown) => void): unknown };
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

/** Without this, Node would print a stack and end with 1, which means that the service refused something. */
export function endOnFault({ faults, clock, note, tell, stop, end }: FaultPorts): void {
  let isUnderWay = false;
  faults.on('uncaughtException', (thrown) => {
    // What goes wrong while the process ends changes nothing.
    if (isUnderWay) return;
    isUnderWay = true;
    const stopping = attempts([() => note(thrown), () => tell(toAppError(thrown)), stop]);
    Promise.race([stopping, clock.sleep(LONGEST_STOP)]).then(end, end);
  });
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
