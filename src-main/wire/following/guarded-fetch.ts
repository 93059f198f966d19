/** @file Fetches reports over the app's network, to hosts that they may come from, whatever their names resolve to. */

import type http from 'node:http';
import { createFetch } from '../network/agent-fetch.ts';
import { guardedLookup, type Reach } from '../service/named-address.ts';
import type { ReportFetch } from './report.ts';

/** @param agent makes an agent that keeps no connections: one that is used again was checked for another address */
export function createGuardedFetch(agent: (options: Pick<http.AgentOptions, 'lookup'>) => http.Agent): ReportFetch {
  return async (address, { reach, ...init }: RequestInit & { reach: Reach }) => {
    const own = agent({ lookup: guardedLookup(reach) });
    return await createFetch(() => own)(address, init);
  };
}
