/**
 * @file The client certificate that a connection signs in with (§5.7, mutual TLS), in the two forms that banks have.
 */

import { z } from 'zod';

/** A passphrase may lock either form. A whole identity is a secret: it is stored only as ciphertext. */
export const clientIdentitySchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('pem'),
    /** The certificate, and those that lead to its issuer. */
    certificate: z.string().min(1),
    key: z.string().min(1),
    passphrase: z.string().optional(),
  }),
  z.strictObject({
    kind: z.literal('pfx'),
    /** The bytes of the file (.pfx, .p12), in base64. */
    content: z.base64().min(1),
    passphrase: z.string().optional(),
  }),
]);
export type ClientIdentity = z.infer<typeof clientIdentitySchema>;

/** The parts of an identity that may be shown. */
export const identityDescriptionSchema = z.object({
  /** The common name, or the whole subject where it has none. */
  subject: z.string(),
  issuer: z.string(),
  /** Milliseconds since the epoch. */
  validUntil: z.number(),
});
export type IdentityDescription = z.infer<typeof identityDescriptionSchema>;

/** The identity to show when a host asks for one. Called for each connection, so that a renewed identity is used. */
export type IdentitySource = () => Promise<ClientIdentity | undefined>;
