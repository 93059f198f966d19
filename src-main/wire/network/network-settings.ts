/** @file The network settings that a person may change; everything else comes from the system. */

import { z } from 'zod';
import { fact, packed } from '../../../src-shared/languages/fact.ts';
import { parseProxyAddress } from './proxy.ts';

const trustedAuthoritySchema = z.strictObject({
  /** Its certificate in PEM form; several may stand in one text. */
  pem: z.string(),
  /** Only for these it is trusted, as authority-hosts.ts reads them; absent: for all. */
  hosts: z.array(z.string()).min(1).readonly().optional(),
});
export type TrustedAuthority = z.infer<typeof trustedAuthoritySchema>;

/** Before authorities could be limited to hosts, the setting was one PEM text. */
const formerAuthorities = z.string().transform((pem): TrustedAuthority[] => (pem.trim() === '' ? [] : [{ pem }]));

export const networkSettingsSchema = z.strictObject({
  proxy: z.discriminatedUnion('mode', [
    z.strictObject({ mode: z.literal('system') }),
    z.strictObject({ mode: z.literal('none') }),
    z.strictObject({
      mode: z.literal('manual'),
      /** `http://host:port` or `https://host:port`. */
      address: z
        .string()
        .refine((address) => parseProxyAddress(address) !== undefined, packed(fact('is not an address of a proxy'))),
      username: z.string().optional(),
      /** Hosts that are reached without the proxy, in the grammar of NO_PROXY; see bypass.ts. */
      bypass: z.array(z.string()).readonly(),
    }),
  ]),
  /** Trusted in addition to the system's; may be none. */
  authorities: z.union([z.array(trustedAuthoritySchema).readonly(), formerAuthorities]),
});
export type NetworkSettings = z.infer<typeof networkSettingsSchema>;

export const defaultNetworkSettings: NetworkSettings = { proxy: { mode: 'system' }, authorities: [] };
