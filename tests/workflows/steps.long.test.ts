/**
 * @file The steps of the workflows that can run on this machine, run as they stand, in a good and in a bad world. Programs
 * that this machine lacks are played by scripts.
 */

import { execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FuseV1Options } from '@electron/fuses';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { wantedFuses } from '../../.github/scripts/fuses.ts';
import { publicKeyOf } from '../../build/sign-update.ts';
import { openManifest } from '../../src-main/updates/manifest.ts';
import { fewerByDay } from '../harness/night.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { archiveOf } from './archives.ts';
import { runStep, type StepWorld } from './step.ts';
import { root, workflowOf, workflowTexts } from './workflows.ts';

const release = workflowOf(workflowTexts.get('release.yml') ?? '');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Steps that no machine of ours can run, and why. */
const elsewhere: Readonly<Record<string, string>> = {
  'Install the project': 'the registry',
  'Install electron-builder': 'the registry',
  'Lint, types and all tests': 'this very test is a part of it',
  'The night': 'this very test is a part of it',
  'What differs between systems': 'a part of all tests',
  "Fetch Electron's runtime": 'the runtime',
  'The stories in the real runtime': 'the runtime',
  'Self-test on the bare runtime': 'the runtime',
  'Package without signatures': 'the runtime',
  'Update in the middle of an upload': 'the runtime',
  'Snapshot of the machine before': 'the folders of Windows or macOS; its scripts are tested in snapshots.test.ts',
  'The installation has changed only what it may': 'as “Snapshot of the machine before”',
  'The update has changed only what it may': 'as “Snapshot of the machine before”',
  'The machine is as before': 'as “Snapshot of the machine before”',
  'The signatures are valid': 'no signatures on Linux; its script is tested with what the systems say',
};
const tried = new Set<string>();

let folder: string;
const file = (path: string) => join(folder, path);

/** The checkout of the runner, with a folder of programs that come first. */
beforeEach(({ skip }) => {
  if (process.platform !== 'linux') skip('The programs that play a runner here are those of Linux.');
  folder = temporaryFolder();
  for (const name of ['.github', 'build', 'node_modules', 'package.json', 'src-main', 'src-shared']) {
    symlinkSync(join(root, name), file(name));
  }
});

function place(path: string, content: string | Uint8Array, mode = 0o644): string {
  mkdirSync(dirname(file(path)), { recursive: true });
  writeFileSync(file(path), content, { mode });
  return file(path);
}

/** A program that the runner has. */
const program = (name: string, script: string) => place(`programs/${name}`, `#!/bin/bash\n${script}\n`, 0o755);

function run(job: string, name: string, world: Omit<StepWorld, 'folder'> = {}) {
  const step = release.jobs[job]?.steps.find((each) => each.name === name);
  if (step === undefined) throw new Error(`${job} has no step “${name}”.`);
  tried.add(name);
  const PATH = `${file('programs')}:${process.env['PATH']}`;
  return runStep(step, { ...world, folder, variables: { PATH, ...release.jobs[job]?.env, ...world.variables } });
}

describe('Before it packages', () => {
  const tagged = (GITHUB_REF_NAME: string) =>
    run('package', 'The tag is the version of package.json', { variables: { GITHUB_REF_NAME } });

  it('a release checks that its tag is its version', () => {
    expect(tagged(`v${version}`)).toMatchObject({ exitCode: 0 });
    expect(tagged('v99.0.0')).toMatchObject({ exitCode: 1, said: expect.stringContaining('v99.0.0') });
  });

  it.each([
    ['Package and sign for Windows', ['WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD']],
    [
      'Package, sign and notarise for macOS',
      [
        ...['CSC_LINK', 'CSC_KEY_PASSWORD', 'CSC_INSTALLER_LINK', 'CSC_INSTALLER_KEY_PASSWORD'],
        ...['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
      ],
    ],
  ])('“%s” stops at what is missing, and packages twice with all of them', (step, secrets) => {
    program('npm', 'echo "npm $*" >> called');
    const all = [
      ...secrets.map((name) => `secrets.${name}`),
      ...['vars.TRANSHIP_UPDATE_PUBLIC_KEY', 'vars.TRANSHIP_UPDATE_FEED'],
    ];
    const given = Object.fromEntries(all.map((name) => [name, 'x']));
    for (const name of all) {
      const { exitCode, said } = run('package', step, { expressions: { ...given, [name]: '' } });
      const variable = name.replace(/^\w+\./, '');
      expect({ exitCode, said }).toEqual({ exitCode: 1, said: expect.stringContaining(variable) });
    }
    expect(existsSync(file('called'))).toBe(false);
    expect(run('package', step, { expressions: given }).exitCode).toBe(0);
    expect(readFileSync(file('called'), 'utf8').split('\n')).toEqual([
      'npm run package',
      'npm run package -- --config.extraMetadata.version=0.0.1 --config.directories.output=before',
      '',
    ]);
  });
});

describe('The bill of materials', () => {
  beforeAll(() => execFileSync(process.execPath, ['build/papers.ts'], { cwd: root, stdio: 'ignore' }));
  const check = () => run('package', 'The bill of materials names what ships');

  it('of this version passes, and without its parts it does not', () => {
    cpSync(join(root, 'out/papers'), file('out/papers'), { recursive: true });
    expect(check()).toMatchObject({ exitCode: 0, said: expect.stringMatching(/names \d+ components that ship/) });
    const bill = JSON.parse(readFileSync(file('out/papers/sbom.cdx.json'), 'utf8'));
    place('out/papers/sbom.cdx.json', JSON.stringify({ ...bill, components: [] }));
    expect(check().exitCode).toBe(1);
  });
});

describe('An installed app', () => {
  /** The app of macOS, whose paths this machine understands. */
  const inBundle = (path: string) => join(file('home/Applications/Tranship.app/Contents'), path);
  const archive = archiveOf({
    'package.json': JSON.stringify({ version }),
    out: { main: { 'index.js': 'start();'.repeat(9) } },
  });
  const untouched = createHash('sha256').update(archive).digest('hex');
  const passing = 'printf \'{"ok":true,"checks":[{"name":"workers","ok":true}]}\' > "$2"';
  const guarding = `[ "$(sha256sum < "$(dirname "$0")/../Resources/app.asar")" = "${untouched}  -" ] || exit 134\n${passing}`;
  const fuses = (wire: string) =>
    Buffer.concat([Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\x01\x09'), Buffer.from(wire)]);
  const wanted = wantedFuses(readFileSync(join(root, 'build/electron-builder.yml'), 'utf8'));
  const names = Object.keys(FuseV1Options).filter((name) => Number.isNaN(Number(name)));
  const asConfigured = names.map((name) => (wanted.get(name) ? '1' : '0')).join('');

  /** What an image contains, and the programs with which macOS installs it. */
  function macOS(script = guarding, wire = asConfigured, command = `[ "$*" = --version ] && echo ${version}`): void {
    place('image/Tranship.app/Contents/MacOS/Tranship', `#!/bin/bash\n${script}\n`, 0o755);
    place('image/Tranship.app/Contents/Resources/app.asar', archive);
    place('image/Tranship.app/Contents/Resources/command/tranship', `#!/bin/bash\n${command}\n`, 0o755);
    place('image/Tranship.app/Contents/Frameworks/Electron Framework.framework/Electron Framework', fuses(wire));
    place(`dist/Tranship-${version}-${process.arch}.dmg`, 'an image');
    place(`before/Tranship-0.0.1-${process.arch}.dmg`, 'an image');
    program('hdiutil', `[ "$1" = attach ] && cp -R ${file('image')} "\${@: -1}" || rm -r "$2"`);
    program('ditto', 'cp -R "$1" "$2"');
  }

  function step(name: string) {
    const variables = { HOME: file('home'), RUNNER_TEMP: folder, KIND: 'dmg', GITHUB_OUTPUT: file('output') };
    const expressions = {
      'steps.installed.outputs.program': inBundle('MacOS/Tranship'),
      'steps.installed.outputs.archive': inBundle('Resources/app.asar'),
      'steps.installed.outputs.command': inBundle('Resources/command/tranship'),
    };
    return run('install', name, { variables: { ...variables, XDG_CONFIG_HOME: file('data') }, expressions });
  }
  const installing = 'Install the version before, silently';

  it('tells the next steps where it is', () => {
    macOS();
    expect(step(installing)).toMatchObject({ exitCode: 0 });
    expect(readFileSync(file('output'), 'utf8').split('\n')).toEqual([
      `app=${inBundle('..').replace(/\/$/, '')}`,
      `program=${inBundle('MacOS/Tranship')}`,
      `archive=${inBundle('Resources/app.asar')}`,
      `command=${inBundle('Resources/command/tranship')}`,
      '',
    ]);
  });

  it('is not taken for installed where the installer fails or brings no app', () => {
    macOS();
    program('ditto', 'exit 1');
    expect(step(installing)).toMatchObject({ exitCode: 1, said: expect.stringContaining('ditto') });
    program('ditto', 'true');
    expect(step(installing)).toMatchObject({ exitCode: 1, said: expect.stringContaining('brought no') });
  });

  it('passes every check when it is right, and leaves only the data folder when it is gone', () => {
    macOS();
    for (const name of [
      installing,
      'Update, with nothing under way',
      'The new version is installed',
      'Self-test of the installed app',
      'The command of the installed app is of this version',
      'The fuses are as configured',
      'A tampered archive is refused',
      'Uninstall, and leave nothing but the data folder',
    ]) {
      expect({ name, ...step(name) }).toMatchObject({ name, exitCode: 0 });
    }
    expect(existsSync(inBundle('.'))).toBe(false);
    expect(existsSync(file('data'))).toBe(true);
  });

  it.each(
    fewerByDay(
      [
        ['Self-test of the installed app', 'exit 1', asConfigured],
        ['The fuses are as configured', guarding, asConfigured.replace('0', '1')],
        ['A tampered archive is refused', passing, asConfigured],
        ['The command of the installed app is of this version', guarding, asConfigured, 'echo 0.0.1'],
        ['The command of the installed app is of this version', guarding, asConfigured, `echo ${version}; exit 5`],
        ['The command of the installed app is of this version', guarding, asConfigured, 'true'],
      ] as const,
      2,
    ),
  )('fails “%s” when it is wrong', (name, script, wire, command?: string) => {
    macOS(script, wire, command);
    expect(step(installing).exitCode).toBe(0);
    expect(step(name).exitCode).toBe(1);
  });
});

describe('The manifest of the update', () => {
  const [own, other] = [generateKeyPairSync('ed25519').privateKey, generateKeyPairSync('ed25519').privateKey];
  const pem = String(own.export({ type: 'pkcs8', format: 'pem' }));
  const manifest = () => readFileSync(file('dist/tranship-update.txt'));

  beforeEach(() => {
    for (const name of ['setup.exe', 'x64.msi', 'arm64.dmg', 'x64.dmg', 'arm64.pkg', 'x64.pkg'])
      place(`dist/Tranship-${version}-${name}`, name);
  });
  const sign = (privateKey: string, publicKey: string) =>
    run('update', 'Sign the manifest', {
      expressions: { 'secrets.TRANSHIP_UPDATE_PRIVATE_KEY': privateKey, 'vars.TRANSHIP_UPDATE_PUBLIC_KEY': publicKey },
    });

  it('names the installers that update by themselves, signed for the key of the app', () => {
    expect(sign(pem, publicKeyOf(own))).toMatchObject({ exitCode: 0 });
    const { version: offered, files } = openManifest(manifest(), publicKeyOf(own));
    expect([offered, files.map(({ name }) => name)]).toEqual([
      version,
      ['arm64.dmg', 'setup.exe', 'x64.dmg'].map((name) => `Tranship-${version}-${name}`),
    ]);
  });

  it('is not made without a key, or for an app that was built with another one', () => {
    expect(sign('', publicKeyOf(own)).exitCode).toBe(1);
    expect(sign(pem, '').exitCode).toBe(1);
    expect(sign(pem, publicKeyOf(other))).toMatchObject({
      exitCode: 1,
      said: expect.stringContaining('does not belong to TRANSHIP_UPDATE_PRIVATE_KEY'),
    });
    expect(existsSync(file('dist/tranship-update.txt'))).toBe(false);
  });

  it('is tried every night with a key that no app knows', () => {
    const end = run('update', 'Sign the manifest with a key of this night');
    expect(end).toMatchObject({ exitCode: 0 });
    expect(() => openManifest(manifest(), publicKeyOf(own))).toThrow(
      expect.objectContaining({ code: 'update.untrusted' }),
    );
  });
});

describe('What is released', () => {
  const gh = (verdict: string) => program('gh', `echo "gh $*" >> called\n${verdict}`);
  const tag = { GITHUB_REF_NAME: 'v1.2.3', GITHUB_REF: 'refs/tags/v1.2.3', GITHUB_REPOSITORY: 'tranship/tranship' };
  const draft = (name: string) =>
    run('draft', name, { variables: tag, expressions: { 'github.token': 'a token' } }).exitCode;
  const checking = 'The files are those that were attested';
  const called = () => readFileSync(file('called'), 'utf8').trimEnd().split('\n');

  beforeEach(() => {
    for (const name of ['Tranship-1.2.3-setup.exe', 'Tranship-1.2.3.msi', 'sbom.cdx.json', 'tranship-update.txt'])
      place(`release/${name}`, name);
    expect(run('attest', 'Write the checksums').exitCode).toBe(0);
    execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: file('release'), stdio: 'ignore' });
  });

  it('is what was attested, each installer by itself', () => {
    gh('exit 0');
    expect(draft(checking)).toBe(0);
    expect(called()).toEqual(
      ['Tranship-1.2.3-setup.exe', 'Tranship-1.2.3.msi', 'tranship-update.txt'].map(
        (name) => `gh attestation verify release/${name} --repo tranship/tranship --source-ref refs/tags/v1.2.3`,
      ),
    );
  });

  it('is refused if a file has changed since, or has no attestation', () => {
    gh('exit 0');
    place('release/Tranship-1.2.3.msi', 'changed');
    expect(draft(checking)).toBe(1);
    place('release/Tranship-1.2.3.msi', 'Tranship-1.2.3.msi');
    gh('case "$3" in *.exe) exit 1;; esac');
    expect(draft(checking)).toBe(1);
  });

  it('becomes a draft with all files', () => {
    gh('exit 0');
    expect(draft('Draft the release')).toBe(0);
    const files = [
      ...['SHA256SUMS', 'Tranship-1.2.3-setup.exe', 'Tranship-1.2.3.msi', 'sbom.cdx.json', 'tranship-update.txt'],
    ];
    expect(called()).toEqual([
      `gh release create v1.2.3 ${files.map((name) => `release/${name}`).join(' ')} --draft --verify-tag --generate-notes`,
    ]);
  });
});

it('Every step of the workflows is tried here, or listed with what it needs', () => {
  const all = [...workflowTexts.values()].flatMap((text) =>
    Object.values(workflowOf(text).jobs).flatMap(({ steps }) => steps.filter(({ run }) => run).map(({ name }) => name)),
  );
  expect(new Set([...tried, ...Object.keys(elsewhere)])).toEqual(new Set(all));
});
