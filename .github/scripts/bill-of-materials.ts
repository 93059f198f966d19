/**
 * @file `node .github/scripts/bill-of-materials.ts FILE`: fails unless the file is a bill of materials (CycloneDX) of this
 * version, in which what ships has a name, a version and a package address.
 */

import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { run } from './run.ts';

const billSchema = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.string(),
  metadata: z.looseObject({ component: z.looseObject({ name: z.string(), version: z.string() }) }),
  components: z.array(
    z.looseObject({ name: z.string().min(1), version: z.string().min(1), purl: z.string().startsWith('pkg:') }),
  ),
});

/** @throws Error that says what is wrong with the bill */
export function checkedBill(text: string, product: { name: string; version: string }): number {
  const { metadata, components } = billSchema.parse(JSON.parse(text));
  const { name, version } = metadata.component;
  if (name !== product.name || version !== product.version) {
    throw new Error(`The bill is of ${name} ${version}, not of ${product.name} ${product.version}.`);
  }
  const shipped = components.filter((component) => component['scope'] !== 'excluded');
  if (shipped.length === 0) throw new Error('The bill names nothing that ships.');
  return shipped.length;
}

if (import.meta.main) {
  run(([file = '']) => {
    const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
    const shipped = checkedBill(readFileSync(file, 'utf8'), { name: String(name), version: String(version) });
    return `${file} names ${shipped} components that ship.`;
  });
}
