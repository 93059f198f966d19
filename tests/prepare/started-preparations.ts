/** @file The preparations of an app in a test: started, waited for, and closed. */

import { KeptTemplates } from '../../src-main/prepare/kept-templates.ts';
import { PreparationRecords } from '../../src-main/prepare/preparation-record.ts';
import type { OpenPreparation } from '../../src-main/prepare/preparation-works.ts';
import { Preparations } from '../../src-main/prepare/preparations.ts';
import { FakeClock } from '../fake-clock.ts';

const started: Preparations[] = [];

/** The app at one start; a second call is the next start. */
export function startPreparations(home: string, version = '1.0.0'): Preparations {
  const clock = new FakeClock();
  const preparations = new Preparations({
    records: new PreparationRecords(home),
    templates: new KeptTemplates(home, clock),
    clock,
    version,
  });
  started.push(preparations);
  return preparations;
}

/** Ends all work, before its folder is removed. */
export async function closePreparations(): Promise<void> {
  for (const preparations of started.splice(0)) await preparations.works.close();
}

/** Resolves once no work is under way, or once it has come so far. */
export async function settled(
  preparations: Preparations,
  id: string,
  isEnough: (open: OpenPreparation) => boolean = () => false,
): Promise<OpenPreparation> {
  for (;;) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = preparations.works.subscribe((of) => of === id && resolve());
    const open = preparations.get(id);
    if (open.work !== undefined && !isEnough(open)) await promise;
    end();
    const now = preparations.get(id);
    if (now.work === undefined || isEnough(now)) return now;
  }
}
