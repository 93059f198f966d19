/**
 * @file What a person does in a team ledger: offers files, proves with an own copy what others have offered, releases or refuses
 * it, and reads who did what. The ledger keeps the rules; here nothing is released that was not proved. Needs no data folder.
 */

import { basename, dirname, join } from 'node:path';
import type { CommandInput } from '../../src-shared/contract.ts';
import { fact } from '../../src-shared/languages/fact.ts';
import type { OfferDetails, PutBack, ReleaseRule } from '../../src-shared/team-shapes.ts';
import type { RuleSet } from '../check/rules/rule-set.ts';
import { parseRuleSet } from '../check/rules/rule-set-file.ts';
import type { PolicyValues } from '../policy/policy-schema.ts';
import { requireAllowedRules } from '../policy/rules.ts';
import { manifestAt, openPrepared } from '../prepare/prepared-folder.ts';
import { digestOf } from '../prepare/watching/as-it-is.ts';
import { type Here, placesIn } from '../team/found-in-team.ts';
import type { Figures, Offer } from '../team/offers/offer.ts';
import { checkedForTeam, comparedWithOffer, type ProofOptions } from '../team/offers/proof.ts';
import type { TeamLedger } from '../team/team-ledger.ts';
import { shownName } from './file-name.ts';
import type { OfferedFiles } from './offered-files.ts';
import type { CommandHandlers, Tell } from './ports.ts';
import { offerRow, refused, type UsedLedger } from './used-ledger.ts';

/** So many offers are told at once. */
const PAGE = 50;

export interface InLedgerPorts extends Pick<Here, 'store' | 'connectionTo'> {
  /** The ledger of this key. @throws AppError team.address where it is not used */
  ledger: (key: string) => UsedLedger;
  offered: Pick<OfferedFiles, 'use'>;
  /** Where a connection leads. @throws AppError connection.*, policy.managed */
  destination: (connection: string) => Promise<string> | string;
  /** The rules that files are checked by, where no others are given. */
  ruleSet: () => RuleSet;
  policy: Pick<PolicyValues, 'ledger' | 'ruleSet' | 'serviceDecides'>;
  tell: Tell;
  signal: AbortSignal;
  /** How the check of a file goes about it. */
  check?: Pick<ProofOptions, 'onJudgeAlone'>;
}

type InLedgerCommands = Pick<
  CommandHandlers,
  | `team.${'status' | 'requireRelease' | 'continueWithout' | 'roles' | 'parts' | 'find' | 'history' | 'offers' | 'offer'}`
  | `team.${'compare' | 'stopComparing' | 'decide' | 'offerFiles' | 'verify'}`
>;
type OfferInLedger = Pick<OfferDetails, 'id'> & { ledger: string };
/** `name`: where that is not its path. */
type OwnFile = { path: string; name?: string; manifest?: Figures['manifest'] };

export function inLedgerCommands(ports: InLedgerPorts): InLedgerCommands {
  const { offered, signal, policy, store, connectionTo } = ports;
  /** What the check of this desk has found as it was offered: the ledger, the offer and its SHA-256. */
  const proved = new Set<string>();
  let comparing = new AbortController();
  const use = async <Result>(key: string, work: (team: TeamLedger, used: UsedLedger) => Promise<Result>) => {
    const used = ports.ledger(key);
    return await used.use(async (team) => await work(team, used));
  };
  const stopComparing = () => {
    comparing.abort();
    comparing = new AbortController();
  };
  const details = async (team: TeamLedger, used: UsedLedger, wanted: OfferInLedger): Promise<OfferDetails> => {
    const offer = known(await team.findOffer(wanted.id), wanted.id);
    const { roles } = await team.status();
    const connection = connectionTo(offer.destination);
    return {
      ...offerRow(offer, used),
      roles: [...roles],
      isProved: proved.has(proofKey(wanted, offer)),
      ...(connection !== undefined && { connection }),
    };
  };
  const checked = async (file: Parameters<typeof checkedForTeam>[0], ending: AbortSignal) =>
    await checkedForTeam(file, {
      ...ports.check,
      signal: ending,
      onProgress: ({ bytes: read, totalBytes: whole }) => ports.tell('team.comparing', { read, whole }),
    });
  const rulesBy = (given: CommandInput<'team.compare'>['rules']): RuleSet => {
    if (given === undefined) return ports.ruleSet();
    const ruleSet = parseRuleSet(given.text, given.name);
    requireAllowedRules(policy, ruleSet, fact('Leave out --rules'));
    return ruleSet;
  };
  return {
    'team.status': async ({ ledger }) =>
      await use(ledger, async (team, used) => {
        const { release, roles, ...status } = await team.status();
        return { ...status, roles: [...roles], ...releaseRule(release, policy), ...(await putBack(team, used)) };
      }),
    'team.requireRelease': async ({ ledger, isRequired, reason }) =>
      await use(ledger, async (team) => await team.requireRelease(isRequired, reason)),
    'team.continueWithout': async ({ ledger, desks, reason }) =>
      await use(ledger, async (team, used) => {
        await team.continueWithout(desks, reason);
        return await putBack(team, used);
      }),
    'team.roles': async ({ ledger, give, withdraw }) =>
      await use(ledger, async (team) => {
        if (give !== undefined) await team.giveRole(give.person, give.role);
        if (withdraw !== undefined) await team.withdrawRole(withdraw.person, withdraw.role);
        return await team.appointments();
      }),
    'team.parts': async ({ ledger }) => {
      const parts = await use(ledger, async (team) => await team.parts());
      return parts.map(({ token: taken, ...part }) => ({ ...part, taken }));
    },
    'team.find': async ({ ledger, ids, most }) => {
      const wanted = ids.map((id) => id.trim()).filter((id) => id !== '');
      if (wanted.length === 0) return { places: [], isCut: false, unsearched: 0 };
      const found = await use(ledger, async (team, { desk }) =>
        placesIn(await team.findSent(wanted), most, { deskId: desk.id, store, connectionTo }),
      );
      return { ...found, places: found.places.map((place) => ({ ...place, fileName: shownName(place.fileName) })) };
    },
    'team.history': async ({ ledger, filter, ...page }) =>
      await use(ledger, async (team) => await team.history(filter, page)),
    'team.offers': async ({ ledger, ...asked }) =>
      await use(ledger, async (team, used) => {
        const { roles, release } = await team.status();
        const { offers, ...page } = await team.offersPage({ ...asked, limit: PAGE });
        const rows = offers.map((offer) => offerRow(offer, used));
        const standing = { ...releaseRule(release, policy), ...(await putBack(team, used)) };
        return { ...page, roles: [...roles], offers: rows, ...standing };
      }),
    'team.offer': async (wanted) => await use(wanted.ledger, async (team, used) => await details(team, used, wanted)),
    'team.compare': async ({ copy, rules, ...wanted }) => {
      stopComparing();
      const own = comparing;
      const ruleSet = rulesBy(rules);
      try {
        return await offered.use(copy, async ({ path, name = path }) => {
          const offer = await use(wanted.ledger, async (team) => known(await team.findOffer(wanted.id), wanted.id));
          const found = await checked({ path, ruleSet }, AbortSignal.any([own.signal, signal]));
          const outcome = comparedWithOffer(offer, found);
          const { sha256, figures } = found;
          const said = { fileName: basename(name), rules: found.rules };
          if (outcome.kind === 'other-bytes') return { ...outcome, ...said, sha256, bytes: figures.bytes };
          if (outcome.kind === 'other-figures') return { ...outcome, ...said, figures };
          proved.add(proofKey(wanted, offer));
          return { ...outcome, ...said };
        });
      } catch (thrown) {
        if (own.signal.aborted) return { kind: 'stopped' };
        throw thrown;
      }
    },
    'team.stopComparing': stopComparing,
    'team.decide': async ({ outcome, reason, ...wanted }) =>
      await use(wanted.ledger, async (team, used) => {
        const offer = known(await team.findOffer(wanted.id), wanted.id);
        if (outcome === 'released' && !proved.has(proofKey(wanted, offer)))
          throw refused(fact('Your own copy of the file has to be checked before you release it.'));
        await team.decide(offer, { outcome, reason, desk: used.desk.name });
        return await details(team, used, wanted);
      }),
    'team.offerFiles': async ({ ledger, connection, rules, offers, reason, again }) => {
      const destination = await ports.destination(connection);
      const ruleSet = rulesBy(rules);
      const files: OwnFile[] = [];
      for (const offer of offers)
        files.push(...(await offered.use(offer, async (file) => await filesOf(file, signal))));
      return await use(ledger, async (team, { desk }) => {
        const proofs = [];
        for (const { path, name = path, manifest } of files) {
          const { sha256, figures } = await checked({ path, ruleSet, ...(manifest && { manifest }) }, signal);
          proofs.push({ fileName: basename(name), sha256, figures });
        }
        const wish = { destination, reason, again, desk: desk.name };
        const ids = await team.offer(proofs.map((file) => ({ ...file, ...wish })));
        return { destination, offers: proofs.map((file, index) => ({ ...file, id: ids[index] ?? 0 })) };
      });
    },
    'team.verify': async ({ ledger, connection, copy }) => {
      const destination = await ports.destination(connection);
      const sha256 = await offered.use(copy, async ({ path }) => await digestOf(path, signal));
      return await use(ledger, async (team, used) => {
        const found = await team.releasedOffer(sha256, destination);
        return { sha256, destination, ...(found !== undefined && { released: offerRow(found, used) }) };
      });
    },
  };
}

/** The stricter of the ledger and the policy. */
function releaseRule(
  ofLedger: Awaited<ReturnType<TeamLedger['status']>>['release'],
  { ledger }: InLedgerPorts['policy'],
): { release?: ReleaseRule } {
  if (ofLedger === undefined) return ledger?.release === 'required' ? { release: { setBy: 'policy' } } : {};
  const { by, at, reason, ending } = ofLedger;
  const asked = ending && { ending: { ...ending, at: Date.parse(ending.at) } };
  return { release: { setBy: 'ledger', by, since: Date.parse(at), reason, ...asked } };
}

/** Which other desks it waits for: this one tells it by itself, and is nothing to decide about. */
async function putBack(team: TeamLedger, { desk: own }: UsedLedger): Promise<{ putBack?: PutBack }> {
  const awaited = (await team.awaitedDesks()).filter(({ desk }) => desk !== own.id);
  const [first] = awaited;
  if (first === undefined) return {};
  const desks = awaited.map(({ lastSeen, since: _, ...desk }) => ({
    ...desk,
    ...(lastSeen !== null && { lastSeen: lastSeen.getTime() }),
  }));
  return { putBack: { since: first.since.getTime(), desks } };
}

const proofKey = ({ ledger, id }: OfferInLedger, { sha256 }: Pick<Offer, 'sha256'>): string =>
  `${ledger} ${id} ${sha256}`;

function known(found: Offer | undefined, id: number): Offer {
  if (found === undefined) throw refused(fact('There is no offer {id} that you may see.', { id }));
  return found;
}

/** A file, or all files of a preparation whose manifest it is, which are verified before. */
async function filesOf(file: OwnFile, signal: AbortSignal): Promise<OwnFile[]> {
  const manifestPath = await manifestAt(file.path, signal);
  if (manifestPath === undefined) return [file];
  const { manifest, sha256, path: absolute } = await openPrepared(manifestPath, signal);
  const { name, version } = manifest.template;
  const facts = { sha256, template: `${name} ${version}`, differences: manifest.control?.differences.length ?? 0 };
  return manifest.files.map(({ name: own }) => ({ path: join(dirname(absolute), own), manifest: facts }));
}
