import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import manifest from '../../build/package.json' with { type: 'json' };
import { temporaryFolder } from '../temporary-folder.ts';
import { root } from './builder.ts';

const version = manifest.devDependencies['electron-builder'];
const steps = {
  built: 'node_modules/electron-vite/bin/electron-vite.js',
  papers: 'build/papers.ts',
  packed: 'build/node_modules/electron-builder/cli.js',
};

/** A project with the real script, whose programs only note what they were given. */
function project({ builder = version, fails }: { builder?: string; fails?: keyof typeof steps } = {}) {
  const folder = temporaryFolder();
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  for (const [step, file] of Object.entries(steps))
    write(
      file,
      `import { writeFileSync } from 'node:fs';
       const secret = process.env.WIN_CSC_KEY_PASSWORD ?? process.env.CSC_LINK ?? 'none';
       writeFileSync('${step}', JSON.stringify({ secret, args: process.argv.slice(2) }));
       process.exitCode = ${step === fails ? 7 : 0};`,
    );
  write('build/node_modules/electron-builder/package.json', JSON.stringify({ version: builder, type: 'module' }));
  write('package.json', '{ "type": "module" }');
  write('node_modules/electron-vite/package.json', '{ "type": "module" }');
  for (const file of ['make-installers.ts', 'signing.ts', 'package.json'])
    copyFileSync(join(root, 'build', file), join(folder, 'build', file));
  return {
    run: (args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) =>
      spawnSync(process.execPath, ['build/make-installers.ts', ...args], {
        cwd: folder,
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], ...env },
      }),
    did: (step: keyof typeof steps) => existsSync(join(folder, step)),
    noted: (step: keyof typeof steps) => readFileSync(join(folder, step), 'utf8'),
  };
}

describe('npm run package', () => {
  it('builds, writes the papers and packs with the configuration', () => {
    const { run, noted } = project();
    expect(run(['--win', '--dir']).status).toBe(0);
    expect(noted('built')).toContain('"args":["build"]');
    expect(noted('papers')).toContain('"args":[]');
    const options = ['--config', 'build/electron-builder.yml', '--publish', 'never', '--win', '--dir'];
    expect(noted('packed')).toContain(JSON.stringify(options));
  });

  it('shows secrets to nothing that runs before Electron-builder', () => {
    const { run, noted } = project();
    run([], { CSC_LINK: 'a.p12', CSC_NAME: 'A Bank', WIN_CSC_LINK: 'a.pfx' });
    expect([noted('built'), noted('papers')]).toEqual([
      expect.stringContaining('"secret":"none"'),
      expect.stringContaining('"secret":"none"'),
    ]);
  });

  it('hides an empty certificate from Electron-builder, and says that nothing is signed', () => {
    const { run, noted } = project();
    expect(run([], { CSC_LINK: '', WIN_CSC_LINK: '' }).stdout).toContain('will be unsigned');
    expect(noted('packed')).toContain('"secret":"none"');
  });

  it.each(['built', 'papers', 'packed'] as const)('ends with the code of what failed: %s', (fails) => {
    const { run, did } = project({ fails });
    expect(run().status).toBe(7);
    expect(did('packed')).toBe(fails === 'packed');
  });

  it.each(['26.0.0', ''])('installs nothing, and says what to run where Electron-builder is %j', (builder) => {
    const { run, did } = project({ builder });
    const { status, stderr } = run();
    expect(status).toBe(1);
    expect(stderr).toContain('npm ci --prefix build');
    expect(did('built')).toBe(false);
  });
});
