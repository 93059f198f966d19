import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import afterPack from '../../build/after-pack.js';
import { billOfMaterials, billOfNpm } from '../../build/bill-of-materials.ts';
import { placeOf } from '../../build/bundled-packages.ts';
import { notices } from '../../build/notices.ts';
import { type Shipped, shippedPackages } from '../../build/shipped-packages.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const shipped = shippedPackages(root);
const bill = billOfMaterials(billOfNpm(root), shipped);

/** The schema as CycloneDX publishes it. The formats of texts, such as dates, are not checked. */
function complaints(document: unknown): string[] {
  const read = (name: string) =>
    JSON.parse(readFileSync(new URL(`schemas/${name}.schema.json`, import.meta.url), 'utf8'));
  const ajv = new Ajv({ strict: false, validateFormats: false });
  // The main schema refers to the others by these names.
  for (const name of ['spdx', 'jsf-0.82'])
    ajv.addSchema(read(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
  const validate = ajv.compile(read('bom-1.5'));
  validate(document);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const withScope = (scope: string) =>
  bill.components.flatMap((one) => (one['scope'] === scope ? [`${one.name}@${one.version}`] : [])).sort();

describe('the bill of materials', () => {
  it('is CycloneDX 1.5', () => {
    expect(bill['specVersion']).toBe('1.5');
    expect(complaints(bill)).toEqual([]);
  });

  it.each([
    ['a scope of no kind', { ...bill, components: [{ ...bill.components[0], scope: 'perhaps' }] }],
    ['a component without a name', { ...bill, components: [{ type: 'library' }] }],
    [
      'a licence that SPDX does not know',
      { ...bill, components: [{ ...bill.components[0], licenses: [{ license: { id: 'X' } }] }] },
    ],
  ])('would not be valid with %s', (_, document) => {
    expect(complaints(document)).not.toEqual([]);
  });

  it('names Tranship, and as required exactly what ships', () => {
    expect(bill.metadata.component).toMatchObject({ name: 'tranship', type: 'application' });
    expect(withScope('required')).toEqual(
      [...new Set(shipped.map(({ name, version }) => `${name}@${version}`))].sort(),
    );
    expect(withScope('excluded').some((one) => one.startsWith('vitest@'))).toBe(true);
  });

  it('gives each component a checksum and a licence', () => {
    const bare = bill.components.filter((one) => one['hashes'] === undefined || one['licenses'] === undefined);
    expect(bare.map(({ name }) => name)).toEqual([]);
  });

  it('cannot be made where something ships that it does not name', () => {
    const stranger: Shipped = { place: 'node_modules/x', name: 'x', version: '1.0.0', license: 'MIT', how: 'bundled' };
    expect(() => billOfMaterials(bill, [...shipped, stranger])).toThrow(/does not name x@1\.0\.0/);
  });
});

describe('what ships', () => {
  const names = shipped.map(({ name }) => name);

  it.each(['zod', 'commander', 'react-dom', '@mantine/core', '@tabler/icons-react', 'electron', 'node', 'rolldown'])(
    '%s does, whatever package.json calls it',
    (name) => expect(names).toContain(name),
  );

  it.each(['vitest', 'oidc-provider', 'typescript', '@biomejs/biome', 'electron-vite'])('%s does not', (name) => {
    expect(names).not.toContain(name);
  });

  /** The bundler notes above each module where it is from: a second witness. */
  it('is found in the bundles themselves', () => {
    const text = globSync('out/main/*.js', { cwd: root })
      .map((file) => readFileSync(join(root, file), 'utf8'))
      .join('\n');
    const told = text.matchAll(/^\/\/ (?:#region )?(node_modules\/\S+)$/gm);
    const places = new Set([...told].map(([, path = '']) => placeOf(join(root, path), root)));
    expect([...places]).toContain('node_modules/zod');
    const known: (string | undefined)[] = shipped.map(({ place }) => place);
    expect([...places].filter((place) => !known.includes(place))).toEqual([]);
  });

  it.each([
    ['/home/x/tranship/node_modules/a/b.js', 'node_modules/a'],
    ['/home/x/tranship/node_modules/@a/b/c.js?v=1', 'node_modules/@a/b'],
    ['\0/home/x/tranship/node_modules/a/node_modules/b/c.js?commonjs', 'node_modules/a/node_modules/b'],
    ['\0rolldown/runtime.js', 'node_modules/rolldown'],
    ['/home/x/tranship/src-main/index.ts', undefined],
  ])('is told from the module %j', (id, place) => {
    expect(placeOf(id, '/home/x/tranship')).toBe(place);
  });
});

describe('the licence notices', () => {
  const text = notices(root, shipped);

  it('name everything that ships, with its licence', () => {
    for (const { name, version, license } of shipped) expect(text).toContain(`\n${name} ${version} (${license})\n`);
  });

  it('contain the full texts', () => {
    for (const { place } of shipped.filter(({ name }) => ['zod', 'react', 'tslib', 'electron'].includes(name)))
      expect(text).toContain(
        readFileSync(join(root, place, place.endsWith('tslib') ? 'LICENSE.txt' : 'LICENSE'), 'utf8')
          .replaceAll('\r\n', '\n')
          .trim(),
      );
    expect(text).toContain('LICENSES.chromium.html');
  });

  it('cannot be made where a licence text is missing', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'node_modules/x'), { recursive: true });
    const one: Shipped = { place: 'node_modules/x', name: 'x', version: '1.0.0', license: 'MIT', how: 'bundled' };
    expect(() => notices(folder, [one])).toThrow(/x 1\.0\.0 has no licence text/);
  });
});

describe('the installers', () => {
  /** What Electron-builder has laid out before it calls the project. */
  function laidOut(files: readonly string[]): string {
    const folder = temporaryFolder();
    for (const file of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), 'text');
    }
    return folder;
  }
  const call = (appOutDir: string, electronPlatformName: string) =>
    afterPack({ appOutDir, electronPlatformName, packager: { appInfo: { productFilename: 'Tranship' } } });
  const windows = ['resources/THIRD-PARTY-NOTICES.txt', 'resources/sbom.cdx.json', 'LICENSES.chromium.html'];
  const inApp = 'Tranship.app/Contents/Resources';
  const mac = ['THIRD-PARTY-NOTICES.txt', 'sbom.cdx.json', 'LICENSES.chromium.html'].map((name) => `${inApp}/${name}`);

  it.each([
    ['win32', windows],
    ['darwin', mac],
  ] as const)('carry the papers, on macOS inside of the app: %s', async (platform, files) => {
    await expect(call(laidOut(files), platform)).resolves.toBeUndefined();
  });

  it.each([
    ...windows.map((missing) => ['win32', missing, windows] as const),
    ...mac.map((missing) => ['darwin', missing, mac] as const),
  ])('are not made for %s without %s', async (platform, missing, files) => {
    await expect(call(laidOut(files.filter((file) => file !== missing)), platform)).rejects.toThrow(/would lack/);
  });

  it('are configured to carry them', () => {
    const configuration = readFileSync(join(root, 'build/electron-builder.yml'), 'utf8');
    expect(configuration).toContain('  - from: out/papers\n    to: .\n');
    expect(configuration).toContain('\nafterPack: build/after-pack.js\n');
  });
});
