/**
 * @file Which team ledger each connection uses, and the links to them. The policy decides; then the variables of the
 * environment; then what a person has set for the connection. Without a ledger, nothing here does anything.
 */

import { AppError } from '../../src-shared/errors.ts';
import { fact } from '../../src-shared/languages/fact.ts';
import type { Clock } from '../ground/clock.ts';
import type { Environment } from '../ground/environment.ts';
import type { SettingsFile } from '../ground/settings/settings-file.ts';
import type { PolicyValues } from '../policy/policy-schema.ts';
import {
  chosenLedger,
  LEDGER_VARIABLE,
  type LedgerAddress,
  parsedLedgerAddress,
} from '../wire/credentials/ledger-address.ts';
import type { SecretBox } from '../wire/credentials/secret-box.ts';
import { memoryOf } from './connection/heard-ledgers.ts';
import { KeptLedgers } from './connection/kept-ledgers.ts';
import { TeamLink } from './connection/team-link.ts';
import { type Desk, deskOf, forgetDesk } from './desk.ts';
import { type SharingState, TeamTurns } from './limits/team-turns.ts';

export interface TeamPorts {
  settings: SettingsFile;
  /** Seals the passwords of ledgers. */
  box: SecretBox;
  environment: Environment;
  policy: Pick<PolicyValues, 'ledger'>;
  clock: Clock;
  /** Of this program. */
  version: string;
  /** The data folder, and the name of this computer. */
  folder: string;
  machine: string;
  /** Hears when the way in which limits are shared through a ledger changes. */
  onSharing?: (ledger: string, state: SharingState) => void;
}

export class Team {
  readonly ledgers: KeptLedgers;
  readonly #ports: TeamPorts;
  readonly #links = new Map<string, TeamLink>();
  readonly #turns = new Map<TeamLink, TeamTurns>();
  /** What was looked up for a connection: each request asks for it. */
  readonly #turnsByConnection = new Map<string, TeamTurns | undefined>();
  #desk: Desk | undefined;
  #onLink: (link: TeamLink) => void = () => {};

  constructor(ports: TeamPorts) {
    this.ledgers = new KeptLedgers(ports.settings, ports.box);
    this.#ports = ports;
  }

  /** Lets one hear of each ledger as soon as it is used. It must not throw. */
  onLink(hear: (link: TeamLink) => void): void {
    this.#onLink = hear;
  }

  /** This desk; made when it is first asked for. @throws AppError folder.unusable, disk.full */
  get desk(): Desk {
    this.#desk ??= deskOf(this.#ports.settings, this.#ports);
    return this.#desk;
  }

  /** The place of the ledger that is set for all connections, and by what; the policy leaves out who signs in. */
  setPlace(): { place: string; by: 'policy' | 'environment' } | undefined {
    const { policy, environment } = this.#ports;
    if (policy.ledger !== undefined) return { place: policy.ledger.address, by: 'policy' };
    const named = environment[LEDGER_VARIABLE];
    return named ? { place: named, by: 'environment' } : undefined;
  }

  /** The address of the ledger of a connection; undefined without one. @throws AppError team.address */
  addressFor({ connection }: { connection: string }): LedgerAddress | undefined {
    const { policy, environment } = this.#ports;
    const own = this.ledgers.of(connection);
    const address = chosenLedger(policy.ledger, environment, own?.address);
    if (address !== undefined || own === undefined) return address;
    const named = fact('The address of the team ledger of “{connection}”', { connection });
    return { ...parsedLedgerAddress(own.address, named), password: undefined, authorityFile: own.authorityFile };
  }

  /**
   * The ledger whose word is needed: that of the policy, else the one that was named first, else the one that is named now. Does
   * not throw.
   * @param ledger which was named first
   */
  ledgerOf({ connection, ledger }: { connection: string; ledger?: string | undefined }): string | undefined {
    try {
      const named = this.addressFor({ connection })?.name;
      return this.#ports.policy.ledger === undefined ? (ledger ?? named) : named;
    } catch {
      // Those who ask the ledger hear why that cannot be.
      return ledger;
    }
  }

  /** The link of the ledger that the policy, the environment or this connection names; undefined without one. @throws AppError team.address */
  linkFor(bound: { connection: string }): TeamLink | undefined {
    const address = this.addressFor(bound);
    if (address === undefined) return undefined;
    const key = `${address.person}@${address.name} ${address.isBehindPooler} ${address.authorityFile ?? ''}`;
    const known = this.#links.get(key);
    if (known !== undefined) return known;
    const { clock, version } = this.#ports;
    const askPassword = () => this.ledgers.password(address);
    const onReleaseRule = (isRequired: boolean) => this.#noteRelease(address, isRequired);
    const memory = memoryOf(this.#ports.settings, address, this.desk);
    const link = new TeamLink({ address, askPassword, clock, version, onReleaseRule, memory, desk: this.desk });
    this.#links.set(key, link);
    this.#onLink(link);
    return link;
  }

  /**
   * Single transactions have no offer that another person could release. While the ledger is away, what it said last counts; one
   * that was never heard is waited for.
   * @throws AppError team.release-required, and as `linkFor` and the use of a link
   */
  async requireMayPost(bound: { connection: string }): Promise<void> {
    const link = this.linkFor(bound);
    if (link === undefined) return;
    const { address } = link;
    const isRequired = await isRequiredIn(link).catch((thrown: unknown) => {
      const known = this.ledgers.isReleaseRequired(address);
      if (known !== undefined && thrown instanceof AppError && thrown.code === 'team.unreachable') return known;
      throw thrown;
    });
    this.#noteRelease(address, isRequired);
    if (isRequired) throw new AppError('team.release-required', { ledger: address.name });
  }

  #noteRelease(address: LedgerAddress, isRequired: boolean): void {
    try {
      this.ledgers.noteRelease(address, isRequired);
    } catch {
      // The ledger says it again with the next greeting.
    }
  }

  /** Those that were asked for. */
  links(): TeamLink[] {
    return [...this.#links.values()];
  }

  /** The turns of the limits that this connection shares with other desks; undefined without a ledger. @throws as `linkFor` */
  turnsFor(bound: { connection: string }): TeamTurns | undefined {
    const { connection } = bound;
    if (this.#turnsByConnection.has(connection)) return this.#turnsByConnection.get(connection);
    const link = this.linkFor(bound);
    const turns = link && (this.#turns.get(link) ?? this.#newTurns(link));
    this.#turnsByConnection.set(connection, turns);
    return turns;
  }

  #newTurns(link: TeamLink): TeamTurns {
    const { clock, onSharing } = this.#ports;
    const turns = new TeamTurns({ link, clock, onState: (state) => onSharing?.(link.address.name, state) });
    this.#turns.set(link, turns);
    return turns;
  }

  /** What a person has changed counts from the next use on. */
  async forgetLinks(): Promise<void> {
    const links = this.links();
    const turns = [...this.#turns.values()];
    this.#links.clear();
    this.#turns.clear();
    this.#turnsByConnection.clear();
    await Promise.allSettled(turns.map((each) => each.close()));
    await Promise.allSettled(links.map((link) => link.close()));
  }

  /** What this desk has announced until now counts as that of another one. @throws AppError folder.unusable, disk.full */
  async becomeAnotherDesk(): Promise<void> {
    forgetDesk(this.#ports.settings);
    this.#desk = undefined;
    await this.forgetLinks();
  }

  async close(): Promise<void> {
    await this.forgetLinks();
  }
}

/** Loaded only where there is a ledger. */
async function isRequiredIn(link: TeamLink): Promise<boolean> {
  const { isReleaseRequired } = await import('./offers/release-rule.ts');
  return await link.use(isReleaseRequired);
}
