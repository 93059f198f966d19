/** @file `tranship team offer …`: files that one person offers and another releases or refuses. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandOutput, OfferRow, TeamFigures } from '../../../../src-shared/contract.ts';
import { ENVIRONMENT } from '../../../../src-shared/environment-connection.ts';
import { AppError } from '../../../../src-shared/errors.ts';
import { fact } from '../../../../src-shared/languages/fact.ts';
import { message } from '../../../../src-shared/languages/message.ts';
import { figuresInWords, offerStateInWords } from '../../../../src-shared/team-offer-words.ts';
import { valueIn } from '../../../actions/contract-server.ts';
import type { LedgerActions } from '../../../actions/ledger-of-call.ts';
import { whileUnsealed } from '../../../actions/sealed-files.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { LiveLines } from '../live-lines.ts';
import { type Output, usageError } from '../output.ts';
import { givenRules } from '../rules-of-call.ts';
import type { Session } from '../session.ts';
import { counted, day, grouped, iso, percent, size } from '../wording.ts';
import { totalsInWords } from './check.ts';
import { withLedger } from './team.ts';
import { sealingOf } from './team-packages.ts';

export interface OfferOptions {
  reason: string;
  connection?: string;
  rules?: string;
  again: boolean;
}

/** Checks files, then offers all of them or none. */
export async function offer(session: Session, paths: readonly string[], options: OfferOptions): Promise<ExitCode> {
  const { output } = session;
  const { reason, again, connection = ENVIRONMENT } = options;
  const rules = await givenRules(session, options.rules);
  const made = await whileChecking(session, 'offer', message('the files'), async (actions, ledger) => {
    const offers = await copiesOf(actions, paths);
    return await actions.call('team.offerFiles', { ledger, connection, offers, reason, again, rules });
  });
  for (const { id, fileName, sha256, figures } of made.offers) {
    output.say(message('Offer {id}: {fileName}, SHA-256 {sha256}', { id, fileName, sha256 }));
    sayFigures(output, figures);
  }
  output.say(message('Another person releases it with “tranship team release ID --file FILE --reason TEXT”.'));
  output.emit('summary', made);
  return exitCodes.done;
}

/** Lists all offers that this person may see, or shows one. */
export async function offers(session: Session, id: number | undefined): Promise<ExitCode> {
  const { output } = session;
  return await withLedger(session, 'offers', async ({ call }, ledger) => {
    if (id !== undefined) {
      const found = await call('team.offer', { ledger, id });
      showOffer(output, found);
      output.emit('summary', { offer: offerForPrograms(found) });
      return exitCodes.done;
    }
    const all: OfferRow[] = [];
    let page: CommandOutput<'team.offers'> | undefined;
    do {
      page = await call('team.offers', { ledger, before: page?.before });
      all.push(...page.offers);
    } while (page.before !== undefined);
    output.table(
      [
        message('offer'),
        message('file'),
        message('size'),
        message('errors'),
        message('offered by'),
        message('on'),
        message('state'),
      ],
      all.map(({ id: number, fileName, figures, offeredBy, offeredAt, state, decision }) => [
        ...[number, fileName, size(figures.bytes), grouped(figures.errors), offeredBy, day(offeredAt)],
        decision === undefined
          ? offerStateInWords(state)
          : message('{state} by {by}', { state: offerStateInWords(state), by: decision.by }),
      ]),
    );
    output.emit('summary', { offers: all.map(offerForPrograms) });
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
  const { reason } = options;
  const rules = await givenRules(session, options.rules);
  const place = placeOfFile(options);
  return await whileChecking(session, 'release', place.path, async (actions, ledger) => {
    const offered = await actions.call('team.offer', { ledger, id });
    showOffer(output, offered);
    const prove = async (path: string) => {
      const [copy = ''] = await copiesOf(actions, [path]);
      const found = await actions.call('team.compare', { ledger, id, copy, rules });
      if (found.kind === 'other-bytes')
        throw refused(
          message('{path} has other bytes than offer {id}: its SHA-256 is {sha256}.', {
            path: place.path,
            id,
            sha256: found.sha256,
          }),
        );
      if (found.kind === 'other-figures')
        throw refused(
          message(
            'The check of {path} finds other figures than offer {id} says: {differing}. If it was offered with a rule set, name the same with --rules.',
            { path: place.path, id, differing: figuresInWords(found.differing) },
          ),
        );
    };
    if (place.isPackage) await whileUnsealed(place.path, offered, sealingOf(session.call), prove);
    else await prove(place.path);
    await actions.call('team.decide', { ledger, id, outcome: 'released', reason });
    output.say(message('Offer {id} is released.', { id }));
    output.emit('summary', { offer: id, state: 'released', sha256: offered.sha256 });
    return exitCodes.done;
  });
}

function placeOfFile({ file, package: sealed }: ReleaseOptions): { path: string; isPackage: boolean } {
  if (file !== undefined && sealed === undefined) return { path: file, isPackage: false };
  if (file === undefined && sealed !== undefined) return { path: sealed, isPackage: true };
  throw usageError(fact('Name the file that was offered with --file, or the package that has it with --package.'));
}

/** Refuses what another person offered; the file is not needed for that. */
export async function refuse(session: Session, id: number, { reason }: { reason: string }): Promise<ExitCode> {
  const { sha256 } = await withLedger(session, 'refuse', ({ call }, ledger) =>
    call('team.decide', { ledger, id, outcome: 'refused', reason }),
  );
  session.output.say(message('Offer {id} is refused.', { id }));
  session.output.emit('summary', { offer: id, state: 'refused', sha256 });
  return exitCodes.done;
}

/** Whether these bytes are released for this destination; exit code 1 where they are not. */
export async function verify(session: Session, path: string, options: { connection?: string }): Promise<ExitCode> {
  const { output } = session;
  const { connection = ENVIRONMENT } = options;
  const { released, ...facts } = await withLedger(session, 'verify', async (actions, ledger) => {
    const [copy = ''] = await copiesOf(actions, [path]);
    return await actions.call('team.verify', { ledger, connection, copy });
  });
  if (released?.decision === undefined) output.say(message('{path} is not released for this destination.', { path }));
  else {
    const { id, offeredBy, decision } = released;
    output.say(
      message('{path} is released by {by} (offer {id} of {offeredBy}): {reason}', {
        path,
        by: decision.by,
        id,
        offeredBy,
        reason: decision.reason,
      }),
    );
  }
  output.emit('summary', {
    file: path,
    ...facts,
    released: released !== undefined,
    ...(released && { offer: offerForPrograms(released) }),
  });
  return released === undefined ? exitCodes.refused : exitCodes.done;
}

const refused = (reason: string) => new AppError('team.refused', { reason });

/** What stands for each of these files; for a folder, the manifest of the preparation in it. @throws AppError file.* */
async function copiesOf(actions: LedgerActions, paths: readonly string[]): Promise<string[]> {
  const files = paths.map((path) => {
    const manifest = join(path, 'manifest.json');
    return existsSync(manifest) ? manifest : path;
  });
  const { offers, refused: unread } = await actions.offer(files);
  for (const { error } of unread) valueIn({ ok: false, error });
  return offers.map((one) => one.offer);
}

/** As `withLedger`; shows how far the check of a file is. */
async function whileChecking<Result>(
  session: Session,
  command: string,
  what: string,
  work: (actions: LedgerActions, ledger: string) => Promise<Result>,
): Promise<Result> {
  const live = new LiveLines(session.output);
  return await withLedger(
    session,
    command,
    async (actions, ledger) => await work(actions, ledger).finally(() => live.clear()),
    (event, payload) => {
      if (event === 'team.comparing')
        live.draw(() => [
          message('checking {path}  {progress}', { path: what, progress: percent(payload.read, payload.whole) }),
        ]);
    },
  );
}

function offerForPrograms(row: OfferRow): object {
  const { id, state, sha256, destination, fileName, figures, reason, desk, offeredBy, offeredAt, decision } = row;
  return {
    id,
    state,
    sha256,
    destination,
    fileName,
    figures,
    reason,
    desk,
    offeredBy,
    offeredAt: iso(offeredAt),
    ...(decision && { decision: { ...decision, at: iso(decision.at) } }),
  };
}

function showOffer(output: Output, { id, fileName, sha256, destination, figures, reason, ...rest }: OfferRow): void {
  const { offeredBy, offeredAt, desk, decision } = rest;
  const state = offerStateInWords(rest.state);
  output.say(message('Offer {id}: {fileName}, {state}', { id, fileName, state }));
  output.say(`  ${message('for {destination}', { destination })}`);
  output.say(
    `  ${message('offered by {offeredBy} on {offeredAt}, at {desk}: {reason}', { offeredBy, offeredAt: day(offeredAt), desk, reason })}`,
  );
  if (decision !== undefined)
    output.say(
      `  ${message('{state} by {by} on {at}: {reason}', { state, by: decision.by, at: day(decision.at), reason: decision.reason })}`,
    );
  output.say(`  SHA-256 ${sha256}`);
  sayFigures(output, figures);
}

function sayFigures(
  output: Output,
  { bytes, lines, transactions, errors, warnings, byRule, totals, manifest }: TeamFigures,
): void {
  output.say(`  ${size(bytes)}, ${counted(lines, 'line')}; ${totalsInWords(transactions, totals)}`);
  const rules = Object.entries(byRule).map(([rule, count]) => `${rule} ${grouped(count)}`);
  const found = rules.length === 0 ? '' : ` (${rules.join(', ')})`;
  output.say(`  ${counted(errors, 'error')}, ${counted(warnings, 'warning')}${found}`);
  if (manifest === undefined) return;
  output.say(
    `  ${message('prepared by the template {template}; {differences} to its control figures', { template: manifest.template, differences: counted(manifest.differences, 'difference') })}`,
  );
}
