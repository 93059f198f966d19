/**
 * @file How much to hand to the network at a time: what it moves in a twentieth of a second. Progress is then smooth on
 * a slow network, and small writes do not slow a fast one. Pure.
 */

const TIME_SHARE_MS = 50;
const SMALLEST_BYTES = 16 * 1024;
const FIRST_BYTES = 64 * 1024;
const LARGEST_BYTES = 512 * 1024;
/** A limit counts even where it is lower than the speed of any network. */
const SMALLEST_LIMITED_BYTES = 1024;

export class BlockSize {
  #bytes = FIRST_BYTES;
  /** Bytes moved between `#since` and `#until`. */
  #moved = 0;
  #since: number | undefined;
  #until = 0;

  /** Notes that bytes have moved, at a time (ms) that only grows. */
  add(at: number, bytes: number): void {
    if (this.#since === undefined) {
      // How long the first bytes took is unknown.
      this.#startAt(at);
      return;
    }
    // A block that took so long shows the present speed by itself.
    if (at - this.#until >= TIME_SHARE_MS) this.#startAt(this.#until);
    this.#moved += bytes;
    this.#until = at;
    const elapsed = at - this.#since;
    if (elapsed >= TIME_SHARE_MS) {
      this.#bytes = within((this.#moved * TIME_SHARE_MS) / elapsed);
      this.#startAt(at);
    } else {
      // So much in less than the time: the block may grow at once.
      this.#bytes = within(Math.max(this.#bytes, this.#moved));
    }
  }

  #startAt(at: number): void {
    this.#since = at;
    this.#until = at;
    this.#moved = 0;
  }

  /** Bytes to hand over next, with at most `limit` bytes a second. */
  under(limit: number | undefined): number {
    if (limit === undefined) return this.#bytes;
    const share = Math.floor((limit * TIME_SHARE_MS) / 1000);
    return Math.min(this.#bytes, Math.max(SMALLEST_LIMITED_BYTES, share));
  }
}

function within(bytes: number): number {
  return Math.round(Math.min(LARGEST_BYTES, Math.max(SMALLEST_BYTES, bytes)));
}
