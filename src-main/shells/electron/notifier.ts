/** @file Tells a person of what happened while they look elsewhere; what happens within a moment is told at once. */

import type { Settings } from '../../../src-shared/contract.ts';
import { type Clock, SECOND } from '../../clock.ts';
import { type Happening, isWanted, notificationOf } from './happenings.ts';

/** Many submissions often end together. */
const MOMENT = 3 * SECOND;

export interface NotifierPorts {
  clock: Clock;
  /** Asked each time: the settings may have changed. */
  settings: () => Settings['notifications'];
  /** Whether the person looks at the window, which says it all by itself. */
  isWatched: () => boolean;
  show: (notification: { title: string; body: string }) => void;
}

export class Notifier {
  readonly #ports: NotifierPorts;
  readonly #closing = new AbortController();
  #happenings: Happening[] = [];

  constructor(ports: NotifierPorts) {
    this.#ports = ports;
  }

  note(happening: Happening): void {
    if (this.#ports.isWatched()) return;
    this.#happenings.push(happening);
    if (this.#happenings.length > 1) return;
    this.#ports.clock
      .sleep(MOMENT, this.#closing.signal)
      .then(() => this.#tell())
      // Closed meanwhile, or the system shows nothing: the window says it all the same.
      .catch(() => {});
  }

  close(): void {
    this.#closing.abort();
  }

  #tell(): void {
    const happenings = this.#happenings;
    this.#happenings = [];
    const settings = this.#ports.settings();
    const notification = notificationOf(happenings.filter((happening) => isWanted(happening, settings)));
    if (notification !== undefined && !this.#ports.isWatched()) this.#ports.show(notification);
  }
}
