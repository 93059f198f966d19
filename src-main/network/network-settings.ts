/** @file The network settings that a person may change; everything else comes from the system. */

import { z } from 'zod';
import { parseProxyAddress } from './proxy.ts';

export const networkSettingsSchema = z.strictObject({
  proxy: z.discriminatedUnion('mode', [
    z.strictObject({ mode: z.literal('system') }),
    z.strictObject({ mode: z.literal('none') }),
    z.strictObject({
      mode: z.literal('manual'),
      /** `http://host:port` or `https://host:port`. */
      address: z.string().refine((address) => parseProxyAddress(address) !== undefined, 'is not an address of a proxy'),
      username: z.string().optional(),
      /** Hosts that are reached without the proxy, in the grammar of NO_PROXY; see bypass.ts. */
      bypass: z.array(z.string()).readonly(),
    }),
  ]),
  /** Certificates of authorities in PEM form, trusted in addition to the system's; may be empty. */
  authorities: z.string(),
});
export type NetworkSettings = z.infer<typeof networkSettingsSchema>;

export const defaultNetworkSettings: NetworkSettings = { proxy: { mode: 'system' }, authorities: '' };
