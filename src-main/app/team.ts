/**
 * @file Which team ledger each connection uses, and the links to them. The policy decides; then the variables of the
 * environment; then what a person has set for the connection. Without a ledger, nothing here does anything.
 */

import { AppError } from '../../src-shared/errors.ts';
import type { Clock } from '../clock.ts';
import type { Environment } from '../credentials/environment.ts';
import type { SecretBox } from '../credentials/secret-box.ts';
import type { PolicyValues } from '../policy/policy-schema.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import { type Desk, deskOf } from '../team/desk.ts';
import { KeptLedgers } from '../team/kept-ledgers.ts';
import { type LedgerAddress, ledgerAddressIn, parsedLedgerAddress, parsedLedgerPlace } from '../team/ledger-address.ts';
import { TeamLink } from '../team/team-link.ts';

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
}

export class Team {
  readonly ledgers: KeptLedgers;
  readonly #ports: TeamPorts;
  readonly #links = new Map<string, TeamLink>();
  #desk: Desk | undefined;

  constructor(ports: TeamPorts) {
    this.ledgers = new KeptLedgers(ports.settings, ports.box);
    this.#ports = ports;
  }

  /** Whether the ledger of a connection is set by the organisation or by a variable, and not by a person. */
  isSet(): boolean {
    return this.#ports.policy.ledger !== undefined || ledgerAddressIn(this.#ports.environment) !== undefined;
  }

  /** This desk; made when it is first asked for. @throws AppError folder.unusable, disk.full */
  get desk(): Desk {
    this.#desk ??= deskOf(this.#ports.settings, this.#ports);
    return this.#desk;
  }

  /** The address of the ledger of a connection; undefined without one. @throws AppError team.address */
  addressFor({ connection }: { connection: string }): LedgerAddress | undefined {
    const set = this.#ports.policy.ledger;
    const named = ledgerAddressIn(this.#ports.environment);
    const own = this.ledgers.of(connection);
    if (set !== undefined) return this.#asSet(set, own?.address);
    if (named !== undefined) return named;
    if (own === undefined) return undefined;
    const address = parsedLedgerAddress(own.address, `The address of the team ledger of “${connection}”`);
    return { ...address, password: undefined, authorityFile: own.authorityFile };
  }

  /** The link of the ledger that the policy, the environment or this connection names; undefined without one. @throws AppError team.address */
  linkFor(bound: { connection: string }): TeamLink | undefined {
    const address = this.addressFor(bound);
    if (address === undefined) return undefined;
    const key = `${address.person}@${address.name}`;
    const known = this.#links.get(key);
    if (known !== undefined) return known;
    const { clock, version } = this.#ports;
    const askPassword = () => this.ledgers.password(address);
    const link = new TeamLink({ ...{ address, askPassword, clock, version }, desk: this.desk });
    this.#links.set(key, link);
    return link;
  }

  /** Those that were asked for. */
  links(): TeamLink[] {
    return [...this.#links.values()];
  }

  /** What a person has changed counts from the next use on. */
  async forgetLinks(): Promise<void> {
    const links = this.links();
    this.#links.clear();
    await Promise.allSettled(links.map((link) => link.close()));
  }

  async close(): Promise<void> {
    await this.forgetLinks();
  }

  /** The policy names the place; who signs in is for the variables or the person to say, for this place alone. */
  #asSet({ address, authorityFile }: NonNullable<PolicyValues['ledger']>, own: string | undefined): LedgerAddress {
    const place = parsedLedgerPlace(address, 'The address of the team ledger in the policy');
    const named = ledgerAddressIn(this.#ports.environment);
    const isSamePlace = named?.name === place.name;
    const kept = own === undefined ? undefined : parsedLedgerPlace(own, 'The address of the team ledger');
    const person = (isSamePlace ? named.person : undefined) ?? (kept?.name === place.name ? kept.person : undefined);
    if (person === undefined) {
      const problem = `This organisation uses the team ledger ${place.name}, and it is not said who you are in it: set TRANSHIP_LEDGER, or the ledger of the connection, to postgresql://PERSON@${place.name}.`;
      throw new AppError('team.address', { problem });
    }
    return { ...place, person, authorityFile, password: isSamePlace ? named.password : undefined };
  }
}
