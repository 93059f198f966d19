/**
 * @file The facts in the support export besides the logs. This list is complete: a setting or a part of a connection
 * that is not on it is never exported.
 */

import { arch, platform, release } from 'node:os';
import { z } from 'zod';
import { redactAll, redactQueries, redactUserInfo, shortenedId } from '../redaction.ts';

export interface SupportFacts {
  /** Of Tranship. */
  version: string;
  /** As they are stored or shown; only the listed ones are used. */
  settings: unknown;
  connections: readonly unknown[];
  /** The number of submissions and batches by state, and of those that ended with an error, by error code. */
  queue: { states: Readonly<Record<string, number>>; errors: Readonly<Record<string, number>> };
  /** What the organisation has set, in lines without secrets, where it was found, and the keys that are not used. */
  policy: { sources: readonly string[]; values: Readonly<Record<string, string>>; ignored: readonly { key: string }[] };
  /** The latest diagnosis, as text. */
  diagnosis?: string;
}

const proxySchema = z.object({
  mode: z.string(),
  address: z.string().transform(withoutSecrets).optional(),
  bypass: z.array(z.string()).optional(),
});

const settingsSchema = z.object({
  appearance: z.string().optional().catch(undefined),
  notifications: z.object({ ended: z.boolean(), needsPerson: z.boolean() }).optional().catch(undefined),
  transfer: z
    .object({ uploadsPerConnection: z.number(), bytesPerSecond: z.number().optional(), stallSeconds: z.number() })
    .optional()
    .catch(undefined),
  sending: z
    .object({ onInvalid: z.string(), ingestValid: z.boolean(), maxBatchBytes: z.number() })
    .optional()
    .catch(undefined),
  /** Whether there is a rule set, not its content. */
  ruleSet: z
    .string()
    .transform((text) => (text.trim() === '' ? 'default' : 'own'))
    .optional()
    .catch(undefined),
  network: z
    .object({
      proxy: proxySchema.optional().catch(undefined),
      /** How many certificates were added. */
      authorities: z
        .union([z.string().transform((pem) => [{ pem }]), z.array(z.object({ pem: z.string() }))])
        .transform((all) => all.reduce((sum, { pem }) => sum + pem.split('-----BEGIN CERTIFICATE-----').length - 1, 0))
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
});

/** The keys of these settings. */
export const listedSettings = Object.keys(settingsSchema.shape);

const connectionSchema = z.object({
  name: z.string(),
  kind: z.string().optional().catch(undefined),
  baseUrl: z.string().transform(withoutSecrets),
  tokenUrl: z.string().transform(withoutSecrets),
  clientId: z.string().transform(shortenedId),
  certificate: z
    .object({ subject: z.string(), issuer: z.string(), validUntil: z.number() })
    .optional()
    .catch(undefined),
});

/** The facts in the form of the export. */
export function listedFacts({ version, settings, connections, queue, policy }: SupportFacts) {
  const numbers = z.record(z.string(), z.number()).catch({});
  const { node, electron, openssl } = process.versions;
  return {
    versions: { tranship: version, node, electron, openssl },
    system: { platform: platform(), release: release(), arch: arch() },
    settings: settingsSchema.safeParse(settings).data ?? 'cannot be read',
    connections: connections.map((connection) => connectionSchema.safeParse(connection).data ?? 'cannot be read'),
    policy: {
      sources: policy.sources,
      values: Object.fromEntries(Object.entries(policy.values).map(([key, value]) => [key, redactAll(value)])),
      ignored: policy.ignored.map(({ key }) => key),
    },
    queue: { states: numbers.parse(queue.states), errors: numbers.parse(queue.errors) },
  };
}

function withoutSecrets(address: string): string {
  return redactUserInfo(redactQueries(address));
}
