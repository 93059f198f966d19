/**
 * @file Which team ledger each connection uses, as a person has set it; the password of the person, stored only as ciphertext
 * that opens for this ledger and this person alone; and which ledgers were heard to require a release.
 */

import { z } from 'zod';
import { AppError } from '../../../src-shared/errors.ts';
import { fact } from '../../../src-shared/languages/fact.ts';
import { keptObject, type SettingsFile } from '../../ground/settings/settings-file.ts';
import { parsedLedgerAddress } from '../../wire/credentials/ledger-address.ts';
import type { SealContext, Sealed, SecretBox } from '../../wire/credentials/secret-box.ts';

const LEDGERS = 'ledgers';
const PASSWORDS = 'ledgerPasswords';
const RELEASES = 'ledgerReleases';

export const keptLedgerSchema = z.object({
  /** `postgresql://PERSON@HOST:PORT/DATABASE`. */
  address: z.string(),
  /** The file of the certificate authority; otherwise those that Node trusts count. */
  authorityFile: z.string().optional(),
});
export type KeptLedger = z.infer<typeof keptLedgerSchema>;

const sealedSchema = z
  .string()
  .transform((text) => text as Sealed)
  .optional()
  .catch(undefined);

/** Whom a password is for: the place of the ledger and its person. */
export interface Receiver {
  name: string;
  person: string;
}

export class KeptLedgers {
  readonly #file: SettingsFile;
  readonly #box: SecretBox;

  constructor(file: SettingsFile, box: SecretBox) {
    this.#file = file;
    this.#box = box;
  }

  /** The ledger of a connection; undefined where it has none, or what is stored is none. */
  of(connection: string): KeptLedger | undefined {
    const kept: unknown = Object.entries(keptObject(this.#file, LEDGERS)).find(([name]) => name === connection)?.[1];
    return keptLedgerSchema.safeParse(kept).data;
  }

  /** Stores the ledger of a connection, or that it has none. @throws AppError team.address, folder.unusable, disk.full */
  change(connection: string, ledger: KeptLedger | undefined): void {
    if (ledger !== undefined) parsedLedgerAddress(ledger.address, fact('The address'));
    const others = Object.entries(keptObject(this.#file, LEDGERS)).filter(([name]) => name !== connection);
    this.#file.set(LEDGERS, Object.fromEntries([...others, ...(ledger === undefined ? [] : [[connection, ledger]])]));
  }

  /** Forgets the ledger of a connection, and its password unless another connection signs in with it. */
  async forget(connection: string): Promise<void> {
    const receiver = this.#receiverOf(connection);
    this.change(connection, undefined);
    const others = Object.keys(keptObject(this.#file, LEDGERS)).flatMap((name) => this.#receiverOf(name) ?? []);
    if (receiver === undefined || others.some((other) => keyOf(other) === keyOf(receiver))) return;
    await this.changePassword(receiver, undefined);
  }

  /** Whom the password of a connection's ledger is for; undefined without one, or where people's edits have spoilt it. */
  #receiverOf(connection: string): Receiver | undefined {
    const kept = this.of(connection);
    try {
      return kept && parsedLedgerAddress(kept.address, fact('The address'));
    } catch {
      return undefined;
    }
  }

  hasPassword(receiver: Receiver): boolean {
    return this.#sealed(receiver) !== undefined;
  }

  /** The password of a person for a ledger; undefined where none is stored, or it cannot be opened here. @throws AppError secret.store-closed */
  async password(receiver: Receiver): Promise<string | undefined> {
    const sealed = this.#sealed(receiver);
    return sealed && (await this.#box.open(sealed, contextOf(receiver)));
  }

  /** @param password undefined removes it @throws AppError secret.no-store, secret.store-closed, folder.unusable, disk.full */
  async changePassword(receiver: Receiver, password: string | undefined): Promise<void> {
    if (password !== undefined && !this.#box.survivesRestart) throw new AppError('secret.no-store', {});
    const sealed = password === undefined ? undefined : await this.#box.seal(password, contextOf(receiver));
    const key = keyOf(receiver);
    const others = Object.entries(keptObject(this.#file, PASSWORDS)).filter(([name]) => name !== key);
    this.#file.set(PASSWORDS, Object.fromEntries([...others, ...(sealed === undefined ? [] : [[key, sealed]])]));
  }

  /** Whether a ledger required a release of what is sent, when it was last heard; undefined where it never was. */
  isReleaseRequired({ name }: Pick<Receiver, 'name'>): boolean | undefined {
    const kept: unknown = Object.entries(keptObject(this.#file, RELEASES)).find(([ledger]) => ledger === name)?.[1];
    return z.boolean().safeParse(kept).data;
  }

  /** @throws AppError folder.unusable, disk.full */
  noteRelease(ledger: Pick<Receiver, 'name'>, isRequired: boolean): void {
    if (this.isReleaseRequired(ledger) === isRequired) return;
    this.#file.set(RELEASES, { ...keptObject(this.#file, RELEASES), [ledger.name]: isRequired });
  }

  #sealed(receiver: Receiver): Sealed | undefined {
    const key = keyOf(receiver);
    return sealedSchema.parse(Object.entries(keptObject(this.#file, PASSWORDS)).find(([name]) => name === key)?.[1]);
  }
}

function keyOf({ name, person }: Receiver): string {
  return `${person}@${name}`;
}

function contextOf({ name, person }: Receiver): SealContext {
  return ['ledger-password', name, person];
}
