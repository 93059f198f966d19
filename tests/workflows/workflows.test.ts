/** @file The workflows, which cannot run here: judged by GitHub's own parser, and by rules of ours that can all fail. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { faultsOf } from './language-service.ts';
import { rules } from './workflow-rules.ts';
import { commandsOf, root, type Workflow, workflowOf, workflowTexts } from './workflows.ts';

const names = [...workflowTexts.keys()];
const textOf = (name: string) => workflowTexts.get(name) ?? '';
const scripts = z
  .looseObject({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).scripts;

const expression = (words: string) => `\${{ ${words} }}`;

describe('GitHub’s own parser', () => {
  it.each(names)('finds no fault in %s', async (name) => {
    expect(await faultsOf(textOf(name))).toEqual([]);
  });

  it.each([
    ['a key that does not exist', 'timeout-minutes: 15', 'timeout: 15'],
    [
      'a context that does not exist',
      `${expression('steps.installed.outputs.program')}`,
      `${expression('step.installed')}`,
    ],
    ['an event that does not exist', 'workflow_dispatch:', 'workflow_dispatched:'],
    ['a permission that does not exist', 'attestations: write', 'attestation: write'],
    ['a job that does not exist', 'needs: attest', 'needs: attests'],
    ['a step that does not exist', 'steps.installed.outputs.app', 'steps.instaled.outputs.app'],
    ['a condition that cannot be read', "if: matrix.kind != 'pkg'", 'if: matrix.kind != "pkg"'],
    ['a time that is none', "'17 2 * * *'", "'17 25 * * *'"],
  ])('would find %s', async (_what, right, wrong) => {
    expect(textOf('release.yml')).toContain(right);
    expect(await faultsOf(textOf('release.yml').replace(right, wrong))).not.toEqual([]);
  });
});

describe.each(Object.entries(rules))('%s', (_rule, judge) => {
  it.each(names)('in %s', (name) => {
    expect(judge(workflowOf(textOf(name)), textOf(name))).toEqual([]);
  });
});

/** For each rule a change of release.yml that breaks it. */
const breaches: Record<keyof typeof rules, [right: string | RegExp, wrong: string]> = {
  'Actions are pinned by a commit, with their version beside it': [/actions\/attest@\S+/, 'actions/attest@v4'],
  'An action has one commit only': [/(actions\/checkout@)[0-9a-f]{40}/, `$1${'0'.repeat(40)}`],
  'A workflow has no permissions, and each job only its own': ['contents: read', 'contents: write'],
  'The token is not kept in the checkout': ['persist-credentials: false', 'persist-credentials: true'],
  'Nothing is cached that a release could get from a pull request': ['package-manager-cache: false', 'cache: npm'],
  'A command contains no expression, which could become a part of it': [
    '"$GITHUB_REF_NAME"',
    `${expression('github.ref_name')}`,
  ],
  'A variable gets only words that GitHub makes up, or what maintainers set': [
    `${expression('matrix.signed')}`,
    `${expression('github.head_ref')}`,
  ],
  'Secrets are named only in the variables of a step': [
    `KIND: ${expression('matrix.kind')}`,
    `KIND: ${expression('secrets.CSC_LINK')}`,
  ],
  'A step with secrets packages or signs, on a tag, in the environment for signing, and does nothing else': [
    "if: github.ref_type == 'tag' && runner.os == 'Windows'",
    "if: runner.os == 'Windows'",
  ],
  'A step with secrets first requires each of them, since an empty one would mean no signature': [
    'required-variables.ts WIN_CSC_LINK WIN_CSC_KEY_PASSWORD ',
    'required-variables.ts WIN_CSC_LINK ',
  ],
  'No step that installs packages sees a secret or the token': [
    'run: npm ci --prefix build',
    `run: npm ci --prefix build\n        env:\n          GH_TOKEN: ${expression('github.token')}`,
  ],
  'No package is installed where more than reading is permitted': [
    'run: node .github/scripts/checksums.ts write release',
    'run: npm ci',
  ],
  'Nothing is resolved that no lock file has': ['run: npm ci --prefix build', 'run: npx electron-builder'],
  'An artefact that is missing fails the step': ['if-no-files-found: error', 'if-no-files-found: warn'],
  'Nothing runs for a stranger with the rights of this repository': ['workflow_dispatch:', 'pull_request_target:'],
};

describe('A workflow is found out that breaks the rule', () => {
  it.each(Object.entries(breaches))('“%s”', (rule, [right, wrong]) => {
    const text = textOf('release.yml').replace(right, wrong);
    expect(text).not.toBe(textOf('release.yml'));
    expect(rules[rule]?.(workflowOf(text), text)).not.toEqual([]);
  });

  it('for every rule', () => {
    expect(Object.keys(breaches).sort()).toEqual(Object.keys(rules).sort());
  });
});

describe('The commands of the workflows', () => {
  const commands = names.flatMap((name) =>
    Object.values(workflowOf(textOf(name)).jobs).flatMap((job) => job.steps.flatMap(commandsOf)),
  );

  it('call only npm scripts that exist', () => {
    const called = commands.flatMap((command) =>
      [...command.matchAll(/\bnpm (?:run )?([\w:-]+)/g)].map(([, name]) => name),
    );
    expect(called.filter((name) => name !== 'ci' && !Object.hasOwn(scripts, name ?? ''))).toEqual([]);
    expect(called.length).toBeGreaterThan(10);
  });

  it('start only programs of this repository that exist, and of Electron’s package', () => {
    const paths = commands.flatMap((command) => [...command.matchAll(/\bnode (\S+)/g)].map(([, path]) => path ?? ''));
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(paths.length).toBeGreaterThan(10);
  });

  it('choose only Playwright projects that exist', () => {
    const configuration = readFileSync(join(root, 'playwright.config.ts'), 'utf8');
    const chosen = commands.flatMap((command) =>
      [...command.matchAll(/e2e -- --project (\S+)/g)].map(([, name]) => name),
    );
    expect(chosen.filter((name) => !configuration.includes(`name: '${name}'`))).toEqual([]);
    expect(new Set(chosen)).toEqual(new Set(['desktop', 'installed']));
  });

  it('never publish what they package', () => {
    expect(scripts['package']).toBe('node build/make-installers.ts');
    expect(readFileSync(join(root, 'build/make-installers.ts'), 'utf8')).toContain("'--publish', 'never'");
  });

  it('install electron-builder from a lock file', () => {
    expect(existsSync(join(root, 'build/package-lock.json'))).toBe(true);
    expect(readFileSync(join(root, 'build/make-installers.ts'), 'utf8')).not.toMatch(/\bnpx\b/);
  });
});

describe('The checks', () => {
  const { on, jobs } = workflowOf(textOf('checks.yml'));

  it('run for each push and pull request', () => {
    expect(on).toEqual({ push: { branches: ['**'] }, pull_request: null });
  });

  it('run on Linux, Windows, and macOS on both kinds of processors', () => {
    expect(jobs['linux']?.['runs-on']).toBe('ubuntu-latest');
    expect(jobs['systems']?.strategy?.['matrix']).toEqual({
      system: ['windows-latest', 'macos-latest', 'macos-15-intel'],
    });
  });
});

describe('A release', () => {
  const release: Workflow = workflowOf(textOf('release.yml'));

  it('is built for tags and every night', () => {
    expect(release.on).toMatchObject({ push: { tags: ['v*'] }, schedule: [{ cron: expect.any(String) }] });
  });

  it('is drafted only for a tag, in an environment of its own, after the night, and after everything was installed and attested', () => {
    const { draft, attest } = release.jobs;
    expect(draft).toMatchObject({ if: "github.ref_type == 'tag'", environment: 'release', needs: 'attest' });
    expect(attest?.needs).toEqual(['night', 'package', 'install', 'update']);
    expect(draft?.steps.flatMap(commandsOf).filter((command) => command.includes('gh release'))).toEqual([
      'gh release create "$GITHUB_REF_NAME" release/* --draft --verify-tag --generate-notes',
    ]);
  });

  it('has a night with all tests in their full forms, whose failure fails it', () => {
    const { night } = release.jobs;
    expect(night?.steps.flatMap(commandsOf)).toEqual([
      'npm ci',
      'sudo --preserve-env env "PATH=$PATH" npm run test:night',
    ]);
    expect(night).not.toHaveProperty('if');
    expect(JSON.stringify(night)).not.toContain('continue-on-error');
  });

  it('installs each kind of installer on each system that it is for', () => {
    const { include } = z
      .looseObject({ include: z.array(z.object({ system: z.string(), kind: z.string(), signed: z.string() })) })
      .parse(release.jobs['install']?.strategy?.['matrix']);
    expect(include.map(({ system, kind }) => `${kind} on ${system}`)).toEqual([
      ...['currentuser', 'allusers', 'msi'].map((kind) => `${kind} on windows-latest`),
      ...['macos-latest', 'macos-15-intel'].flatMap((system) => [`dmg on ${system}`, `pkg on ${system}`]),
    ]);
  });
});

describe('Dependabot', () => {
  it('looks after the actions and both lock files', () => {
    const { updates } = z
      .looseObject({ updates: z.array(z.looseObject({ 'package-ecosystem': z.string() })) })
      .parse(parse(readFileSync(join(root, '.github/dependabot.yml'), 'utf8')));
    expect(updates).toEqual([
      expect.objectContaining({ 'package-ecosystem': 'github-actions', directory: '/' }),
      expect.objectContaining({ 'package-ecosystem': 'npm', directories: ['/', '/build'] }),
    ]);
  });
});
