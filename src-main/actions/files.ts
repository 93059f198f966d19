/** @file The commands that add files, and those that save something to a file. */

import { createReadStream } from 'node:fs';
import { basename, extname } from 'node:path';
import type { CommandOutput, NamedRules, Savable, Saved, SendOptions } from '../../src-shared/contract.ts';
import { AppError, assertNever, toAppError } from '../../src-shared/errors.ts';
import { fact } from '../../src-shared/languages/fact.ts';
import { message } from '../../src-shared/languages/message.ts';
import { sendOptionsSchema } from '../../src-shared/settings-shapes.ts';
import { csv, jsonLines } from '../check/findings/finding-export.ts';
import { defaultRuleSet, type RuleSet } from '../check/rules/rule-set.ts';
import { parseRuleSet } from '../check/rules/rule-set-file.ts';
import { saveFile } from '../ground/files/saved-file.ts';
import { filesOfManifest } from '../prepare/manifest-files.ts';
import type { Manifest } from '../prepare/manifest-shape.ts';
import { manifestAt, openPrepared, type PreparedFolder } from '../prepare/prepared-folder.ts';
import { zipFolder } from '../prepare/zipped-folder.ts';
import { findingsTable } from '../records/findings-table.ts';
import { openRefusedRowsIn } from '../records/refused-rows.ts';
import type { NewFile, NewSubmission } from '../send/additions.ts';
import type { SubmissionId } from '../send/batch.ts';
import { DEFAULT_MAX_BATCH_BYTES } from '../send/batch-limit.ts';
import type { Binding } from '../send/binding.ts';
import { nameBeside } from '../send/correction/name-beside.ts';
import { addInPlaceOf } from '../send/correction/replaced-lines.ts';
import { findSourceFile } from '../send/source-file.ts';
import { type SubmissionOptions, unbound } from '../send/submission.ts';
import { requireSharing } from '../team/team-sharing.ts';
import { templateText } from '../templates/template-file.ts';
import { destinationOf } from '../wire/credentials/connection.ts';
import { chooseAnchorFile } from './audit.ts';
import { verificationAsText } from './audit-words.ts';
import { refused } from './contract-server.ts';
import { addSaved, recipeAsText, saveCorrected } from './correction.ts';
import { storableName } from './file-name.ts';
import type { CommandHandlers, CommandPorts } from './ports.ts';
import { inLanguage, type Receipts, tableSpeaker } from './receipts.ts';
import { writeTable } from './report.ts';
import { exportedAs, saveRecords } from './saved-records.ts';
import { seenInFile } from './seen-in-file.ts';
import { assertFindingsAreKept } from './submission.ts';
import { shownAs } from './submission-row.ts';

/** More than a person reads. */
const SHOWN_DIFFERENCES = 50;

type FileCommands = Pick<CommandHandlers, Extract<keyof CommandHandlers, `files.${string}`>>;
type Ports = Omit<CommandPorts, 'projection' | 'practice' | 'watching' | 'team'> & { receipts: Receipts };
type CallOf<Name extends keyof CommandHandlers> = Parameters<CommandHandlers[Name]>[0];
type AddOptions = CallOf<'files.add'>['options'];
type Control = NonNullable<CommandOutput<'files.add'>['control']>[number];

export function fileCommands(ports: Ports): FileCommands {
  const { shell, offered, app, settings } = ports;
  let look = new AbortController();
  return {
    'files.choose': async () => await offered.offer(await shell.chooseFiles()),
    'files.stopReading': () => offered.stopReading(),
    'files.look': async ({ offer, connection: name }) => {
      look.abort(new AppError('upload.interrupted', {}));
      look = new AbortController();
      const signal = AbortSignal.any([ports.signal, look.signal]);
      const connection = name === undefined ? undefined : app.services.connection(name);
      const where = connection && { name: connection.name, destination: destinationOf(connection) };
      return await offered.look(offer, async ({ path }) =>
        seenInFile(offer, path, { app, ruleSet: settings.ruleSet, connection: where, signal }),
      );
    },
    'files.add': async (files) => await addFiles(ports, files),
    'files.check': async (files) => await checkFiles(ports, files),
    'files.save': async (what) => {
      const saved = recorded(ports, what, await save(ports, what));
      // The file is there, and recorded, whether it can be added or not.
      return what.kind === 'correction' ? await addSaved(ports, what, saved) : saved;
    },
  };
}

async function addFiles(ports: Ports, { options, ...files }: CallOf<'files.add'>): Promise<CommandOutput<'files.add'>> {
  const chosen = await bindingOf(ports, options);
  const { replaces } = options;
  if (replaces !== undefined) return await replaceBy(ports, files.offers, chosen, replaces, options);
  const control: Control[] = [];
  const { sendAgainOf } = options;
  const withoutReason = { ...chosen, options: { ...chosen.options, sendAgain: undefined } };
  const bindingFor = (offer: string) => (sendAgainOf?.includes(offer) === false ? withoutReason : chosen);
  const result = await addEach(ports, files, bindingFor, async (file) => {
    const prepared = await preparedAt(ports, file);
    if (prepared === undefined) return [file];
    control.push(...controlOf(prepared.manifest.control));
    requireAccepted(prepared, options);
    return await prepared.files();
  });
  return { ...result, ...(control.length > 0 && { control }) };
}

interface PreparedHere extends PreparedFolder {
  files(): Promise<AddedFile[]>;
}

/**
 * What was prepared, verified, where the file is its manifest, or its zip, which is unpacked into the data folder.
 * @throws AppError manifest.*
 */
async function preparedAt({ app, signal }: Ports, { path }: AddedFile): Promise<PreparedHere | undefined> {
  const manifestPath = await manifestAt(path, signal);
  const folder =
    manifestPath === undefined
      ? await (await import('../prepare/prepared-zip.ts')).unpackPrepared(path, app.folder, signal)
      : await openPrepared(manifestPath, signal);
  if (folder === undefined) return undefined;
  // Of a folder of the app's own, a person knows only the names of the files.
  const named = (file: AddedFile) => (manifestPath === undefined ? { ...file, name: basename(file.path) } : file);
  return { ...folder, files: async () => (await filesOfManifest(folder, signal)).map(named) };
}

/** Adds the files of one manifest in the place of what came of an earlier preparation. */
async function replaceBy(
  ports: Ports,
  offers: readonly string[],
  binding: Binding,
  replaces: SubmissionId,
  options: AddOptions,
): Promise<CommandOutput<'files.add'>> {
  const [offer, ...others] = offers;
  if (offer === undefined || others.length > 0) throw refused(fact('One preparation replaces another.'));
  const control: Control[] = [];
  const result: CommandOutput<'files.add'> = { added: [], refused: [], control };
  try {
    await ports.offered.use(offer, async (file) => {
      const prepared = await preparedAt(ports, file);
      if (prepared === undefined) throw new AppError('manifest.unreadable', { path: file.path, problem: NO_MANIFEST });
      control.push(...controlOf(prepared.manifest.control));
      requireAccepted(prepared, options);
      const files = await prepared.files();
      const added = await addInPlaceOf(
        ports.app,
        replaces,
        files.map((one) => ({ ...one, ...binding })),
      );
      result.added.push(...added.map(({ id }) => id));
    });
  } catch (thrown) {
    result.refused.push({ fileName: ports.offered.nameOf(offer) ?? '', error: toAppError(thrown).toRecord() });
  }
  return result;
}

const NO_MANIFEST = fact('only a folder that was prepared, its manifest or its zip, can take the place of another.');

/** Checks each file, and sends it nowhere. */
async function checkFiles(
  ports: Ports,
  { maxBatchBytes, ...files }: CallOf<'files.check'>,
): Promise<CommandOutput<'files.check'>> {
  const { ruleSet } = ports.settings;
  const binding: Binding = {
    ...unbound,
    options: { onInvalid: 'stop', onUnknown: 'ask', ingestValid: false, maxBatchBytes, ruleSet },
  };
  return await addEach(
    ports,
    files,
    () => binding,
    async (file) => (await (await preparedAt(ports, file))?.files()) ?? [file],
  );
}

/**
 * Where files go that a person adds or sends, and how; the options that a window gives are remembered for the next file.
 * @throws AppError connection.*, rules.unreadable, policy.managed; team.* where the team cannot send them for this person
 */
export async function bindingOf(
  { app, carrier, settings }: Pick<Ports, 'app' | 'carrier' | 'settings'>,
  given: AddOptions,
): Promise<Binding> {
  const { sendAgain, rules, onUnknown = 'ask', ...others } = given;
  const { replaces: _, acceptsDifferences: __, sendAgainOf: ___, ...options } = others;
  const { connection: name, forTeam, maxBatchBytes = DEFAULT_MAX_BATCH_BYTES, ...choices } = options;
  const sending = carrier === 'window' ? rememberable(options) : undefined;
  const connection = app.services.connection(name);
  // Found out before anything is added, rather than half-way.
  app.services.client(connection);
  if (forTeam === true) await requireSharing(app.team, connection.name);
  const wanted: SubmissionOptions = {
    ...choices,
    maxBatchBytes,
    onUnknown,
    ruleSet: rulesFor({ app, carrier, settings }, rules),
    ...(sendAgain !== undefined && { sendAgain }),
    // Scripts come by the command line; where they need a person too, the queue sees to that.
    ...(carrier === 'window' && app.confirmation(connection)),
  };
  app.queue.requireAllowed(wanted);
  if (sending !== undefined) settings.change({ sending });
  return { connection: connection.name, destination: destinationOf(connection), options: wanted, forTeam };
}

/** A script may want batches of a few bytes, a window does not. @throws AppError usage.invalid */
function rememberable(options: object): SendOptions {
  const parsed = sendOptionsSchema.safeParse(options);
  if (!parsed.success) throw refused(fact('A window does not give these options.'));
  return parsed.data;
}

/** Those that are named; else those of the settings in a window, and for a script the default ones. The organisation's come first. */
export function rulesFor(
  { app, carrier, settings }: Pick<Ports, 'app' | 'carrier' | 'settings'>,
  named: NamedRules | undefined,
): RuleSet {
  if (named !== undefined) {
    const ruleSet = parseRuleSet(named.text, named.name);
    app.requireAllowedRules(ruleSet, fact('Leave out --rules'));
    return ruleSet;
  }
  return carrier === 'window' ? settings.ruleSet : (app.setRules.ruleSet ?? defaultRuleSet);
}

/** A person knows of figures that differ before anything goes. @throws AppError control.differ */
function requireAccepted(
  { path, manifest: { control } }: PreparedFolder,
  { acceptsDifferences }: Pick<AddOptions, 'acceptsDifferences'>,
): void {
  const differences = control?.differences.length ?? 0;
  if (differences > 0 && acceptsDifferences !== true) throw new AppError('control.differ', { path, differences });
}

/** How the figures of the source system compare with what was prepared, if there are any. */
function controlOf(control: Manifest['control']): Control[] {
  if (control === undefined) return [];
  const { figures, differences } = control;
  const differing = differences.slice(0, SHOWN_DIFFERENCES);
  return [{ figures: figures.length, differences: differences.length, differing }];
}

type AddedFile = Pick<NewSubmission, 'path' | 'name' | 'prepared'>;

/** So many are stored in one transaction: each costs more than what is written in it. */
const STORED_AT_ONCE = 50;

/**
 * Adds each file separately, so that one unreadable file does not affect the others.
 * @param filesOf the files that one stands for
 */
async function addEach(
  { app, offered }: Pick<Ports, 'app' | 'offered'>,
  { offers, addedWith }: Pick<CallOf<'files.add'>, 'offers' | 'addedWith'>,
  bindingFor: (offer: string) => Binding,
  filesOf: (file: AddedFile) => Promise<AddedFile[]>,
): Promise<CommandOutput<'files.check'>> {
  const result: CommandOutput<'files.check'> = { added: [], refused: [] };
  const [first] = offers;
  const id = addedWith ?? (offers.length > 1 ? first : undefined);
  const addition = id === undefined ? undefined : ({ id, by: 'person' } as const);
  const refuse = (offer: string, thrown: unknown) =>
    result.refused.push({ fileName: offered.nameOf(offer) ?? '', error: toAppError(thrown).toRecord() });
  for (let from = 0; from < offers.length; from += STORED_AT_ONCE) {
    const found: { offer: string; files: NewFile[] }[] = [];
    for (const offer of offers.slice(from, from + STORED_AT_ONCE)) {
      try {
        if (found.some((before) => before.offer === offer)) throw new AppError('file.not-offered', {});
        const files = await offered.look(offer, filesOf);
        found.push({ offer, files: files.map((file) => ({ ...file, ...bindingFor(offer), addition })) });
      } catch (thrown) {
        refuse(offer, thrown);
      }
    }
    // Not tried again one by one: what has failed may be stored.
    const outcomes = await app.queue.additions.addEach(found.map(({ files }) => files)).catch(toAppError);
    for (const [at, { offer }] of found.entries()) {
      const outcome = outcomes instanceof AppError ? outcomes : (outcomes[at] ?? []);
      const take = async () => {
        if (outcome instanceof AppError) throw outcome;
        result.added.push(...outcome.map(({ id }) => id));
      };
      await offered.use(offer, take).catch((thrown) => refuse(offer, thrown));
    }
  }
  return result;
}

async function save(ports: Ports, what: Savable): ReturnType<typeof saveCorrected> {
  const { app, shell, signal } = ports;
  switch (what.kind) {
    case 'findings': {
      assertFindingsAreKept(app, what.id);
      const fileName = storableName(shownAs(app.queue.standing(what.id).submission.name).fileName);
      const found = app.store.findings.all(what.id);
      const say = await tableSpeaker(what.language);
      const table = say === undefined ? csv(found) : findingsTable(found, say);
      const name = await inLanguage(what.language, () => message('findings', {}, { context: 'name of a file' }));
      return await shell.save(nameBeside({ name: fileName }, name, `.${what.format}`), (path) =>
        saveFile(path, what.format === 'csv' ? table : jsonLines(found), signal),
      );
    }
    case 'report': {
      const kept = await app.batchReports.path(what.batch, signal);
      return await shell.save(`report-${basename(kept, extname(kept))}${extname(kept)}`, (path) =>
        saveFile(path, createReadStream(kept), signal),
      );
    }
    case 'report-table': {
      const name = await inLanguage(what.language, () => message('report-table', {}, { context: 'name of a file' }));
      return await shell.save(`${name}-${what.batch}.csv`, (path) =>
        writeTable({ app, signal }, what, (pieces) => saveFile(path, pieces, signal)),
      );
    }
    case 'receipt':
    case 'submission-receipt':
    case 'payment-receipt':
    case 'history-entries':
    case 'queue-list':
    case 'statement':
    case 'corrected':
    case 'lines':
    case 'changes':
    case 'left-out':
      return await saveRecords(ports, what);
    case 'refused-rows': {
      const file = openRefusedRowsIn(app.store).get(what.id)?.exports[what.part]?.file;
      if (file === undefined) throw new AppError('submission.no-refused-rows', { id: what.id });
      const found = await findSourceFile(file);
      return await shell.save(basename(found), (path) => saveFile(path, createReadStream(found), signal));
    }
    case 'correction':
      return await saveCorrected(ports, what);
    case 'support':
      return await shell.save(`tranship-support-${today()}.zip`, (path) =>
        app.exportForSupport(path, signal, { withSecurityLog: what.securityLog ?? false }),
      );
    case 'anchor-file':
      return await chooseAnchorFile(ports);
    case 'history': {
      const verification = await app.auditing.verify();
      const at = new Date().toISOString();
      const text = await inLanguage(what.language, () =>
        verificationAsText(verification, app.auditing.author.key?.publicKey, at),
      );
      return await shell.save(`history-${today()}.txt`, (path) => saveFile(path, [text]));
    }
    case 'recipe': {
      const text = recipeAsText(what.name, what.steps);
      return await shell.save(`${storableName(what.name).replace(/\.[^.]*$/, '')}.recipe.json`, (path) =>
        saveFile(path, [text]),
      );
    }
    case 'rule-set':
      return await shell.save('tranship-rules.json', (path) => saveFile(path, [what.text]));
    case 'prepared': {
      const { folder, name } = app.preparations.savedFolder(what.id);
      return await shell.save(`${storableName(name)}.zip`, (path) => zipFolder(folder, path, signal));
    }
    case 'template': {
      const { template } = app.templates.get(what.id);
      return await shell.save(`${storableName(template.name)}.template.json`, (path) =>
        saveFile(path, [templateText(template)]),
      );
    }
    default:
      return assertNever(what);
  }
}

/** The export for support and the choice of an anchor file are recorded where they are made. */
function recorded<Kept extends Saved>({ app }: Ports, { kind }: Savable, saved: Kept): Kept {
  const isOfNoCustomer = kind === 'recipe' || kind === 'template' || kind === 'rule-set';
  if (saved.kind === 'cancelled' || kind === 'support' || kind === 'anchor-file' || isOfNoCustomer) return saved;
  const what = exportedAs[kind];
  app.recordSecurity({ kind: 'exported', what, path: saved.kind === 'saved' ? saved.path : 'a browser' });
  return saved;
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
