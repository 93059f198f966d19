/**
 * @file The contract's schemas for connections: a row, the form, a diagnosis, and the network settings that all
 * connections share.
 */

import { z } from 'zod';
import { diagnosisStepSchema } from './diagnosis-step.ts';
import { saidSchema } from './languages/fact-schema.ts';
import { sendingRulesSchema } from './sending-hours.ts';
import { errorRecordSchema } from './shapes.ts';

const count = z.number().int().nonnegative();
/** Milliseconds since the epoch. */
const time = z.number().int();

/** The name of the connection to practise with; a person sees the word of their language for it. */
export const PRACTICE_CONNECTION = 'Practice';

/** The kind of tenant a connection leads to. The window always shows it by colour and word. */
export const tenantKindSchema = z.enum(['production', 'test', 'practice']);

/** A path to observe. The contract with the service names the subject but gives no path for it. */
export const observedPathSchema = z.strictObject({
  name: z.string().min(1).max(80),
  path: z.string().min(1).max(2000),
});

/** The number of the first line. */
const firstLine = z.union([z.literal(0), z.literal(1)]);

export const connectionRowSchema = z.object({
  name: z.string(),
  kind: tenantKindSchema,
  baseUrl: z.string(),
  tokenUrl: z.string(),
  clientId: z.string(),
  scope: z.string(),
  hasSecret: z.boolean(),
  /** The client certificate that the connection signs in with. */
  certificate: z.object({ subject: z.string(), issuer: z.string(), validUntil: time }).optional(),
  /** When the current token ends. */
  signedInUntil: time.optional(),
  /** Why the last sign-in was refused; absent once one has worked. */
  refusedSignIn: errorRecordSchema.optional(),
  /** Where its files may go: `https://host:port`; absent while none is kept. */
  storageHosts: z.array(z.string()).optional(),
  /** From where its service counts the lines of its reports, as a person has set it. */
  reportLinesFrom: firstLine.optional(),
  /** When uploads may begin over it, and how fast they go; absent: at any time, as fast as the line is. */
  sending: sendingRulesSchema.optional(),
  /** Whether the organisation has set that. */
  isSendingSet: z.literal(true).optional(),
  /** The paths that can be observed over this connection. */
  observed: z.array(observedPathSchema),
  /**
   * made-here: made by Tranship for practice · environment: from variables of this process; neither can be changed in
   * the window · policy: set by the organisation; only its secret and certificate can be changed.
   */
  origin: z.enum(['stored', 'made-here', 'environment', 'policy']),
  /** How many submissions bound to this connection have not ended. */
  openSubmissions: count,
  /** Why the connection cannot be used; absent when it can. */
  error: errorRecordSchema.optional(),
});

/** The files of a client certificate as the person picked them: one or two PEM files, or one PFX file. */
export const certificateFilesSchema = z.strictObject({
  content: z.base64().min(1).max(1_400_000),
  key: z.base64().max(1_400_000).optional(),
  passphrase: z.string().max(1000).optional(),
});

/** Which names there can be is said where connections are stored. */
export const connectionNameSchema = z.string().max(1000);

/** Spaces come with pasted values. */
export const connectionFormSchema = z.strictObject({
  name: connectionNameSchema.trim(),
  kind: tenantKindSchema.exclude(['practice']),
  baseUrl: z.string().trim().max(2000),
  tokenUrl: z.string().trim().max(2000),
  clientId: z.string().trim().max(500),
  scope: z.string().trim().max(500),
  /** Absent or empty: keeps the stored secret, if any. */
  secret: z.string().trim().max(5000).optional(),
  /** Absent: keeps the stored certificate, if any. */
  certificate: z.union([certificateFilesSchema, z.literal('none')]).optional(),
});

/** What is stored of a connection under its name, or only what changes of it. */
export const connectionChangeSchema = connectionFormSchema.partial().required({ name: true });

/** Where the files of a connection may go. */
export const storageHostsSchema = z.object({
  /** `https://host:port` each; one that is not trusted was stored without the key of the data folder. */
  hosts: z.array(z.object({ origin: z.string(), isTrusted: z.boolean() })),
  /** Any other host is refused, without a question. */
  fixed: z.boolean(),
  /** Hosts in a private network may be used. */
  private: z.boolean(),
  /** Nothing was sent and nothing set yet: the first host that the service names will be kept. */
  isUntouched: z.boolean(),
});

/** What is wrong with a value of a form, as the rest of a sentence that begins with the name of the field. */
export const formProblemSchema = z.object({
  field: z.enum(['name', 'baseUrl', 'tokenUrl', 'clientId', 'scope']),
  problem: saidSchema,
});

/** `text` is the complete diagnosis for the help desk, without secrets. */
export const diagnosisSchema = z.object({ steps: z.array(diagnosisStepSchema), text: z.string() });

const proxySchema = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('system') }),
  z.strictObject({ mode: z.literal('none') }),
  z.strictObject({
    mode: z.literal('manual'),
    /** http://host:port or https://host:port */
    address: z.string().max(2000),
    username: z.string().max(500).optional(),
    /** Hosts that are reached without the proxy, as in NO_PROXY. */
    bypass: z.array(z.string().max(500)).max(200).readonly(),
  }),
]);

export const networkSettingsShape = z.strictObject({
  proxy: proxySchema,
  /** Certificate authorities to trust in addition to the system's. */
  authorities: z
    .array(
      z.strictObject({
        pem: z.string().max(1_000_000),
        /** Only for these hosts, such as a.example or *.b.example; absent: for all. */
        hosts: z.array(z.string().max(300)).min(1).max(200).readonly().optional(),
      }),
    )
    .max(100)
    .readonly(),
});
/** What is absent stays. */
export const networkFormSchema = networkSettingsShape.partial().extend({
  /** Absent: keeps the stored password. Empty: deletes it. */
  proxyPassword: z.string().max(1000).optional(),
});
export const networkStateSchema = networkSettingsShape.extend({ hasProxyPassword: z.boolean() });

export type TenantKind = z.infer<typeof tenantKindSchema>;
export type ObservedPath = z.infer<typeof observedPathSchema>;
export type ConnectionRow = z.infer<typeof connectionRowSchema>;
export type StorageHosts = z.infer<typeof storageHostsSchema>;
export type ConnectionForm = z.infer<typeof connectionFormSchema>;
export type CertificateFiles = z.infer<typeof certificateFilesSchema>;
export type Diagnosis = z.infer<typeof diagnosisSchema>;
export type NetworkForm = z.infer<typeof networkFormSchema>;
export type NetworkState = z.infer<typeof networkStateSchema>;
