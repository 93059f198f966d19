/**
 * @file What the service reports about itself. The contract does not show the paths, so they are settings of each
 * connection; the presets are a guess, but for the two whose paths it shows.
 */

import { z } from 'zod';
import { AppError } from '../../../src-shared/errors.ts';
import { fact, packed, unpacked } from '../../../src-shared/languages/fact.ts';
import type { SettingsFile } from '../../ground/settings/settings-file.ts';
import { observedAddress } from './endpoints.ts';

const LONGEST_NAME = 60;

export const observedPathSchema = z.object({
  /** The name that people see. */
  name: z
    .string()
    .trim()
    .min(1, packed(fact('needs a name')))
    .max(LONGEST_NAME, packed(fact('has a name of more than {most} characters', { most: LONGEST_NAME }))),
  /** Relative to the base address, with an optional query. The token is sent along. */
  path: z
    .string()
    .startsWith('/', packed(fact('must start with a slash')))
    .max(2000, packed(fact('is too long')))
    .regex(/^[\x21-\x7e]*$/, packed(fact('holds a space, or a letter that addresses do not have')))
    .refine((path) => !/\/\/|\.\./.test(path) && canBeAsked(path), packed(fact('leads elsewhere'))),
});
export type ObservedPath = z.infer<typeof observedPathSchema>;

export const observabilityPresets: readonly ObservedPath[] = [
  { name: 'Transaction summary', path: '/api/observability/transactions/summary' },
  { name: 'Batch status', path: '/api/observability/batches' },
  { name: 'Rule executions', path: '/api/observability/rules/executions' },
  { name: 'Data export', path: '/api/observability/exports' },
  // Of these two the contract shows the paths (§4, rows 4 and 9); a person fills in what stands in braces.
  { name: 'One batch', path: '/api/transactions/batch/status/{batch_id}' },
  { name: 'One rule run', path: '/api/rules/status/{execution_id}' },
];

const KEY = 'observability';
const keptSchema = z.record(z.string(), z.unknown()).catch({});

/** The paths of each connection, in the settings file; the presets until a person changes them. */
export class ObservedPaths {
  readonly #file: SettingsFile;

  constructor(file: SettingsFile) {
    this.#file = file;
  }

  /** The paths of this connection. People edit the file, so an invalid entry counts as missing. */
  of(connection: string): ObservedPath[] {
    const kept = new Map(Object.entries(keptSchema.parse(this.#file.get(KEY)))).get(connection);
    if (!Array.isArray(kept)) return [...observabilityPresets];
    return kept.flatMap((raw) => observedPathSchema.safeParse(raw).data ?? []);
  }

  /** Stores other paths for a connection. @throws AppError service.path-invalid, folder.unusable, disk.full */
  change(connection: string, paths: readonly ObservedPath[]): void {
    const parsed = paths.map(parseObservedPath);
    this.#file.set(KEY, { ...keptSchema.parse(this.#file.get(KEY)), [connection]: parsed });
  }
}

/** @throws AppError service.path-invalid */
export function parseObservedPath(observed: ObservedPath): ObservedPath {
  const parsed = observedPathSchema.safeParse(observed);
  if (parsed.success) return parsed.data;
  const problem = parsed.error.issues[0]?.message;
  throw new AppError('service.path-invalid', {
    path: observed.path,
    problem: problem === undefined ? fact('is not valid') : unpacked(problem),
  });
}

function canBeAsked(path: string): boolean {
  try {
    observedAddress('https://any.example', path);
    return true;
  } catch {
    return false;
  }
}
