/**
 * @file The keys of the machine policy, with the form of each value. The templates for Windows, macOS and Linux in
 * `build/policies` have the same keys; a test compares them. Pure.
 */

import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { ENVIRONMENT } from '../../src-shared/environment-connection.ts';
import { AppError, saidBy } from '../../src-shared/errors.ts';
import { fact, packed } from '../../src-shared/languages/fact.ts';
import { either } from '../../src-shared/languages/lists.ts';
import { bandwidthFromText, hoursFromText } from '../../src-shared/sending-text.ts';
import { readSyslogAddress } from '../audit/syslog-message.ts';
import { ruleSetProblems } from '../check/rules/rule-set-problems.ts';
import { connectionSchema } from '../wire/credentials/connection.ts';
import { parsedLedgerPlace } from '../wire/credentials/ledger-address.ts';
import { readBypass } from '../wire/network/bypass.ts';
import { checkedAuthorities, checkedProxy } from '../wire/network/kept-settings.ts';
import { isLoopback, requireProtected } from '../wire/service/protected-address.ts';

const MOST_DAYS = 36_500;

/** Reads a value by a function that throws an AppError about what is wrong with it. */
function checkedBy<Input, Output>(read: (value: Input) => Output) {
  return (value: Input, context: z.RefinementCtx): Output => {
    try {
      return read(value);
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown;
      context.addIssue({ code: 'custom', message: packed(saidBy(thrown.toRecord())) });
      return z.NEVER;
    }
  };
}

/** The registry has no true and false. */
const flag = z
  .union([z.boolean(), z.literal([0, 1])], packed(fact('must be true or false (in the registry 1 or 0)')))
  .transform(Boolean);
const days = z
  .int(packed(fact('must be a whole number of days')))
  .min(1, packed(fact('must be at least 1 day')))
  .max(MOST_DAYS, packed(fact('must be at most {most, number} days', { most: MOST_DAYS })));

/** `https://host:port`, or the host alone. */
const storageHost = z.string().transform((text, context) => {
  const address = text.includes('://') ? text : `https://${text}`;
  const url = URL.parse(address.trim());
  const isSafe = url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(address)));
  if (isSafe && !text.includes('*') && url.pathname === '/' && url.search === '' && url.username === '')
    return url.origin;
  context.addIssue({
    code: 'custom',
    message: packed(
      fact('must be a whole host, such as {host} or {hostAndPort}', {
        host: 'storage.example',
        hostAndPort: 'storage.example:8443',
      }),
    ),
  });
  return z.NEVER;
});

const managedConnectionSchema = connectionSchema
  .extend({
    kind: z.enum(['production', 'test']).default('production'),
    /** Its files may go only there; absent: as the first reply of the service says, or a person allows. */
    storageHosts: z.array(storageHost).min(1).readonly().optional(),
    /** These hosts may be in a private network. */
    privateStorage: flag.default(false),
    /** When its uploads may begin, and how fast they may go; where both are absent, a person says so. */
    hours: z.string().transform(checkedBy(hoursFromText)).optional(),
    bandwidth: z.string().transform(checkedBy(bandwidthFromText)).optional(),
  })
  .superRefine(
    checkedBy(({ name, baseUrl, tokenUrl }) => {
      if (name === ENVIRONMENT)
        throw new AppError('connection.invalid', { field: 'name', problem: fact('“{name}” is reserved', { name }) });
      requireProtected('baseUrl', baseUrl);
      requireProtected('tokenUrl', tokenUrl);
    }),
  );

const text = z.string();
const proxySchema = z
  .discriminatedUnion(
    'mode',
    [
      z.strictObject({ mode: z.literal('system') }),
      z.strictObject({ mode: z.literal('none') }),
      z.strictObject({
        mode: z.literal('manual'),
        address: text,
        username: text.optional(),
        bypass: z.union([z.array(text), text.transform(readBypass)]).default([]),
      }),
    ],
    packed(
      fact('needs a mode: {modes}, the last one with an address', { modes: either(['system', 'none', 'manual']) }),
    ),
  )
  .transform(checkedBy(checkedProxy));

const authoritySchema = z.union(
  [
    text.transform((pem) => ({ pem })),
    z.strictObject({ pem: text, hosts: z.array(text).min(1).readonly().optional() }),
  ],
  packed(fact('must be certificates in PEM form, or an object with “pem” and “hosts”')),
);

const feedAddress = z
  .url({ protocol: /^https?$/, error: packed(fact('must be an address that starts with https://')) })
  .refine(
    (address) => address.startsWith('https:') || isLoopback(address),
    packed(fact('must be an address that starts with https://')),
  );

/**
 * A rule set, as text in the form of its file: not taken apart, since a key of it that is not known makes it unusable. The
 * registry has texts of several lines as a list.
 */
const ruleSetText = z
  .union([text, z.tuple([text], text), z.record(z.string(), z.unknown())], packed(fact('must be a rule set in JSON')))
  .transform((given, context): string => {
    const lines = Array.isArray(given) ? given.join('\n') : given;
    const json = typeof lines === 'string' ? lines : JSON.stringify(lines, null, 2);
    const [found] = ruleSetProblems(json);
    if (found === undefined) return json;
    const { at } = found;
    const problem =
      at.length === 0 ? found.problem : fact('{place}: {problem}', { place: at.join('.'), problem: found.problem });
    context.addIssue({ code: 'custom', message: packed(fact('is no rule set: {problem}', { problem })) });
    return z.NEVER;
  });

const updatesSchema = z.union(
  [
    z.literal('off'),
    z.strictObject({
      /** Where this organisation offers the versions that it has approved. */
      feed: feedAddress,
      channel: z
        .string()
        .regex(/^[A-Za-z0-9._-]{1,64}$/, packed(fact('may hold letters, digits, dots, dashes')))
        .optional(),
    }),
  ],
  packed(fact('must be “off”, or an own feed with an address that starts with https://')),
);

/** The ledger that all connections of this computer use. */
const ledgerSchema = z.strictObject({
  address: text.superRefine(
    checkedBy((address) => {
      const { person } = parsedLedgerPlace(address, fact('The address'));
      if (person !== undefined)
        throw new AppError('team.address', { problem: fact('It is for all persons, and names one.') });
    }),
  ),
  /** The file of the certificate authority of its server. */
  authorityFile: text.refine(isAbsolute, packed(fact('must be an absolute path'))).optional(),
  /** required: nothing is sent that another person has not released in the ledger, also where the ledger does not say so. */
  release: z.literal('required').optional(),
});

/** Every key may be absent: what is not set is left to the clerk. */
export const policySchema = z.strictObject({
  connections: z
    .array(managedConnectionSchema)
    .readonly()
    .superRefine((all, context) => {
      const twice = all.find(({ name }, index) => all.findIndex((other) => other.name === name) !== index);
      if (twice !== undefined)
        context.addIssue({ code: 'custom', message: packed(fact('“{name}” is there twice', { name: twice.name })) });
    })
    .optional(),
  /** Only these connections can be used. */
  connectionsOnly: flag.optional(),
  proxy: proxySchema.optional(),
  authorities: z.array(authoritySchema).transform(checkedBy(checkedAuthorities)).optional(),
  /** In days, as the retention settings have them. */
  retention: z
    .strictObject({
      submissions: days.optional(),
      findings: days.optional(),
      reports: days.optional(),
      ids: days.optional(),
      logs: days.optional(),
    })
    .optional(),
  /** False: the practice tenant cannot be started. */
  practice: flag.optional(),
  /** False: what the check finds faulty is never sent. */
  serviceDecides: flag.optional(),
  /**
   * Whether a person confirms each file before it goes to Production, with its figures in sight. off: no · ask: in the window,
   * as without this key · type: there, by typing the name of the connection · everywhere: also what the command line and watched
   * folders send waits for that
   */
  confirmProduction: z
    .enum(
      ['off', 'ask', 'type', 'everywhere'],
      packed(fact('must be {expected}', { expected: either(['off', 'ask', 'type', 'everywhere']) })),
    )
    .optional(),
  /** The rules that every file is judged by before it is sent, in place of a person's; `{}`: the default ones. */
  ruleSet: ruleSetText.optional(),
  /** True: a watched folder can be set to send files without findings without a person. */
  watchedRelease: flag.optional(),
  /** Whether an index of the modification ids of checked files is kept. */
  idIndex: flag.optional(),
  updates: updatesSchema.optional(),
  /** `syslog://host:port`, `syslogs://` (TLS) or `syslog+udp://`. */
  syslog: z
    .string()
    .refine(
      (address) => readSyslogAddress(address) !== undefined,
      packed(
        fact('must be {expected}', {
          expected: either(['syslog://host:port', 'syslogs://host:port', 'syslog+udp://host:port']),
        }),
      ),
    )
    .optional(),
  /** The absolute path of the file that receives the head of the history. */
  anchorFile: z
    .string()
    .refine(isAbsolute, packed(fact('must be an absolute path')))
    .optional(),
  /** `postgresql://HOST:PORT/DATABASE`. */
  ledger: ledgerSchema.optional(),
});

export type PolicyValues = z.output<typeof policySchema>;
export type PolicyKey = keyof PolicyValues;

export const policyKeys = Object.keys(policySchema.shape) as readonly PolicyKey[];
