/** @file What crosses the border about connections: how one is shown, entered and diagnosed, and the network beneath all. */

import { z } from 'zod';
import { errorRecordSchema } from './shapes.ts';

const count = z.number().int().nonnegative();
/** Milliseconds since the epoch. */
const time = z.number().int();

/** Which kind of tenant a connection leads to: told apart by colour and word everywhere. */
export const tenantKindSchema = z.enum(['production', 'test', 'practice']);

/** Something to be asked for, which the contract with the service names but gives no path for. */
export const observedPathSchema = z.strictObject({
  name: z.string().min(1).max(80),
  path: z.string().min(1).max(2000),
});

export const connectionRowSchema = z.object({
  name: z.string(),
  kind: tenantKindSchema,
  baseUrl: z.string(),
  tokenUrl: z.string(),
  clientId: z.string(),
  scope: z.string(),
  hasSecret: z.boolean(),
  /** The client certificate with which it proves who it is. */
  certificate: z.object({ subject: z.string(), issuer: z.string(), validUntil: time }).optional(),
  /** Until when the token at hand is used. */
  signedInUntil: time.optional(),
  /** What can be observed over it. */
  observed: z.array(observedPathSchema),
  /** made-here: by Tranship, to practise · environment: by variables of this process; neither can be changed here. */
  origin: z.enum(['stored', 'made-here', 'environment']),
  /** Submissions bound to it that have not ended. */
  openSubmissions: count,
  /** Why it cannot be used, if so. */
  error: errorRecordSchema.optional(),
});

/** The files of a client certificate, as they were picked: PEM in one or two, or PFX. */
export const certificateFilesSchema = z.strictObject({
  content: z.base64().min(1).max(400_000),
  key: z.base64().max(400_000).optional(),
  passphrase: z.string().max(1000).optional(),
});

export const connectionFormSchema = z.strictObject({
  name: z.string().max(64),
  kind: tenantKindSchema.exclude(['practice']),
  baseUrl: z.string().max(2000),
  tokenUrl: z.string().max(2000),
  clientId: z.string().max(500),
  scope: z.string().max(500),
  /** Absent: kept as it is, or none. */
  secret: z.string().max(5000).optional(),
  /** Absent: kept as it is, or none. */
  certificate: z.union([certificateFilesSchema, z.literal('none')]).optional(),
});

/** One step of a diagnosis, with a plain sentence. */
export const diagnosisStepSchema = z.object({
  step: z.enum(['name', 'proxy', 'encryption', 'token', 'service', 'storage', 'clock', 'limits']),
  outcome: z.enum(['good', 'doubtful', 'bad', 'skipped']),
  sentence: z.string(),
  remedy: z.string().optional(),
  milliseconds: count,
});

/** `text` is the whole for the help desk, without secrets. */
export const diagnosisSchema = z.object({ steps: z.array(diagnosisStepSchema), text: z.string() });

const proxySchema = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('system') }),
  z.strictObject({ mode: z.literal('none') }),
  z.strictObject({
    mode: z.literal('manual'),
    /** http://host:port or https://host:port */
    address: z.string().max(2000),
    username: z.string().max(500).optional(),
    /** Hosts that are reached without it, as in NO_PROXY. */
    bypass: z.array(z.string().max(500)).max(200).readonly(),
  }),
]);

export const networkSettingsShape = z.strictObject({
  proxy: proxySchema,
  /** Certificate authorities to trust besides the system's (PEM); empty for none. */
  authorities: z.string().max(1_000_000),
});
export const networkFormSchema = networkSettingsShape.extend({
  /** Absent: kept as it is; empty: forgotten. */
  proxyPassword: z.string().max(1000).optional(),
});
export const networkStateSchema = networkSettingsShape.extend({ hasProxyPassword: z.boolean() });

export type TenantKind = z.infer<typeof tenantKindSchema>;
export type ObservedPath = z.infer<typeof observedPathSchema>;
export type ConnectionRow = z.infer<typeof connectionRowSchema>;
export type ConnectionForm = z.infer<typeof connectionFormSchema>;
export type CertificateFiles = z.infer<typeof certificateFilesSchema>;
export type DiagnosisStep = z.infer<typeof diagnosisStepSchema>;
export type Diagnosis = z.infer<typeof diagnosisSchema>;
export type NetworkForm = z.infer<typeof networkFormSchema>;
export type NetworkState = z.infer<typeof networkStateSchema>;
