/** @file The remaining validity of a client certificate, and when to warn about it. Pure. */

const DAY_MS = 24 * 3_600_000;
/** Long enough to obtain a new one in a bank. */
const WARN_DAYS = 30;

export interface Validity {
  tone: 'good' | 'attention' | 'trouble';
  /** Whole days left; 0 on the last day and after it. */
  days: number;
}

export function validityAt(validUntil: number, now: number): Validity {
  const left = validUntil - now;
  const days = Math.max(0, Math.floor(left / DAY_MS));
  if (left <= 0) return { tone: 'trouble', days };
  return { tone: left <= WARN_DAYS * DAY_MS ? 'attention' : 'good', days };
}
