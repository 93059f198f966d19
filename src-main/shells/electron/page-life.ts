/** @file Keeps the window's page working: shows and loads it, and loads it again when it fails, crashes or hangs. */

import type { BrowserWindow, Event, RenderProcessGoneDetails } from 'electron';
import { type Clock, MINUTE, SECOND } from '../../ground/clock.ts';

/** What keeps a person from using the page. */
export type PageTrouble = 'not-loaded' | 'crashed' | 'unresponsive';
export type PageAnswer = 'wait' | 'reload' | 'quit';

type PageContents = Pick<BrowserWindow['webContents'], 'on' | 'reload' | 'forcefullyCrashRenderer'>;

export interface PageLifePorts {
  window: Pick<BrowserWindow, 'once' | 'isDestroyed' | 'loadURL'> & { webContents: PageContents };
  /** Makes the window visible for the first time. */
  show: () => void;
  address: string;
  clock: Clock;
  /** The page may go away without being missed. */
  isQuitting: () => boolean;
  /** Asks the person; aborted once the question is settled. */
  ask: (trouble: PageTrouble, signal: AbortSignal) => Promise<PageAnswer>;
  quit: () => void;
  log: (trouble: PageTrouble, details: Readonly<Record<string, string | number>>) => void;
}

/** A window without a page can still be moved and closed, and the person sees that Tranship was started. */
const LONGEST_HIDDEN = 10 * SECOND;
/** A page that crashes again within this time would crash for ever. */
const SHORTEST_LIFE = 10 * SECOND;
/** So many crashes within so long are told, even with time between them. */
const MOST_CRASHES = 3;
const CRASH_MEMORY = 10 * MINUTE;
/** The load was given up for another one, https://source.chromium.org/chromium/chromium/src/+/main:net/base/net_error_list.h */
const ABORTED = -3;

/** @returns a function that loads the page for the first time; it neither waits nor throws */
export function keepPageAlive(ports: PageLifePorts): () => void {
  const { window, address, clock } = ports;
  const { webContents: contents } = window;
  let crashes: number[] = [];
  /** A crash that was caused on purpose. */
  let isForced = false;
  let question: AbortController | undefined;

  const settle = () => {
    question?.abort();
    question = undefined;
  };
  const isMissed = () => !window.isDestroyed() && !ports.isQuitting();

  const raise = (trouble: PageTrouble, details: Readonly<Record<string, string | number>> = {}) => {
    if (!isMissed()) return;
    ports.log(trouble, details);
    settle();
    const own = new AbortController();
    question = own;
    const follow = (answer: PageAnswer) => {
      if (own.signal.aborted) return;
      question = undefined;
      if (!isMissed() || answer === 'wait') return;
      if (answer === 'quit') ports.quit();
      else if (trouble === 'not-loaded') load();
      else if (trouble === 'crashed') contents.reload();
      else {
        // A page that hangs answers no request to load again. That its process has gone does the rest.
        isForced = true;
        contents.forcefullyCrashRenderer();
      }
    };
    // A question that cannot be asked is answered by patience: asking again at once would never end.
    ports.ask(trouble, own.signal).then(follow, () => follow('wait'));
  };

  const load = () => {
    // The events below say what failed; this promise also fails for loads that were given up.
    window.loadURL(address).catch(() => {});
  };

  contents.on('did-fail-load', (_event, code, description, _address, isMainFrame) => {
    if (isMainFrame && code !== ABORTED) raise('not-loaded', { code, description });
  });
  contents.on('did-navigate', (_event, _address, status) => {
    if (status >= 400) raise('not-loaded', { code: status });
  });
  contents.on('preload-error', (_event, _path, { message }) => raise('not-loaded', { description: message }));
  contents.on('unresponsive', () => {
    if (question === undefined) raise('unresponsive');
  });
  contents.on('responsive', settle);
  contents.on('render-process-gone', (_event: Event, { reason, exitCode }: RenderProcessGoneDetails) => {
    if (!isMissed()) return;
    settle();
    const now = clock.now();
    const isTooSoon = now - (crashes.at(-1) ?? Number.NEGATIVE_INFINITY) < SHORTEST_LIFE;
    if (!isForced) crashes = [...crashes.filter((at) => now - at < CRASH_MEMORY), now];
    const isOften = !isForced && (isTooSoon || crashes.length >= MOST_CRASHES);
    isForced = false;
    if (isOften) {
      raise('crashed', { reason, exitCode });
      return;
    }
    ports.log('crashed', { reason, exitCode });
    // Electron 45 tells this in a task of its own; before, Chromium was still reporting it, and took no new address.
    setImmediate(() => {
      if (isMissed()) contents.reload();
    });
  });

  return () => {
    let isShown = false;
    const show = () => {
      if (isShown || window.isDestroyed()) return;
      isShown = true;
      ports.show();
    };
    window.once('ready-to-show', show);
    clock.sleep(LONGEST_HIDDEN).then(show, show);
    load();
  };
}
