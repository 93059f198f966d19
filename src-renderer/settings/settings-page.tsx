/** @file The page of settings: a list of its sections with a search, and the sections. Changes are stored at once. */

import { message } from '../../src-shared/languages/message.ts';
import '../styles.ts';
import { Button, Text } from '@mantine/core';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useAppInfo } from '../app-info.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { Loading, Page, PageHeader } from '../frame/page.tsx';
import { settingsTexts } from '../texts/settings.ts';
import { searchTexts } from '../texts/settings-search.ts';
import { About } from './about.tsx';
import { Help } from './help.tsx';
import { IdIndexSection } from './id-index-section.tsx';
import { LanguageSection } from './language-section.tsx';
import { NetworkSection } from './network-section.tsx';
import { RetentionSection } from './retention-section.tsx';
import { RuleSetSection } from './rule-set-section.tsx';
import { searchSettings } from './search/search-settings.ts';
import { SectionList } from './search/section-list.tsx';
import { isSection, type SectionId, sectionsFor } from './search/sections.ts';
import { useSectionInSight } from './search/use-section-in-sight.ts';
import { SendingDefaults } from './sending-defaults.tsx';
import classes from './settings.module.css';
import type { SectionProps } from './settings-section.tsx';
import { Appearance, Login, Notifications } from './small-sections.tsx';
import { TransferSection } from './transfer-section.tsx';
import { UpdatesSection } from './updates-section.tsx';
import { useSettings } from './use-settings.ts';
import { WatchedFoldersSection } from './watched-folders-section.tsx';

/** `section`: the one that the address names. */
export function SettingsPage({ section }: { section: string | undefined }) {
  const kept = useSettings();
  const { settings, saved, errors } = kept;
  return (
    <Page width="settings">
      <PageHeader title={message('Settings')} intro={message('Changes are saved automatically.')} />
      <p className="unseen" aria-live="polite" key={saved?.times}>
        {saved === undefined ? '' : settingsTexts.saved}
      </p>
      {errors.all !== undefined && <ErrorNotice error={errors.all} />}
      {settings === undefined && errors.all === undefined && <Loading>{message('Loading the settings…')}</Loading>}
      {settings !== undefined && <Sections kept={kept} settings={settings} asked={section} />}
    </Page>
  );
}

/** Every section that there can be. */
const contents: Record<SectionId, (props: SectionProps) => ReactNode> = {
  appearance: (props) => <Appearance {...props} />,
  language: (props) => <LanguageSection {...props} />,
  'new-files': (props) => <SendingDefaults {...props} />,
  sending: (props) => <TransferSection {...props} />,
  folders: () => <WatchedFoldersSection />,
  network: () => <NetworkSection />,
  notifications: (props) => <Notifications {...props} />,
  start: (props) => <Login {...props} />,
  retention: (props) => <RetentionSection {...props} />,
  ids: (props) => <IdIndexSection {...props} />,
  rules: () => <RuleSetSection />,
  updates: () => <UpdatesSection />,
  help: () => <Help />,
  about: () => <About />,
};

function Sections({ asked, ...props }: SectionProps & { asked: string | undefined }) {
  const info = useAppInfo();
  const [query, setQuery] = useState('');
  const place = useRef<HTMLDivElement>(null);
  const sections = useMemo(() => sectionsFor(info), [info]);
  const found = useMemo(() => searchSettings(sections, query), [sections, query]);
  const { current, go } = useSectionInSight(place, isSection(asked) ? asked : undefined, true);
  const isFound = new Set(found.map(({ id }) => id));
  // An address leads to its section, also where a search hides it.
  const [led, setLed] = useState(asked);
  if (led !== asked) {
    setLed(asked);
    if (isSection(asked) && !isFound.has(asked)) setQuery('');
  }
  return (
    <div className={classes['whole']}>
      <div className={classes['side']}>
        <SectionList query={query} found={found} current={current} onQuery={setQuery} onGo={go} />
      </div>
      <div ref={place} className={classes['sections']}>
        {found.length === 0 && (
          <div role="status">
            <Text>{message('No setting is called “{query}”, or something like it.', { query: query.trim() })}</Text>
            <Button variant="default" size="compact-sm" mt="xs" onClick={() => setQuery('')}>
              {searchTexts.clear}
            </Button>
          </div>
        )}
        {/* Those that are not found are only hidden: nothing that was typed into them is lost. */}
        {sections.map(({ id }) => (
          <div key={id} data-section={id} tabIndex={-1} hidden={!isFound.has(id)} className={classes['section']}>
            {contents[id](props)}
          </div>
        ))}
      </div>
    </div>
  );
}
