/**
 * @file Exports that are prepared in one go, as a command asks for it: of an app, or beside a process that holds the data
 * folder. Nothing of it is kept there: the draft of a window, and its steps, are in `preparations.ts`.
 */

import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import manifest from '../../package.json' with { type: 'json' };
import { withChangedColumns } from '../../src-shared/changed-columns.ts';
import type { PreparationOrdered, Prepared, Proposal, Reading } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import { fact } from '../../src-shared/languages/fact.ts';
import type { Template, Value } from '../../src-shared/template-shapes.ts';
import type { RuleSet } from '../check/rules/rule-set.ts';
import { FINDINGS, MANIFEST } from '../exports/output-folder.ts';
import { readingFrom } from '../exports/reading-choices.ts';
import { comparedIds, type Earlier, overOne } from '../prepare/earlier-ids.ts';
import type { Examined } from '../prepare/examination.ts';
import type { KeptTemplates } from '../prepare/kept-templates.ts';
import type { PreparationProgress, PreparationSource } from '../prepare/preparation.ts';
import { preparedOf, type Sending } from '../prepare/preparation-plan.ts';
import { prepare } from '../prepare/prepare.ts';
import { propose } from '../prepare/proposal.ts';
import { KindsOfPreparation } from '../prepare/row-findings.ts';
import { safeName } from '../prepare/split.ts';
import { parseControl, parseExpected } from '../records/control/control-file.ts';
import { DEFAULT_MAX_BATCH_BYTES } from '../send/batch-limit.ts';
import { parseTemplate, templateText } from '../templates/template-file.ts';
import { namedColumns } from '../templates/used-columns.ts';
import type { CommandHandlers, CommandPorts } from './ports.ts';
import { fittingShown } from './preparation-rows.ts';
import { requireUsable } from './templates.ts';

export interface AtOncePorts {
  templates: KeptTemplates;
  /** @throws AppError file.not-offered */
  sourceOf: (offer: string) => PreparationSource | Promise<PreparationSource>;
  /** The rules by which the written files are checked. */
  ruleSet: () => RuleSet;
  /** What went to the service before, and how it would be sent; over the connection of that name, if there is one. */
  before: (asked: Pick<PreparationOrdered, 'connection' | 'leaveOutProcessed'>) => Promise<KnownBefore>;
  /** As that of a window; undefined where the person cancels, or cannot choose. */
  chooseFolder: () => Promise<string | undefined>;
  onSaved: (folder: string) => void | Promise<void>;
  /** Gives the work an empty folder, which is removed at its end. */
  inWorkFolder: <Result>(work: (folder: string) => Promise<Result>) => Promise<Result>;
  tell: CommandPorts['tell'];
  signal: AbortSignal;
}

export interface KnownBefore {
  earlier: Earlier;
  sending: Sending;
}

type AtOnceCommands = Pick<CommandHandlers, 'preparations.propose' | 'preparations.run'>;

const MOST_THREADS = 4;
const wholeBatches = { grouping: 'none', bytes: DEFAULT_MAX_BATCH_BYTES, lines: Number.MAX_SAFE_INTEGER } as const;

export function preparationAtOnce(ports: AtOncePorts): AtOnceCommands {
  const { templates, sourceOf, inWorkFolder, signal } = ports;
  return {
    'preparations.propose': async ({ offers, reading: choices, name }) => {
      const reading = choices.length === 0 ? undefined : readingFrom({ format: 'delimited' }, choices);
      const sources = await Promise.all(offers.map(sourceOf));
      const { template, guesses, isCertain, fitting, recognised, examined } = await inWorkFolder((workFolder) =>
        propose({ sources, reading, kept: templates.all(), name, workFolder }, signal),
      );
      return {
        text: templateText(template),
        reading: template.reading,
        columns: template.columns,
        guesses,
        isCertain,
        unusedColumns: unusedColumns(template, examined),
        questions: await questionsOf(template, examined),
        ...fittingShown(fitting, recognised),
      };
    },
    'preparations.run': async (order) => await run(ports, order),
  };
}

function unusedColumns(template: Template, { tables }: Examined): string[] {
  if (template.otherColumns !== 'leave-out') return [];
  const used = namedColumns(template);
  return [...new Set(tables.flatMap(({ columns }) => columns))].filter((column) => !used.has(column));
}

async function questionsOf(template: Template, { tables }: Examined): Promise<Proposal['questions']> {
  // With the tables by which a template is guessed, which the start of the window does without.
  const { ownCountryKinds, questionKinds } = await import('../prepare/question-kinds.ts');
  const kinds = new KindsOfPreparation();
  for (const { name: table, columns, rows, reading } of tables) {
    kinds.add({ source: '', table }, [
      ...questionKinds(template, { reading, columns }, () => rows),
      ...ownCountryKinds(template, reading, rows.length),
    ]);
  }
  return kinds.all().map(({ column, rows, message }) => ({ ...(column !== undefined && { column }), rows, message }));
}

async function run(ports: AtOncePorts, order: PreparationOrdered): Promise<Prepared> {
  const { name, keepPayments, workers, isPlan } = order;
  const sources = await Promise.all(order.offers.map(ports.sourceOf));
  const template = await templateOf(ports, order, sources);
  const reading = readingOf(template, order);
  const control = [
    ...(order.control === undefined ? [] : parseControl(order.control.text, order.control.name)),
    ...order.expected.map(parseExpected),
  ];
  const { earlier, sending } = await ports.before(order);
  const { leaveOutProcessed } = order;
  const compared = comparedIds(leaveOutProcessed ? overOne(earlier) : earlier, leaveOutProcessed);
  const out = isPlan ? undefined : await ports.chooseFolder();
  if (!isPlan && out === undefined)
    throw new AppError('usage.invalid', { problem: fact('No folder was chosen for the files.') });
  const { grouping, ...limits } = order.split ?? wholeBatches;
  const summary = await ports.inWorkFolder((workFolder) =>
    prepare(
      {
        sources,
        template,
        reading,
        out,
        name: safeName(name),
        limits,
        grouping,
        keepPayments,
        workFolder,
        ruleSet: ports.ruleSet(),
        threads: workers ?? Math.min(availableParallelism(), MOST_THREADS),
        ...(control.length > 0 && { control }),
        earlier: compared,
        toolVersion: manifest.version,
      },
      { signal: ports.signal, onProgress: tellingProgress(ports, isPlan ? 'planning' : 'saving') },
    ),
  );
  if (out !== undefined) await ports.onSaved(out);
  if (out !== undefined && order.template.id !== undefined) ports.templates.used(order.template.id);
  return {
    ...preparedOf(summary, sending, earlier),
    ...(out !== undefined && { manifest: MANIFEST, findingsFile: FINDINGS }),
  };
}

/** @throws AppError template.unknown, template.unreadable, template.unusable, usage.invalid, file.* */
async function templateOf(
  ports: AtOncePorts,
  order: PreparationOrdered,
  sources: readonly PreparationSource[],
): Promise<Template> {
  const { template: given, fixed = [], takesChanges } = order;
  const asKept = 'text' in given ? parseTemplate(given.text, given.name) : ports.templates.get(given.id).template;
  const template = takesChanges ? await withChangesOf(ports, asKept, sources, readingOf(asKept, order)) : asKept;
  const whole = { ...template, fields: { ...template.fields, ...Object.fromEntries(fixed.map(fixedField)) } };
  requireUsable(whole);
  return whole;
}

/** As the exports are read where that is ordered; undefined: as the template says. */
const readingOf = (template: Template, { reading }: PreparationOrdered): Reading | undefined =>
  reading.length === 0 ? undefined : readingFrom(template.reading, reading);

/** As a window uses a kept template for an export that has changed. */
async function withChangesOf(
  { inWorkFolder, signal }: AtOncePorts,
  template: Template,
  sources: readonly PreparationSource[],
  reading: Reading | undefined,
): Promise<Template> {
  const id = randomUUID();
  const { fitting } = await inWorkFolder((workFolder) =>
    propose({ sources, reading, kept: [{ id, template }], chosen: id, name: template.name, workFolder }, signal),
  );
  return withChangedColumns(template, fitting[0]?.differences ?? []);
}

/** @throws AppError usage.invalid */
function fixedField(text: string): [path: string, value: Value] {
  const at = text.indexOf('=');
  if (at < 1)
    throw new AppError('usage.invalid', {
      problem: fact('“{text}” must be a field and its value, such as {example}.', {
        text,
        example: 'receiver.unknown.risk_assessment=LOW',
      }),
    });
  return [text.slice(0, at).trim(), { source: { from: 'constant', text: text.slice(at + 1) } }];
}

function tellingProgress({ tell }: AtOncePorts, kind: 'planning' | 'saving') {
  const id = randomUUID();
  return ({ step, rows, lines, bytes, totalBytes }: PreparationProgress) =>
    tell('preparation.changed', { id, work: { kind, step, rows, lines, bytes, totalBytes } });
}
