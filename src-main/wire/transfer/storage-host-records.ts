/**
 * @file The lists of storage hosts as they stand in the settings, each host and each rule with its signature, and what of them the key
 * of this data folder has signed.
 */

import { z } from 'zod';
import type { SettingsFile } from '../../ground/settings/settings-file.ts';
import type { SecretBox } from '../credentials/secret-box.ts';
import { isSigned, sign, signaturesSchema } from '../credentials/signature.ts';

/** What a list belongs to: a submission is bound to it, too. */
export interface Bound {
  /** The name of the connection. */
  connection: string;
  /** As `destinationOf` writes it: the base address comes first. */
  destination: string;
}

export interface StorageRule {
  /** No other host is ever asked for: the list changes only by a command. */
  fixed: boolean;
  /** Hosts in a private network are allowed. */
  private: boolean;
}

const KEY = 'storageHosts';

const hostSchema = z.object({ origin: z.string(), signatures: signaturesSchema });
const ruleSchema = z.object({
  fixed: z.boolean(),
  private: z.boolean(),
  /** The first host that the service names will be kept without a question. */
  keepsFirst: z.boolean(),
  signatures: signaturesSchema,
});
const entrySchema = z.object({ destination: z.string(), hosts: z.array(hostSchema), rule: ruleSchema });
type Entry = z.infer<typeof entrySchema>;

/** Of a connection that has sent nothing yet. */
const untouched = { fixed: false, private: false, keepsFirst: true };
/** Where no maker of the list is known. */
const asking = { fixed: false, private: false, keepsFirst: false };

/** What is known of a list, and what of it only stands in the file. */
export interface Known {
  rule: typeof untouched;
  trusted: string[];
  /** All that stand there, whether or not the key of the folder has signed them. */
  kept: string[];
  /** A private network is allowed there, but not signed. */
  wasPrivate: boolean;
}

export class StorageHostRecords {
  readonly #ports: { file: SettingsFile; box: SecretBox };

  constructor(ports: { file: SettingsFile; box: SecretBox }) {
    this.#ports = ports;
  }

  /** A host that was there keeps its other signatures, and becomes the latest one. */
  async add(bound: Bound, origin: string, rule: typeof untouched): Promise<void> {
    const { box } = this.#ports;
    const signatures = await sign(box, hostValue(bound, origin));
    const hosts = this.read(bound)?.hosts ?? [];
    const others = hosts.filter((one) => one.origin !== origin);
    const before = hosts.find((one) => one.origin === origin)?.signatures;
    const added = { origin, ...((before || signatures) && { signatures: { ...before, ...signatures } }) };
    await this.write(bound, [...others, added], { ...rule, keepsFirst: false });
  }

  async write(bound: Bound, hosts: Entry['hosts'], rule: typeof untouched): Promise<void> {
    const { file, box } = this.#ports;
    const { fixed, private: isPrivate, keepsFirst } = rule;
    const signatures = await sign(box, ruleValue(bound, rule));
    const stored = { fixed, private: isPrivate, keepsFirst, ...(signatures && { signatures }) };
    const entry = { destination: bound.destination, hosts, rule: stored };
    file.set(KEY, { ...this.#all(), [bound.connection]: entry });
  }

  /** What of it the key of this data folder has signed. */
  async known(bound: Bound): Promise<Known> {
    const { box } = this.#ports;
    const entry = this.read(bound);
    if (entry === undefined) return { rule: untouched, trusted: [], kept: [], wasPrivate: false };
    const isRuleSigned = await isSigned(box, ruleValue(bound, entry.rule), entry.rule.signatures);
    const trusted: string[] = [];
    for (const { origin, signatures } of entry.hosts) {
      if (await isSigned(box, hostValue(bound, origin), signatures)) trusted.push(origin);
    }
    // Another program may have made it stricter, which does no harm.
    const rule = isRuleSigned ? entry.rule : { ...asking, fixed: entry.rule.fixed };
    const kept = entry.hosts.map(({ origin }) => origin);
    return { rule, trusted, kept, wasPrivate: !isRuleSigned && entry.rule.private };
  }

  /** An entry that cannot be read is one that was never signed. Earlier versions kept only a text, for diagnoses. */
  read({ connection, destination }: Bound): Entry | undefined {
    const kept = new Map(Object.entries(this.#all())).get(connection);
    if (kept === undefined || typeof kept === 'string') return undefined;
    const read = entrySchema.safeParse(kept);
    if (!read.success) return { destination, hosts: [], rule: { ...asking, signatures: undefined } };
    return read.data.destination === destination ? read.data : undefined;
  }

  #all(): Record<string, unknown> {
    return z.record(z.string(), z.unknown()).catch({}).parse(this.#ports.file.get(KEY));
  }

  forget(connection: string): void {
    const { [connection]: _, ...others } = this.#all();
    this.#ports.file.set(KEY, others);
  }
}

function hostValue({ destination }: Bound, origin: string): string[] {
  return ['storage-host', destination, origin];
}

function ruleValue({ destination }: Bound, { fixed, private: isPrivate, keepsFirst }: typeof untouched): string[] {
  return ['storage-rule', destination, String(fixed), String(isPrivate), String(keepsFirst)];
}
