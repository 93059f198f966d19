/** @file What holds for every workflow, whatever it does. Each rule names what breaks it. Pure. */

import { commandsOf, type Job, type Step, type Workflow } from './workflows.ts';

export type Rule = (workflow: Workflow, text: string) => string[];

const eachStep = (workflow: Workflow, judge: (step: Step, job: Job) => string[]): string[] =>
  Object.values(workflow.jobs).flatMap((job) => job.steps.flatMap((step) => judge(step, job)));

const nameOf = (step: Step) => step.name ?? step.uses ?? step.run ?? '';
const readsSecrets = (text: string) => /\bsecrets\b/.test(text);
const installs = (command: string) => /\bnpm (ci|install|i|exec)\b|\bnpx\b/.test(command);

/** A secret, or what only maintainers set: a variable of a signing step gets nothing else. */
const ofMaintainers = /^\$\{\{ (secrets\.[A-Z_]+|vars\.TRANSHIP_UPDATE_(PUBLIC_KEY|FEED)) \}\}$/;
/** What GitHub itself makes up, or maintainers set: no one else writes these. */
const ownWords =
  /^\$\{\{ (matrix\.(system|kind|signed)|runner\.os|steps\.\w+\.outputs\.\w+|github\.token|secrets\.[A-Z_]+|vars\.TRANSHIP_UPDATE_(PUBLIC_KEY|FEED)) \}\}$/;

export const rules: Readonly<Record<string, Rule>> = {
  'Actions are pinned by a commit, with their version beside it': (workflow, text) =>
    eachStep(workflow, ({ uses }) => {
      if (uses === undefined) return [];
      const line = text.split('\n').find((each) => each.includes(`uses: ${uses}`)) ?? '';
      return /^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(uses) && / # v\d+\.\d+\.\d+$/.test(line) ? [] : [uses];
    }),
  'An action has one commit only': (_workflow, text) => {
    const used = new Set(
      [...text.matchAll(/uses: (\S+)@(\S+ # \S+)/g)].map(([, name, version]) => `${name}@${version}`),
    );
    const names = [...used].map((each) => each.split('@')[0] ?? '');
    return names.filter((name, place) => names.indexOf(name) !== place);
  },
  'A workflow has no permissions, and each job only its own': ({ permissions, jobs }) => {
    const allowed = new Set(['contents: read', 'attestations: read']);
    const more: Record<string, readonly string[]> = {
      attest: ['id-token: write', 'attestations: write'],
      draft: ['contents: write'],
    };
    return [
      ...Object.keys(permissions),
      ...Object.entries(jobs).flatMap(([id, job]) =>
        Object.entries(job.permissions)
          .map(([name, value]) => `${name}: ${value}`)
          .filter((permission) => !allowed.has(permission) && !more[id]?.includes(permission)),
      ),
    ];
  },
  'The token is not kept in the checkout': (workflow) =>
    eachStep(workflow, (step) =>
      step.uses?.startsWith('actions/checkout@') && step.with?.['persist-credentials'] !== false ? [nameOf(step)] : [],
    ),
  'Nothing is cached that a release could get from a pull request': (workflow) =>
    eachStep(workflow, (step) => {
      const isSetup = step.uses?.startsWith('actions/setup-node@') ?? false;
      const isCached = step.with?.['package-manager-cache'] !== false || step.with['cache'] !== undefined;
      return step.uses?.startsWith('actions/cache@') || (isSetup && isCached) ? [nameOf(step)] : [];
    }),
  'A command contains no expression, which could become a part of it': (workflow) =>
    eachStep(workflow, (step) => (step.run?.includes('${{') ? [nameOf(step)] : [])),
  'A variable gets only words that GitHub makes up, or what maintainers set': (workflow) =>
    eachStep(workflow, (step) =>
      Object.values(step.env ?? {})
        .flatMap((value) => String(value).match(/\$\{\{.*?\}\}/g) ?? [])
        .filter((expression) => !ownWords.test(expression)),
    ),
  'Secrets are named only in the variables of a step': (workflow) => {
    const elsewhere = Object.values(workflow.jobs).flatMap((job) => [
      { ...job, steps: [] },
      ...job.steps.map((step) => ({ ...step, env: {} })),
    ]);
    return elsewhere.filter((part) => readsSecrets(JSON.stringify(part))).map(({ name = '' }) => name);
  },
  'A step with secrets packages or signs, on a tag, in the environment for signing, and does nothing else': (
    workflow,
  ) =>
    eachStep(workflow, (step, job) => {
      const values = Object.values(step.env ?? {}).map(String);
      if (!values.some(readsSecrets)) return [];
      const commands = commandsOf(step);
      const isSigning =
        values.every((value) => ofMaintainers.test(value)) &&
        /^github\.ref_type == 'tag'( && runner\.os == '\w+')?$/.test(step.if ?? '') &&
        (job.environment ?? '').includes("github.ref_type == 'tag' && 'signing'") &&
        commands.every((command) =>
          /^(npm run package( --( --config\.\S+)+)?|node build\/sign-update\.ts \w+|node \.github\/scripts\/required-variables\.ts .*)$/.test(
            command,
          ),
        );
      return isSigning ? [] : [nameOf(step)];
    }),
  'A step with secrets first requires each of them, since an empty one would mean no signature': (workflow) =>
    eachStep(workflow, (step) => {
      const secret = Object.entries(step.env ?? {}).filter(([, value]) => readsSecrets(String(value)));
      const [first = ''] = commandsOf(step);
      return secret.filter(([name]) => !first.split(' ').includes(name)).map(([name]) => name);
    }),
  'No step that installs packages sees a secret or the token': (workflow) =>
    eachStep(workflow, (step) =>
      commandsOf(step).some(installs) && /\bsecrets\b|github\.token/.test(JSON.stringify(step)) ? [nameOf(step)] : [],
    ),
  'No package is installed where more than reading is permitted': ({ jobs }) =>
    Object.entries(jobs).flatMap(([id, { permissions, steps }]) =>
      Object.values(permissions).includes('write') && steps.some((step) => commandsOf(step).some(installs)) ? [id] : [],
    ),
  'Nothing is resolved that no lock file has': (workflow) =>
    eachStep(workflow, (step) => commandsOf(step).filter((command) => /\bnpx\b|npm (install|i|exec)\b/.test(command))),
  'An artefact that is missing fails the step': (workflow) =>
    eachStep(workflow, (step) => {
      if (!step.uses?.startsWith('actions/upload-artifact@') || step.if === 'failure()') return [];
      return step.with?.['if-no-files-found'] === 'error' ? [] : [nameOf(step)];
    }),
  'Nothing runs for a stranger with the rights of this repository': ({ on }) =>
    Object.keys(on).filter((event) => !['push', 'pull_request', 'schedule', 'workflow_dispatch'].includes(event)),
};
