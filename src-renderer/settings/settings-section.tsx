/** @file One part of the settings, with a quiet word beside its title once it is stored, or why it is not. */

import { Paper, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Settings } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { settingsTexts } from '../texts/settings.ts';
import classes from './settings.module.css';
import type { KeptSettings, SettingName } from './use-settings.ts';

/** What each section gets: the settings, and the way to change them. */
export interface SectionProps {
  kept: KeptSettings;
  settings: Settings;
}

interface SectionFrameProps {
  title: string;
  /** How often it was stored since the page was opened, if it was what was stored last. */
  saved: number | undefined;
  error: ErrorRecord | undefined;
  children: ReactNode;
}

export function SectionFrame({ title, saved, error, children }: SectionFrameProps) {
  return (
    <Paper withBorder p="lg" radius="md" component="section" aria-label={title}>
      <div className={classes['head']}>
        <Title order={2}>{title}</Title>
        {saved !== undefined && (
          // Screen readers hear it from the live region of the page. A new key lets it fade anew.
          <span key={saved} className={classes['saved']} aria-hidden>
            <IconCheck size={15} /> {settingsTexts.saved}
          </span>
        )}
      </div>
      {children}
      {error !== undefined && <ErrorNotice error={error} />}
    </Paper>
  );
}

interface SettingsSectionProps {
  title: string;
  kept: KeptSettings;
  name: SettingName;
  /** The section shows its error itself. */
  showsError?: boolean;
  children: ReactNode;
}

/** The section of one of the settings that save themselves. */
export function SettingsSection({ title, kept, name, showsError = false, children }: SettingsSectionProps) {
  const { saved, errors } = kept;
  const times = saved?.name === name ? saved.times : undefined;
  return (
    <SectionFrame title={title} saved={times} error={showsError ? undefined : errors[name]}>
      {children}
    </SectionFrame>
  );
}
