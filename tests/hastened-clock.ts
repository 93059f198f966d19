/** @file A clock that runs faster than the others: for what waits out real times over real sockets and files. */

import { type Clock, systemClock, wallClock } from '../src-main/ground/clock.ts';

/** Begins at the time of day; a wait takes so many `times` less. Give it to all who compare times. */
export function hastenedClock(times: number): Clock {
  const [day, steady] = [systemClock.now(), systemClock.steady()];
  const passed = () => (systemClock.steady() - steady) * times;
  return wallClock({
    now: () => day + Math.floor(passed()),
    steady: () => steady + passed(),
    delay: (milliseconds, signal) => systemClock.sleep(milliseconds / times, signal),
  });
}
