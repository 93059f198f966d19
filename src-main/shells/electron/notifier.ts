/** @file Notifies a person of events while they look elsewhere; events within a moment share one notification. */

import type { Settings } from '../../../src-shared/contract.ts';
import { type Clock, SECOND } from '../../clock.ts';
import { type Happening, isWanted, notificationOf } from './happenings.ts';

/** Many submissions often end together. */
const MOMENT = 3 * SECOND;

export interface NotifierPorts {
  clock: Clock;
  /** Called each time, because the settings may have changed. */
  settings: () => Settings['notifications'];
  /** Whether the person looks at the window, which already shows everything. */
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
      // The app was closed, or the system shows no notifications; the window shows the news anyway.
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
