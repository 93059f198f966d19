/**
 * @file One instance for each folder of user data: a second one hands its arguments over, in files that the first one
 * watches, because both must know at once who is first.
 */

import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const arrivalSchema = z.object({ argv: z.array(z.string()), workingFolder: z.string(), additionalData: z.unknown() });
export type Arrival = z.infer<typeof arrivalSchema>;

export class SingleInstance {
  readonly #folder: string;
  readonly #stop: () => void;

  private constructor(folder: string, stop: () => void) {
    this.#folder = folder;
    this.#stop = stop;
  }

  /** Returns undefined after handing over to the instance that already runs. */
  static take(userData: string, own: Arrival, onOther: (other: Arrival) => void): SingleInstance | undefined {
    const folder = join(userData, 'SingletonDouble');
    mkdirSync(folder, { recursive: true });
    const holder = join(folder, 'holder');
    if (!isTaken(holder)) {
      writeFileSync(holder, String(process.pid));
      for (const name of arrivals(folder)) rmSync(join(folder, name), { force: true });
      const heed = () => {
        for (const name of arrivals(folder)) {
          const path = join(folder, name);
          const other = arrivalSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
          rmSync(path);
          onOther(other);
        }
      };
      const watcher = watch(folder, heed);
      watcher.unref();
      heed();
      return new SingleInstance(folder, () => watcher.close());
    }
    const name = `${process.pid}-${Date.now()}`;
    // Renamed when complete, so that the other never reads half of it.
    writeFileSync(join(folder, `${name}.part`), JSON.stringify(own));
    renameSync(join(folder, `${name}.part`), join(folder, `${name}.arrival`));
    return undefined;
  }

  release(): void {
    this.#stop();
    rmSync(join(this.#folder, 'holder'), { force: true });
  }
}

function arrivals(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.arrival'))
      .sort();
  } catch {
    return [];
  }
}

/** A killed process leaves its name behind, as Chromium's leaves its lock. */
function isTaken(holder: string): boolean {
  try {
    process.kill(Number(readFileSync(holder, 'utf8')), 0);
    return true;
  } catch {
    return false;
  }
}
