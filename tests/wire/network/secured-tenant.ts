/** @file A practice tenant whose API and storage use TLS, under a name that proxies can resolve. */

import type http from 'node:http';
import type { PracticeTenant } from '../../../src-main/practice/tenant.ts';
import { startTenant } from '../../practice/requests.ts';
import type { Issued } from './authority.ts';
import { forwardTo, serveSecurely } from './hosts.ts';

export interface SecuredTenant {
  tenant: PracticeTenant;
  /** The TLS address for an address of the tenant's API. */
  secured: (address: string) => string;
  /** `host:port` of the API and of the storage. */
  tunnels: [string, string];
}

/** @param before the storage: whether it has handled a request by itself */
export async function securedTenant(
  host: Issued,
  hostName: string,
  before: (...exchange: Parameters<http.RequestListener>) => boolean = () => false,
): Promise<SecuredTenant> {
  let origins = { api: '', storage: '' };
  const [api, storage] = [forwardTo(() => origins.api), forwardTo(() => origins.storage)];
  const apiPort = await serveSecurely(host, api);
  const storagePort = await serveSecurely(host, (request, response) => {
    if (!before(request, response)) storage(request, response);
  });
  const signedOrigin = `https://${hostName}:${storagePort}`;
  const tenant = await startTenant({ signedOrigin });
  origins = { api: new URL(tenant.baseUrl).origin, storage: tenant.storageOrigin };
  const secured = (address: string) => address.replace(origins.api, `https://${hostName}:${apiPort}`);
  return { tenant, secured, tunnels: [`${hostName}:${apiPort}`, `${hostName}:${storagePort}`] };
}
