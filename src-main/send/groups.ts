/**
 * @file Work that is done in groups, since each group costs something by itself: what comes while one is under way makes up the
 * next one. After a group there is a rest of some times as long as it took, so that small ones do not follow one another.
 */

import { atMost, type Clock, SECOND } from '../ground/clock.ts';

const REST_SHARE = 4;
/** Not so long that a person notices. */
const LONGEST_REST = SECOND / 10;

interface GroupsPorts<Member, Result> {
  clock: Pick<Clock, 'steady' | 'sleep'>;
  /** The members of a group; it does not wait for more. */
  most: number;
  /**
   * What comes of the first ones, at least of one; the others begin the next group. Where it throws, nothing was done, and each is
   * worked on by itself: the others do not fail with one.
   */
  work: (group: readonly Member[]) => Promise<readonly Result[]>;
}

interface Waiting<Member, Result> extends PromiseWithResolvers<Result> {
  member: Member;
}

export class Groups<Member, Result> {
  readonly #ports: GroupsPorts<Member, Result>;
  #waiting: Waiting<Member, Result>[] = [];
  #isAtWork = false;
  /** Resolved where the rest is to end. */
  #isWanted = Promise.withResolvers<void>();

  constructor(ports: GroupsPorts<Member, Result>) {
    this.#ports = ports;
  }

  /** What comes of it, after all that were added before. Rejects with what was thrown for it. */
  add(member: Member): Promise<Result> {
    const waiting = { member, ...Promise.withResolvers<Result>() };
    this.#waiting.push(waiting);
    if (this.#waiting.length >= this.#ports.most) this.hurry();
    if (!this.#isAtWork) void this.#workOnAll();
    return waiting.promise;
  }

  /** Ends a rest. */
  hurry(): void {
    this.#isWanted.resolve();
  }

  async #workOnAll(): Promise<void> {
    const { clock, most } = this.#ports;
    this.#isAtWork = true;
    while (this.#waiting.length > 0) {
      const began = clock.steady();
      const group = this.#waiting.slice(0, most);
      this.#waiting = this.#waiting.slice(group.length);
      this.#waiting.unshift(...(await this.#workOn(group)));
      this.#isWanted = Promise.withResolvers();
      if (this.#waiting.length < most) await this.#rest(clock.steady() - began);
    }
    this.#isAtWork = false;
  }

  async #rest(took: number): Promise<void> {
    await atMost(this.#ports.clock, Math.min(LONGEST_REST, REST_SHARE * took), this.#isWanted.promise);
  }

  /** Returns those that are left. */
  async #workOn(group: Waiting<Member, Result>[]): Promise<Waiting<Member, Result>[]> {
    try {
      const results = await this.#ports.work(group.map(({ member }) => member));
      for (const [at, result] of results.entries()) group[at]?.resolve(result);
      return group.slice(results.length);
    } catch (thrown) {
      if (group.length > 1) for (const one of group) await this.#workOn([one]);
      else group[0]?.reject(thrown);
      return [];
    }
  }
}
