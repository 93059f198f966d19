/** @file Notifies a person of events while they look elsewhere; events within a moment share one notification. */

import type { Settings } from './contract.ts';
import { type Happening, isWanted, type NotificationContent, notificationOf } from './happenings.ts';

/** Many submissions often end together. */
const MOMENT_MS = 3000;

export interface NotifierPorts {
  clock: { sleep: (ms: number) => Promise<void> };
  /** Called each time, because the settings may have changed. */
  settings: () => Settings['notifications'] | Promise<Settings['notifications']>;
  /** Whether the person looks at the window, which already shows everything. */
  isWatched: () => boolean;
  show: (notification: NotificationContent) => void;
}

export class Notifier {
  readonly #ports: NotifierPorts;
  #isClosed = false;
  #happenings: Happening[] = [];

  constructor(ports: NotifierPorts) {
    this.#ports = ports;
  }

  note(happening: Happening): void {
    if (this.#ports.isWatched()) return;
    this.#happenings.push(happening);
    if (this.#happenings.length > 1) return;
    this.#ports.clock
      .sleep(MOMENT_MS)
      .then(() => this.#tell())
      // The system shows no notifications; the window shows the news anyway.
      .catch(() => {});
  }

  close(): void {
    this.#isClosed = true;
  }

  async #tell(): Promise<void> {
    if (this.#isClosed) return;
    const happenings = this.#happenings;
    this.#happenings = [];
    const settings = await this.#ports.settings();
    const notification = notificationOf(happenings.filter((happening) => isWanted(happening, settings)));
    if (notification !== undefined && !this.#ports.isWatched()) this.#ports.show(notification);
  }
}
