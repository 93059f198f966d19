/** @file The command that starts the practice tenant, and how it is started by itself. */

import type { Clock } from '../ground/clock.ts';
import type { MachinePolicy } from '../policy/policy.ts';
import { requirePractice } from '../policy/rules.ts';
import { parseMisfortune } from '../practice/misfortune.ts';
import { type PracticeTenant, startPracticeTenant } from '../practice/tenant.ts';
import type { CommandHandlers, CommandPorts } from './ports.ts';

export function practiceCommands({
  practice,
  offered,
}: Pick<CommandPorts, 'practice' | 'offered'>): Pick<CommandHandlers, 'practice.start'> {
  return {
    'practice.start': async () => {
      const connection = await practice.begin();
      return { connection, sample: await offered.offer(await practice.writeSamples()) };
    },
  };
}

export interface PracticeOptions {
  port?: number;
  /** Milliseconds between two states. */
  pace?: number;
  /** As a person spells them. */
  misfortune: readonly string[];
}

/** A practice tenant without an app. @throws AppError policy.managed, usage.invalid; what the system says of the port */
export async function practiceTenant(
  { policy, clock }: { policy: MachinePolicy; clock: Clock },
  { misfortune, ...options }: PracticeOptions,
): Promise<PracticeTenant> {
  requirePractice(policy.values);
  return await startPracticeTenant({ clock, ...options, misfortunes: misfortune.map(parseMisfortune) });
}
