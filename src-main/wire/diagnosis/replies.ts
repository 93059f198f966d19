/** @file Watches the replies during the diagnosis, for what the errors do not say about them. */

import type { Clock } from '../../ground/clock.ts';
import type { Fetch } from '../service/exchange.ts';

export interface SeenReply {
  status: number;
  /** A page for people, where a reply for programs is expected. */
  isPage: boolean;
  /** The host that a redirect leads to. */
  leadsTo: string | undefined;
}

export class Replies {
  readonly fetch: Fetch;
  /** The last reply, if the last request had one. */
  last: SeenReply | undefined;
  /** How far the service's clock is ahead of this computer's (ms). The service sends whole seconds. */
  clockDifference: number | undefined;

  constructor(fetch: Fetch, clock: Clock) {
    this.fetch = async (address, init) => {
      this.last = undefined;
      const asked = clock.now();
      const reply = await fetch(address, init);
      const location = URL.parse(reply.headers.get('location') ?? '', String(address));
      this.last = {
        status: reply.status,
        isPage: /html/i.test(reply.headers.get('content-type') ?? ''),
        leadsTo: reply.status >= 300 && reply.status <= 399 ? location?.host : undefined,
      };
      const date = Date.parse(reply.headers.get('date') ?? '');
      // Half a second is cut off on average, and the reply was dated between the request and now.
      if (!Number.isNaN(date)) this.clockDifference = date + 500 - (asked + clock.now()) / 2;
      return reply;
    };
  }
}
