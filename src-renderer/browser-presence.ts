/** @file Notices that a person uses the page, so that the app does not end the session meanwhile. */

/** Reported at most so often, in milliseconds. */
const SELDOM_MS = 10_000;

const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'drop'] as const;

/** Calls `report` when a person moves, clicks, types or scrolls; not for what scripts do. */
export function watchPresence(target: EventTarget, report: () => void, now: () => number = Date.now): void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  const notice = ({ isTrusted }: Event) => {
    const isEarly = Math.abs(now() - reportedAt) < SELDOM_MS;
    if (!isTrusted || isEarly) return;
    reportedAt = now();
    report();
  };
  for (const sign of signs) target.addEventListener(sign, notice, { capture: true, passive: true });
}
