/** @file The commands that prepare exports, step by step. */

import { statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { CommandOutput, SendOptions } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import type { Fact } from '../../src-shared/languages/fact.ts';
import type { RuleSet } from '../check/rules/rule-set.ts';
import { MANIFEST } from '../exports/output-folder.ts';
import { inWorkFolder } from '../exports/work-area.ts';
import { earlierIds } from '../prepare/earlier-ids.ts';
import { filesOfManifest } from '../prepare/manifest-files.ts';
import type { Sending } from '../prepare/preparation-plan.ts';
import type { Ordered } from '../prepare/preparation-runs.ts';
import { preparedFile } from '../prepare/prepared-files.ts';
import { readPrepared } from '../prepare/prepared-folder.ts';
import { openRefusedRowsIn } from '../records/refused-rows.ts';
import type { SubmissionId } from '../send/batch.ts';
import { addInPlaceOf } from '../send/correction/replaced-lines.ts';
import { RowFinder } from '../send/row-finder.ts';
import { findSourceFile } from '../send/source-file.ts';
import { submissionIdSchema } from '../send/submission.ts';
import { previewRows } from '../templates/preview.ts';
import { templateProblems } from '../templates/template-problems.ts';
import { destinationOf } from '../wire/credentials/connection.ts';
import type { CommandHandlers, CommandPorts } from './ports.ts';
import { preparationAtOnce } from './preparation-at-once.ts';
import { preparationShown, previewShown, sampledRows, savedShown, shownName, valuesOf } from './preparation-rows.ts';
import { sendingSpeed } from './sending-speed.ts';
import { requireUsable } from './templates.ts';

type PreparationCommands = Pick<CommandHandlers, Extract<keyof CommandHandlers, `preparations.${string}`>>;
type Ports = Pick<CommandPorts, 'app' | 'offered' | 'settings' | 'shell' | 'signal' | 'tell'>;

export function preparationCommands(ports: Ports): PreparationCommands {
  const { app, offered, settings, shell } = ports;
  const { preparations } = app;
  const onSaved = (path: string) => app.recordSecurity({ kind: 'exported', what: 'prepared', path });
  return {
    'preparations.list': () =>
      preparations.unfinished().map(({ record, isInterrupted }) => ({
        id: record.id,
        startedAt: record.startedAt,
        added: [],
        name: shownName(record.sources),
        isInterrupted: isInterrupted || record.saving !== undefined,
        ...(record.saved !== undefined && { saved: savedShown(record.saved) }),
      })),
    'preparations.begin': ({ offers }) => {
      return { id: preparations.begin(offers.map((offer) => offered.sourceOf(offer))) };
    },
    'preparations.reopen': ({ id, line, field }) => reopen(ports, id, line, field),
    'preparations.beginRefused': async ({ id }) => await beginRefused(ports, id),
    'preparations.get': ({ id }) => preparationShown(preparations.get(id), bytesOf),
    'preparations.read': async ({ id, reading }) => await preparations.read(id, reading),
    'preparations.choose': async ({ id, leftOut }) => await preparations.choose(id, leftOut),
    'preparations.useTemplate': async ({ id, template }) => await preparations.useTemplate(id, template),
    'preparations.goBack': async ({ id }) => await preparations.goBack(id),
    'preparations.keep': ({ id, draft }) => {
      preparations.keep(id, draft);
    },
    'preparations.preview': ({ id, template, table, rows: numbers }) => {
      const { examined } = preparations.get(id);
      if (examined === undefined) return [];
      const { columns, rows } = sampledRows(examined, table, numbers);
      const [problem] = templateProblems(template);
      if (problem !== undefined) return rows.map(({ number }) => unusable(number, problem));
      return previewRows(template, columns, rows, settings.ruleSet, Date.now()).map(previewShown);
    },
    'preparations.values': ({ id, columns }) => {
      const { examined } = preparations.get(id);
      return examined === undefined ? [] : valuesOf(examined, columns);
    },
    'preparations.plan': async ({ id, draft, connection = connectionOfPlan(ports) }) => {
      requireUsable(draft.template);
      const { ruleSet } = settings;
      const sending = sendingOver(ports, connection);
      await preparations.runs.plan(id, { draft, ruleSet, sending, earlier: earlierOver(ports, connection) });
    },
    'preparations.prepare': async ({ id, draft, options, acceptsDifferences }) => {
      requireUsable(draft.template);
      const { ruleSet } = settings;
      settings.change({ sending: options });
      const earlier = earlierOver(ports, options.connection);
      const add = adding(ports, options, ruleSet);
      await preparations.runs.prepare(id, { draft, options, ruleSet, acceptsDifferences, earlier, add });
    },
    'preparations.save': async ({ id, draft, continues }) => {
      requireUsable(draft.template);
      const asks = !continues && shell.chooseFolder !== undefined;
      const chosen = asks ? await shell.chooseFolder?.('save') : undefined;
      if (asks && chosen === undefined) return { isBegun: false };
      const earlier = earlierOver(ports, connectionOfPlan(ports));
      await preparations.runs.save(id, { draft, chosen, continues, ruleSet: settings.ruleSet, earlier, onSaved });
      return { isBegun: true };
    },
    'preparations.cancel': async ({ id }) => await preparations.works.end(id),
    'preparations.discard': async ({ id }) => await preparations.discard(id),
    ...preparationAtOnce({
      ...ports,
      templates: app.templates,
      ruleSet: () => settings.ruleSet,
      onSaved,
      sourceOf: (offer) => offered.sourceOf(offer),
      before: async ({ connection = connectionOfPlan(ports) }) => ({
        earlier: await earlierOver(ports, connection)(),
        sending: sendingOver(ports, connection),
      }),
      chooseFolder: async () => await shell.chooseFolder?.('save'),
      inWorkFolder,
    }),
  };
}

/** Adds the finished files; those that were added before the app was closed stay as they are. */
function adding(
  { app }: Ports,
  { connection: name, ...choices }: Omit<SendOptions, 'forTeam'>,
  ruleSet: RuleSet,
): Ordered['add'] {
  const connection = app.services.connection(name);
  const binding = {
    connection: name,
    destination: destinationOf(connection),
    // In the window, a person is present to decide.
    options: { ...choices, ...app.confirmation(connection), onUnknown: 'ask' as const, ruleSet },
  };
  return async (written, replaces) => {
    const [first] = written;
    if (first === undefined) return [];
    const files = await filesOfManifest(await readPrepared(join(dirname(first.path), MANIFEST)));
    const known = new Map(app.queue.standings().map(({ submission: { content, id } }) => [content, id]));
    const fresh = files
      .filter(({ path }) => !known.has(path))
      .map((file) => ({ ...file, ...binding, name: basename(file.path) }));
    if (fresh.length > 0) {
      const of = replaces === undefined ? undefined : submissionIdSchema.parse(replaces.submission);
      const added = of === undefined ? await app.queue.additions.addAll(fresh) : await addInPlaceOf(app, of, fresh);
      for (const { content, id } of added) known.set(content, id);
    }
    return files.flatMap(({ path }) => known.get(path) ?? []);
  };
}

/** @throws AppError submission.no-refused-rows, file.* */
async function beginRefused(
  { app }: Pick<Ports, 'app'>,
  id: SubmissionId,
): Promise<CommandOutput<'preparations.beginRefused'>> {
  const files =
    openRefusedRowsIn(app.store)
      .get(id)
      ?.exports.flatMap(({ file }) => file ?? []) ?? [];
  if (files.length === 0) throw new AppError('submission.no-refused-rows', { id });
  const paths = await Promise.all(files.map((file) => findSourceFile(file)));
  const before = preparedFile(app.queue.view(id).submission.content)?.preparation;
  const sources = paths.map((path) => ({ path, name: basename(path) }));
  return { id: app.preparations.begin(sources, before) };
}

/** @throws AppError submission.*, preparation.not-here */
function reopen(
  { app }: Pick<Ports, 'app'>,
  id: SubmissionId,
  line: number | undefined,
  field: string | undefined,
): CommandOutput<'preparations.reopen'> {
  const prepared = app.queue.replacedBy(id).flatMap(({ submission }) => preparedFile(submission.content) ?? [])[0];
  if (prepared === undefined) throw new AppError('preparation.not-here', { id });
  const finder = new RowFinder(app.store);
  const row = line === undefined ? undefined : finder.rowOf(id, line);
  const [column] = field === undefined ? [] : finder.columnsOf(id, field);
  const cell = row && { ...row, ...(column !== undefined && { column }) };
  return { id: app.preparations.reopen(prepared.preparation, { submission: id, ...(cell && { cell }) }) };
}

/** The connection that is chosen for sending; undefined where there is none yet. */
function connectionOfPlan({ settings }: Ports): string | undefined {
  const { connection } = settings.all.sending;
  return connection === '' ? undefined : connection;
}

/** How it would be sent over the connection. */
function sendingOver({ app, settings }: Ports, connection: string | undefined): Sending {
  const { maxBatchBytes } = settings.all.sending;
  if (connection === undefined) return { speed: undefined, maxBatchBytes };
  return { speed: sendingSpeed(app, destinationOf(app.services.connection(connection))), maxBatchBytes };
}

/** What went over the connection before; over all of them without one. */
function earlierOver({ app: { services, store, idIndexes: indexes, keepsIds } }: Ports, name: string | undefined) {
  const connection = name === undefined ? undefined : { name, destination: destinationOf(services.connection(name)) };
  return () => earlierIds({ store, indexes, keepsIds, connection });
}

const unusable = (row: number, message: Fact) => ({
  number: row,
  isLeftOut: false,
  findings: [{ line: row, rule: 'map.value', severity: 'error' as const, path: pathIn(message), message }],
});

/** The field that a problem of a template names first, such as “fields.payment_type: …”. */
function pathIn({ values }: Fact): string {
  return /^fields\.([a-z_.]+)$/.exec(String(values?.['place']))?.[1] ?? '';
}

function bytesOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
