/** @file The client certificate with which a connection proves who it is (§5.7, mutual TLS), in the two forms banks have. */

import { z } from 'zod';

/** Both forms may be locked by a passphrase. A whole identity is a secret: it rests only as ciphertext. */
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

/** What may be shown of it. */
export const identityDescriptionSchema = z.object({
  /** The common name, or the whole subject where it has none. */
  subject: z.string(),
  issuer: z.string(),
  /** Milliseconds since the epoch. */
  validUntil: z.number(),
});
export type IdentityDescription = z.infer<typeof identityDescriptionSchema>;

/** The identity to show when a host asks for one; asked anew for each connection, so that a renewed one is used. */
export type IdentitySource = () => Promise<ClientIdentity | undefined>;
