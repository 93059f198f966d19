/** @file Implements `npm run papers`: writes the bill of materials and the licence notices of the last build. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { billOfMaterials, billOfNpm } from './bill-of-materials.ts';
import { notices } from './notices.ts';
import { shippedPackages } from './shipped-packages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'out/papers');

const shipped = shippedPackages(root);
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), notices(root, shipped));
const bill = billOfMaterials(billOfNpm(root), shipped);
writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`);
console.log(`${shipped.length} packages ship; their papers are in ${folder}.`);
