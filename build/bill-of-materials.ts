/**
 * @file The bill of materials (CycloneDX, JSON). npm writes it from package-lock.json; here it learns what ships: a
 * package outside of the bundles has the scope “excluded”.
 */

import { execFileSync } from 'node:child_process';
import { z } from 'zod';
import type { Shipped } from './shipped-packages.ts';

const propertySchema = z.object({ name: z.string(), value: z.string() });
const componentSchema = z.looseObject({
  'bom-ref': z.string(),
  name: z.string(),
  version: z.string(),
  properties: z.array(propertySchema).optional(),
});
const billSchema = z.looseObject({
  metadata: z.looseObject({ component: componentSchema }),
  components: z.array(componentSchema),
});
export type Bill = z.infer<typeof billSchema>;

/** npm's own bill of everything in package-lock.json. It asks no server. */
export function billOfNpm(root: string): Bill {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--offline'];
  const npm = process.env['npm_execpath'];
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const;
  // On Windows npm is a script, which only a shell starts; all words are ours.
  const said =
    npm === undefined
      ? execFileSync('npm', args, { ...options, shell: process.platform === 'win32' })
      : execFileSync(process.execPath, [npm, ...args], options);
  return billSchema.parse(JSON.parse(said));
}

/** The bill with what ships marked. Pure. @throws if something ships that the bill does not name */
export function billOfMaterials(bill: Bill, shipped: readonly Shipped[]): Bill {
  const how = new Map(shipped.map((one) => [`${one.name}@${one.version}`, one.how]));
  const components = bill.components.map((component) => {
    const ships = how.get(`${component.name}@${component.version}`);
    const properties = [...(component.properties ?? []), { name: 'tranship:ships', value: ships ?? 'no' }];
    return { ...component, scope: ships === undefined ? 'excluded' : 'required', properties };
  });
  const named = new Set(components.map(({ name, version }) => `${name}@${version}`));
  const missing = [...how.keys()].filter((key) => !named.has(key));
  if (missing.length > 0) throw new Error(`The bill of materials does not name ${missing.join(', ')}.`);
  // npm takes the name of the folder.
  const component = { ...bill.metadata.component, type: 'application', name: 'tranship' };
  return { ...bill, metadata: { ...bill.metadata, component }, components };
}
