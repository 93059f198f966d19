/** @file What the queue does when its store fails: nothing moves any more, until the data folder takes something again. */

import { AppError } from '../../src-shared/errors.ts';
import { type Clock, SECOND } from '../ground/clock.ts';

/** How often a folder is tried that takes nothing. */
const ROOM_GAP = 2 * SECOND;

export interface StandstillPorts {
  clock: Clock;
  /** Whether it takes something, and the witness does. @throws AppError folder.*, file.*, and queue.damaged, of which nothing heals */
  hasRoom: () => boolean;
  /** Ends all that is under way. */
  rest: () => Promise<unknown>;
  onBegin: (error: AppError) => void;
  /** It is stored again. */
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
    if (!passes(error)) return;
    try {
      do await clock.sleep(ROOM_GAP, signal);
      while (!isUsable(hasRoom));
    } catch {
      // Stopped, or closed, before there was room; or the queue is damaged.
      return;
    }
    this.#reason = undefined;
    onEnd();
  }
}

/** What a person or another program may end while the queue stands still. */
const passing: ReadonlySet<string> = new Set([
  ...['disk.full', 'folder.unusable', 'folder.in-use'],
  // Of the witness of the folder.
  ...['file.locked', 'file.cannot-write'],
]);

function passes({ code }: AppError): boolean {
  return passing.has(code);
}

function isUsable(hasRoom: () => boolean): boolean {
  try {
    return hasRoom();
  } catch (thrown) {
    if (thrown instanceof AppError && passes(thrown)) return false;
    throw thrown;
  }
}
