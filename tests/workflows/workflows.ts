/** @file The workflows of GitHub, read for tests. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { z } from 'zod';

export const root = fileURLToPath(new URL('../..', import.meta.url));

const permissionsSchema = z.record(z.string(), z.enum(['read', 'write', 'none']));
const variablesSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
const stepSchema = z.strictObject({
  name: z.string().optional(),
  id: z.string().optional(),
  if: z.string().optional(),
  uses: z.string().optional(),
  with: variablesSchema.optional(),
  run: z.string().optional(),
  env: variablesSchema.optional(),
});
const jobSchema = z.strictObject({
  name: z.string(),
  if: z.string().optional(),
  needs: z.union([z.string(), z.array(z.string())]).optional(),
  strategy: z.looseObject({ 'fail-fast': z.literal(false) }).optional(),
  'runs-on': z.string(),
  'timeout-minutes': z.int().max(360),
  environment: z.string().optional(),
  permissions: permissionsSchema,
  env: variablesSchema.optional(),
  steps: z.array(stepSchema).min(1),
});
const workflowSchema = z.strictObject({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions: permissionsSchema,
  concurrency: z.strictObject({ group: z.string(), 'cancel-in-progress': z.union([z.boolean(), z.string()]) }),
  defaults: z.strictObject({ run: z.strictObject({ shell: z.literal('bash') }) }),
  jobs: z.record(z.string(), jobSchema),
});
export type Workflow = z.infer<typeof workflowSchema>;
export type Job = z.infer<typeof jobSchema>;
export type Step = z.infer<typeof stepSchema>;

const folder = join(root, '.github/workflows');
export const workflowTexts = new Map(
  readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const),
);

/** Only what these workflows use; what is not known here is refused. @throws Error */
export function workflowOf(text: string): Workflow {
  return workflowSchema.parse(parse(text));
}

/** The command lines of a step. */
export function commandsOf({ run = '' }: Step): string[] {
  return run.split('\n').filter((line) => line.trim() !== '');
}
