/** @file `tranship team offer …`: files that one person offers and another releases or refuses. */

import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { ENVIRONMENT } from '../../../../src-shared/environment-connection.ts';
import { AppError } from '../../../../src-shared/errors.ts';
import type { RuleSet } from '../../../check/rules/rule-set.ts';
import { requireOwnConnections } from '../../../policy/rules.ts';
import { manifestAt, openPrepared } from '../../../prepare/prepared-folder.ts';
import { digestOf } from '../../../prepare/watching/as-it-is.ts';
import type { Figures, Offer } from '../../../team/offers/offer.ts';
import { type CheckedFile, checkedForTeam, comparedWithOffer } from '../../../team/offers/proof.ts';
import { destinationOf } from '../../../wire/credentials/connection.ts';
import { connectionFromEnvironment } from '../../../wire/credentials/environment.ts';
import type { Call } from '../call.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { LiveLines } from '../live-lines.ts';
import { type Output, usageError } from '../output.ts';
import { rulesOfCall } from '../rules-of-call.ts';
import type { Session } from '../session.ts';
import { counted, day, grouped, size } from '../wording.ts';
import { progressLine, totalsInWords } from './check.ts';
import { findOffer, refused, withLedger } from './team.ts';
import { withUnpacked } from './team-packages.ts';

export interface OfferOptions {
  reason: string;
  connection?: string;
  rules?: string;
  again: boolean;
}

interface OfferedFile {
  path: string;
  manifest?: Figures['manifest'];
}

/** Checks files, then offers all of them or none. */
export async function offer(session: Session, paths: readonly string[], options: OfferOptions): Promise<ExitCode> {
  const { output, interrupted } = session;
  const destination = await destinationNamed(session, options.connection);
  const ruleSet = await rulesOfCall(session, options.rules);
  const files = (await Promise.all(paths.map((path) => filesAt(path, interrupted)))).flat();
  return await withLedger(session.call, async (ledger) => {
    const checked = [];
    for (const { path, manifest } of files) {
      const { sha256, figures } = await figuresAt(session, path, ruleSet, manifest);
      checked.push({ fileName: basename(path), sha256, figures });
    }
    const { reason, again } = options;
    const ids = await ledger.offer(checked.map((file) => ({ ...file, destination, reason, again, desk: hostname() })));
    const made = checked.map((file, index) => ({ id: ids[index], ...file }));
    for (const { id, fileName, sha256, figures } of made) {
      output.say(`Offer ${id}: ${fileName}, SHA-256 ${sha256}`);
      sayFigures(output, figures);
    }
    output.say('Another person releases it with “tranship team release ID --file FILE --reason TEXT”.');
    output.emit('summary', { destination, offers: made });
    return exitCodes.done;
  });
}

/** Lists all offers that this person may see, or shows one. */
export async function offers(call: Call, id: number | undefined): Promise<ExitCode> {
  const { output } = call;
  return await withLedger(call, async (ledger) => {
    if (id !== undefined) {
      const found = await findOffer(ledger, id);
      showOffer(output, found);
      output.emit('summary', { offer: found });
      return exitCodes.done;
    }
    const all = await ledger.offers();
    output.table(
      ['offer', 'file', 'size', 'errors', 'offered by', 'on', 'state'],
      all.map(({ id: number, fileName, figures, offeredBy, offeredAt, state, decision }) => [
        ...[number, fileName, size(figures.bytes), grouped(figures.errors), offeredBy, day(Date.parse(offeredAt))],
        decision === undefined ? state : `${state} by ${decision.by}`,
      ]),
    );
    output.emit('summary', { offers: all });
    return exitCodes.done;
  });
}

export interface ReleaseOptions {
  file?: string;
  package?: string;
  reason: string;
  rules?: string;
}

/** Releases what another person offered, where the file here has its bytes and its figures. */
export async function release(session: Session, id: number, options: ReleaseOptions): Promise<ExitCode> {
  const { output } = session;
  const ruleSet = await rulesOfCall(session, options.rules);
  const place = placeOfFile(options);
  return await withLedger(session.call, async (ledger) => {
    const offered = await findOffer(ledger, id);
    showOffer(output, offered);
    const prove = async (path: string, shown: string) =>
      await requireAsOffered(session, offered, { path, shown, ruleSet });
    if ('file' in place) await prove(place.file, place.file);
    else await withUnpacked(session.call, place.package, offered, async (path) => await prove(path, place.package));
    await ledger.decide(offered, { outcome: 'released', reason: options.reason, desk: hostname() });
    output.say(`Offer ${id} is released.`);
    output.emit('summary', { offer: id, state: 'released', sha256: offered.sha256 });
    return exitCodes.done;
  });
}

function placeOfFile(options: ReleaseOptions): { file: string } | { package: string } {
  const { file, package: sealed } = options;
  if (file !== undefined && sealed === undefined) return { file };
  if (file === undefined && sealed !== undefined) return { package: sealed };
  throw usageError('Name the file that was offered with --file, or the package that has it with --package.');
}

/** The figures in the ledger are what the desk of the maker says: here they are proved. @throws AppError team.refused */
async function requireAsOffered(
  call: Pick<Call, 'output' | 'interrupted' | 'clock'>,
  { id, ...offered }: Offer,
  { path, shown, ruleSet }: { path: string; shown: string; ruleSet: RuleSet },
): Promise<void> {
  const found = await figuresAt(call, path, ruleSet);
  const outcome = comparedWithOffer(offered, found);
  if (outcome.kind === 'other-bytes')
    throw refused(`${shown} has other bytes than offer ${id}: its SHA-256 is ${found.sha256}.`);
  if (outcome.kind === 'other-figures')
    throw refused(
      `The check of ${shown} finds other figures than offer ${id} says: ${outcome.differing.join(', ')}. If it was offered with a rule set, name the same with --rules.`,
    );
}

/** Refuses what another person offered; the file is not needed for that. */
export async function refuse(call: Call, id: number, { reason }: { reason: string }): Promise<ExitCode> {
  return await withLedger(call, async (ledger) => {
    const offered = await findOffer(ledger, id);
    await ledger.decide(offered, { outcome: 'refused', reason, desk: hostname() });
    call.output.say(`Offer ${id} is refused.`);
    call.output.emit('summary', { offer: id, state: 'refused', sha256: offered.sha256 });
    return exitCodes.done;
  });
}

/** Whether these bytes are released for this destination; exit code 1 where they are not. */
export async function verify(session: Session, path: string, options: { connection?: string }): Promise<ExitCode> {
  const { output, interrupted } = session;
  const destination = await destinationNamed(session, options.connection);
  const sha256 = await digestOf(path, interrupted);
  const found = await withLedger(session.call, async (ledger) => await ledger.releasedOffer(sha256, destination));
  if (found?.decision === undefined) output.say(`${path} is not released for this destination.`);
  else {
    const { id, offeredBy, decision } = found;
    output.say(`${path} is released by ${decision.by} (offer ${id} of ${offeredBy}): ${decision.reason}`);
  }
  output.emit('summary', {
    file: path,
    sha256,
    destination,
    released: found !== undefined,
    ...(found && { offer: found }),
  });
  return found === undefined ? exitCodes.refused : exitCodes.done;
}

/** A file, or all files of a preparation, which are verified before. */
async function filesAt(path: string, signal: AbortSignal): Promise<OfferedFile[]> {
  const manifestPath = await manifestAt(path);
  if (manifestPath === undefined) return [{ path }];
  const { manifest, sha256, path: absolute } = await openPrepared(manifestPath, signal);
  const { name, version } = manifest.template;
  const differences = manifest.control?.differences.length ?? 0;
  const facts = { sha256, template: `${name} ${version}`, differences };
  return manifest.files.map((file) => ({ path: join(dirname(absolute), file.name), manifest: facts }));
}

async function figuresAt(
  { output, interrupted, clock }: Pick<Call, 'output' | 'interrupted' | 'clock'>,
  path: string,
  ruleSet: RuleSet,
  manifest?: Figures['manifest'],
): Promise<CheckedFile> {
  const live = new LiveLines(output);
  const started = clock.steady();
  return await checkedForTeam(
    { path, ruleSet, ...(manifest && { manifest }) },
    {
      signal: interrupted,
      mayBlock: true,
      onJudgeAlone: (error) => output.warn(error),
      onProgress: (progress) => live.draw([progressLine(path, progress, clock.steady() - started)]),
    },
  ).finally(() => live.clear());
}

/** Where a connection leads; no secret is needed to know it. @throws AppError connection.*, policy.managed */
async function destinationNamed(session: Session, name: string | undefined): Promise<string> {
  const { connections } = await session.kept();
  if (name !== undefined && name !== ENVIRONMENT) return destinationOf(connections.get(name));
  requireOwnConnections(session.policy.values);
  const found = connectionFromEnvironment(session.environment);
  if ('missing' in found) throw new AppError('connection.none', { missing: found.missing.join(', ') });
  return destinationOf(found.connection);
}

function showOffer(output: Output, { id, fileName, sha256, destination, figures, reason, ...rest }: Offer): void {
  const { offeredBy, offeredAt, desk, decision, state } = rest;
  output.say(`Offer ${id}: ${fileName}, ${state}`);
  output.say(`  for ${destination}`);
  output.say(`  offered by ${offeredBy} on ${day(Date.parse(offeredAt))}, at ${desk}: ${reason}`);
  if (decision !== undefined)
    output.say(`  ${state} by ${decision.by} on ${day(Date.parse(decision.at))}: ${decision.reason}`);
  output.say(`  SHA-256 ${sha256}`);
  sayFigures(output, figures);
}

function sayFigures(
  output: Output,
  { bytes, lines, transactions, errors, warnings, byRule, totals, manifest }: Figures,
): void {
  output.say(`  ${size(bytes)}, ${counted(lines, 'line')}; ${totalsInWords(transactions, totals)}`);
  const rules = Object.entries(byRule).map(([rule, count]) => `${rule} ${grouped(count)}`);
  const found = rules.length === 0 ? '' : ` (${rules.join(', ')})`;
  output.say(`  ${counted(errors, 'error')}, ${counted(warnings, 'warning')}${found}`);
  if (manifest === undefined) return;
  output.say(
    `  prepared by the template ${manifest.template}; ${counted(manifest.differences, 'difference')} to its control figures`,
  );
}
