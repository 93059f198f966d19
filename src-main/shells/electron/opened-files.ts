/** @file Files that the system passes to the app: opened with it, dropped on its icon, or named at its start. */

import { resolve } from 'node:path';
import { type Clock, SECOND } from '../../ground/clock.ts';
import { addressIn, fileAtAddress } from '../../ground/files/address.ts';

/** When many files are opened at once, each arrives separately, on Windows even in a process of its own. */
const MOMENT = SECOND / 4;

/**
 * The files among the arguments of a process; an address stays one, to be refused like any file that cannot be sent.
 * @param workingFolder of that process, the base of its relative paths
 * @param isPackaged if false, the second argument is the folder of the app
 */
export function filesInArguments(argv: readonly string[], workingFolder: string, isPackaged: boolean): string[] {
  const given = argv.filter((argument) => !argument.startsWith('-')).slice(isPackaged ? 1 : 2);
  return given.map((text) => fileAtAddress(text) ?? addressIn(text) ?? resolve(workingFolder, text));
}

/** Collects paths, even before they can be offered. */
export class OpenedFiles {
  readonly #clock: Clock;
  #paths: string[] = [];
  #offer: ((paths: readonly string[]) => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(paths: readonly string[]): void {
    const isFirst = this.#paths.length === 0;
    this.#paths.push(...paths);
    if (isFirst && this.#paths.length > 0) void this.#clock.sleep(MOMENT).then(() => this.#flush());
  }

  /** Offers the paths collected so far, and all later ones. */
  follow(offer: (paths: readonly string[]) => void): void {
    this.#offer = offer;
    this.#flush();
  }

  #flush(): void {
    if (this.#offer === undefined || this.#paths.length === 0) return;
    const paths = [...new Set(this.#paths)];
    this.#paths = [];
    this.#offer(paths);
  }
}
