/** @file What the queue does when its store fails: nothing moves any more; after a full disk, until there is room again. */

import type { AppError } from '../../src-shared/errors.ts';
import { type Clock, SECOND } from '../ground/clock.ts';

/** How often a full disk is looked at. */
const ROOM_GAP = 2 * SECOND;

export interface StandstillPorts {
  clock: Clock;
  hasRoom: () => boolean;
  /** Ends all that is under way. */
  rest: () => Promise<unknown>;
  onBegin: (error: AppError) => void;
  /** There is room again. */
  onEnd: () => void;
}

export class Standstill {
  readonly #ports: StandstillPorts;
  #reason: { error: AppError; since: number } | undefined;

  constructor(ports: StandstillPorts) {
    this.#ports = ports;
  }

  /** What stopped the queue, if something did, and when. */
  get reason(): { error: AppError; since: number } | undefined {
    return this.#reason;
  }

  /** Does nothing when the queue has stopped already. @param signal ends the wait for room */
  async begin(error: AppError, signal: AbortSignal): Promise<void> {
    if (this.#reason !== undefined) return;
    const { clock, hasRoom, rest, onBegin, onEnd } = this.#ports;
    this.#reason = { error, since: clock.now() };
    onBegin(error);
    await rest();
    if (error.code !== 'disk.full') return;
    try {
      do await clock.sleep(ROOM_GAP, signal);
      while (!hasRoom());
    } catch {
      // Stopped, or closed, before there was room.
      return;
    }
    this.#reason = undefined;
    onEnd();
  }
}
