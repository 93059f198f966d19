import { describe, expect, it, vi } from 'vitest';
import { watchPresence } from '../../src-renderer/browser-presence.ts';

/** A page that passes on events as a browser does: made by a person or by a script. */
class PageDouble extends EventTarget {
  #listeners = new Map<string, (event: Event) => void>();
  override addEventListener(type: string, listener: unknown): void {
    if (typeof listener === 'function') this.#listeners.set(type, (event) => listener(event));
  }
  happen(type: string, isTrusted = true): void {
    const event = new Event(type);
    Object.defineProperty(event, 'isTrusted', { value: isTrusted });
    this.#listeners.get(type)?.(event);
  }
}

describe('The presence of a person', () => {
  const watch = () => {
    const [page, report, time] = [new PageDouble(), vi.fn(), { now: 0 }];
    watchPresence(page, report, () => time.now);
    return { page, report, time };
  };

  it.each(['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'drop'])('is seen from %s', (sign) => {
    const { page, report } = watch();
    page.happen(sign);
    expect(report).toHaveBeenCalledOnce();
  });

  it('is not seen from what scripts, timers or messages do', () => {
    const { page, report } = watch();
    page.happen('keydown', false);
    for (const sign of ['message', 'scroll', 'visibilitychange', 'focus', 'online']) page.happen(sign);
    expect(report).not.toHaveBeenCalled();
  });

  it('is reported at most every ten seconds', () => {
    const { page, report, time } = watch();
    for (time.now = 0; time.now < 20_000; time.now += 100) page.happen('pointermove');
    expect(report).toHaveBeenCalledTimes(2);
  });

  it('is reported again after the clock was set back', () => {
    const { page, report, time } = watch();
    time.now = 1_000_000;
    page.happen('keydown');
    time.now = 0;
    page.happen('keydown');
    expect(report).toHaveBeenCalledTimes(2);
  });
});
