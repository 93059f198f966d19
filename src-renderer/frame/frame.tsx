/** @file The frame of every page: navigation, the header with the state of the network, banners, and announcements. */

import {
  IconArrowsExchange,
  IconChartBar,
  IconGauge,
  IconHistory,
  IconListCheck,
  IconPlugConnected,
  IconSettings,
  IconStack2,
  IconTransform,
  IconUsers,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { message } from '../../src-shared/languages/message.ts';
import { type PageName, pagesThere } from '../../src-shared/pages.ts';
import { menuKeysOfPage, pageKeys } from '../../src-shared/window-commands.ts';
import { useAppInfo } from '../app-info.ts';
import { PaletteButton } from '../palette/palette-button.tsx';
import { useQueueRoute } from '../queue/use-queue-address.ts';
import { addressOf } from '../routes.ts';
import { SignOutButton } from '../session/sign-out-button.tsx';
import { keysAsText } from '../shortcuts/keys.ts';
import { useIsConnected, useQueue, useTeam } from '../stores.ts';
import { hasTeam } from '../team/team-store.ts';
import { frameTexts } from '../texts/frame.ts';
import { useRoute } from '../use-route.ts';
import { Banners } from './banners.tsx';
import classes from './frame.module.css';
import { LineState } from './line-state.tsx';
import { SignName } from './sign-name.tsx';

const icons: Record<PageName, typeof IconStack2> = {
  queue: IconStack2,
  prepare: IconTransform,
  overview: IconGauge,
  history: IconHistory,
  transactions: IconArrowsExchange,
  rules: IconListCheck,
  observability: IconChartBar,
  connections: IconPlugConnected,
  team: IconUsers,
  settings: IconSettings,
};

interface FrameProps {
  children: ReactNode;
  /** At the end of the header. */
  actions: ReactNode;
  /** What was just done, below the page: it has room of its own, and covers nothing. */
  notes: ReactNode;
}

export function Frame({ children, actions, notes }: FrameProps) {
  const route = useRoute();
  const here = route.page === 'submission' ? 'queue' : route.page;
  const queueRoute = useQueueRoute();
  const isConnected = useIsConnected();
  const isInTeam = useTeam(hasTeam);
  const page = useFocusKept(isConnected);
  const { shell, platform } = useAppInfo();
  const keysOf = (name: PageName) => (shell === 'electron' ? menuKeysOfPage(name) : undefined) ?? pageKeys[name];
  return (
    <div className={classes['shell']}>
      <button type="button" className={classes['skip']} onClick={() => document.getElementById('page')?.focus()}>
        {message('Skip to the page')}
      </button>
      <nav className={classes['navigation']} aria-label={message('Pages')}>
        <div className={classes['brand']}>
          <Mark />
          <span>{frameTexts.name}</span>
        </div>
        <ul>
          {pagesThere(isInTeam).map(({ page, title }) => {
            const Icon = icons[page];
            return (
              <li key={page}>
                <SignName name={`${title} (${keysAsText(keysOf(page), platform)})`}>
                  {(said) => (
                    <a
                      href={addressOf(page === 'queue' ? queueRoute : { page })}
                      aria-current={here === page ? 'page' : undefined}
                      title={said}
                    >
                      <Icon size={20} stroke={1.7} aria-hidden />
                      <span>{title}</span>
                    </a>
                  )}
                </SignName>
              </li>
            );
          })}
        </ul>
        <SignOutButton />
      </nav>
      <div className={classes['body']}>
        <section className={classes['header']} aria-label={message('State of the queue')}>
          <div className={classes['headerStart']} data-tour="state">
            <LineState />
          </div>
          <div className={classes['headerEnd']} inert={!isConnected}>
            <PaletteButton />
            <div className={classes['actions']} data-tour="actions">
              {actions}
            </div>
          </div>
        </section>
        <Banners />
        {/* What is inert has no stop for Tab, and must still be scrolled. */}
        <div className={classes['place']}>
          <main id="page" ref={page} tabIndex={isConnected ? -1 : 0} className={classes['page']}>
            {!isConnected && <h1 className="unseen">{frameTexts.disconnected.title}</h1>}
            <div className={classes['content']} inert={!isConnected}>
              {children}
            </div>
          </main>
        </div>
        <div className={classes['notes']}>{notes}</div>
      </div>
      <Announcer />
    </div>
  );
}

/** What cannot be used loses the focus; once the app answers again, the focus is where it was. */
function useFocusKept(isConnected: boolean) {
  const page = useRef<HTMLElement>(null);
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      focused.current = target instanceof Element ? target : null;
    };
    const element = page.current;
    element?.addEventListener('focusin', note);
    return () => element?.removeEventListener('focusin', note);
  }, []);
  useEffect(() => {
    const before = focused.current;
    if (isConnected && document.activeElement === document.body && before instanceof HTMLElement) before.focus();
  }, [isConnected]);
  return page;
}

/** Changes of state, for a screen reader. */
function Announcer() {
  const said = useQueue(({ announcement }) => announcement);
  return (
    <p className="unseen" role="status">
      {said}
    </p>
  );
}

/** The logo: a hull under its cargo. */
function Mark() {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" className={classes['mark']}>
      <path d="M6 4h5v6H6zM13 4h5v6h-5z" opacity="0.55" />
      <path d="M2.5 12h19l-2.6 6.2a3 3 0 0 1-2.8 1.8H7.9a3 3 0 0 1-2.8-1.8z" />
    </svg>
  );
}
