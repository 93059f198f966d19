/** @file What is said where the clock of this computer may be why the service or the storage refuses. */

import { message } from '../languages/message.ts';
import { durationInWords } from '../quantities.ts';
import type { ErrorParams } from './wording.ts';

/** How far the clock of this computer is from the service’s: known only where it is far enough to matter. */
export type WrongClock = {
  /** Seconds that this computer is ahead; negative where it is behind. */
  clockAhead?: number;
};

/** A remedy that begins with the clock; undefined where nothing is wrong with it. */
export function clockRemedy({ clockAhead }: WrongClock, then: 'by-itself' | 'by-person'): string | undefined {
  // Stored errors, and those of other processes, may hold anything.
  if (typeof clockAhead !== 'number') return undefined;
  const time = timeOf(clockAhead);
  if (then === 'by-itself')
    return clockAhead > 0
      ? message(
          'The clock of this computer is {time} ahead of the service’s, which may be the reason. Let the system set the time automatically, or ask IT to. Tranship tries again by itself.',
          { time },
        )
      : message(
          'The clock of this computer is {time} behind the service’s, which may be the reason. Let the system set the time automatically, or ask IT to. Tranship tries again by itself.',
          { time },
        );
  return clockAhead > 0
    ? message(
        'The clock of this computer is {time} ahead of the service’s, which may be the reason. Let the system set the time automatically, or ask IT to, then try again. If the clock is right, check that the base address, the token address and the scope of this connection belong to the same tenant.',
        { time },
      )
    : message(
        'The clock of this computer is {time} behind the service’s, which may be the reason. Let the system set the time automatically, or ask IT to, then try again. If the clock is right, check that the base address, the token address and the scope of this connection belong to the same tenant.',
        { time },
      );
}

/** What to do where nothing but the clock explains it; undefined where nothing is wrong with it. */
export function clockAdvice({ clockAhead }: WrongClock): string | undefined {
  if (typeof clockAhead !== 'number') return undefined;
  const time = timeOf(clockAhead);
  return clockAhead > 0
    ? message(
        'The clock of this computer is {time} ahead of the service’s, which may be the reason. Let the system set the time automatically, or ask IT to, then try again.',
        { time },
      )
    : message(
        'The clock of this computer is {time} behind the service’s, which may be the reason. Let the system set the time automatically, or ask IT to, then try again.',
        { time },
      );
}

/** In a few words, for a line; undefined where nothing is wrong with the clock. */
export function clockTrouble({ clockAhead }: ErrorParams): string | undefined {
  if (typeof clockAhead !== 'number') return undefined;
  const time = timeOf(clockAhead);
  return clockAhead > 0
    ? message('The clock of this computer is {time} ahead', { time })
    : message('The clock of this computer is {time} behind', { time });
}

const timeOf = (seconds: number): string => durationInWords(Math.abs(seconds) * 1000, 2);
