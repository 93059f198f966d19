/** @file Watches the replies during the diagnosis, for what the errors do not say about them. */

import type { Clock } from '../../ground/clock.ts';
import type { Fetch } from '../service/exchange.ts';
import type { Place } from './place.ts';

export interface SeenReply {
  status: number;
  /** A page for people, where a reply for programs is expected. */
  isPage: boolean;
  /** The host that a redirect leads to. */
  leadsTo: string | undefined;
  /** How long it took, without any wait for a turn. */
  milliseconds: number;
}

export class Replies {
  readonly fetch: Fetch;
  /** The last reply, if the last request had one. */
  last: SeenReply | undefined;
  /** By origin: how far the clock of a host is ahead of this computer's (ms). Hosts send whole seconds. */
  readonly #clocks = new Map<string, number>();

  constructor(fetch: Fetch, clock: Clock) {
    this.fetch = async (address, init) => {
      this.last = undefined;
      const asked = clock.now();
      const reply = await fetch(address, init);
      const location = URL.parse(reply.headers.get('location') ?? '', String(address));
      const answered = clock.now();
      this.last = {
        status: reply.status,
        isPage: /html/i.test(reply.headers.get('content-type') ?? ''),
        leadsTo: reply.status >= 300 && reply.status <= 399 ? location?.host : undefined,
        milliseconds: answered - asked,
      };
      const date = Date.parse(reply.headers.get('date') ?? '');
      // A page may come from a proxy. Half a second is cut off on average, and the reply was dated between the request and now.
      if (!Number.isNaN(date) && !this.last.isPage)
        this.#clocks.set(new URL(String(address)).origin, date + 500 - (asked + answered) / 2);
      return reply;
    };
  }

  /** How far the clock of this host is ahead of this computer's (ms); undefined where it has not told the time. */
  clockOf({ origin }: Place): number | undefined {
    return this.#clocks.get(origin);
  }
}
