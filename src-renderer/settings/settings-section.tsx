/** @file One section of the settings. Next to its title it shows when a change was stored, or why not. */

import { Paper, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Settings } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { settingsTexts } from '../texts/settings.ts';
import classes from './settings.module.css';
import type { KeptSettings, SettingName } from './use-settings.ts';

/** The props of each section: the settings, and the function that changes them. */
export interface SectionProps {
  kept: KeptSettings;
  settings: Settings;
}

interface SectionFrameProps {
  title: string;
  /** How often this section was stored since the page opened; undefined unless it was stored last. */
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
          // Screen readers get this from the page's live region. A new key restarts the fading.
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

/** A section for settings that are stored as they change. */
export function SettingsSection({ title, kept, name, showsError = false, children }: SettingsSectionProps) {
  const { saved, errors } = kept;
  const times = saved?.name === name ? saved.times : undefined;
  return (
    <SectionFrame title={title} saved={times} error={showsError ? undefined : errors[name]}>
      {children}
    </SectionFrame>
  );
}
