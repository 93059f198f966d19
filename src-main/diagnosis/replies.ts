/** @file Watches the replies that pass while the service is spoken to: what an error does not tell of them. */

import type { Clock } from '../clock.ts';
import type { Fetch } from '../service/exchange.ts';

export interface SeenReply {
  status: number;
  /** A page for people, where the service answers programs. */
  isPage: boolean;
  /** The host that a redirect leads to. */
  leadsTo: string | undefined;
}

export class Replies {
  readonly fetch: Fetch;
  /** The last reply, if the last request had one. */
  last: SeenReply | undefined;
  /** By how much the service's clock is ahead of this computer's (ms). The service tells whole seconds. */
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
      // On average half a second is cut off, and the reply was dated between the question and now.
      if (!Number.isNaN(date)) this.clockDifference = date + 500 - (asked + clock.now()) / 2;
      return reply;
    };
  }
}
