/** @file One part of the settings, with a quiet word beside its title once it is stored, or why it is not. */

import { Paper, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { settingsTexts } from '../texts/settings.ts';
import classes from './settings.module.css';
import type { KeptSettings, SettingName } from './use-settings.ts';

interface SettingsSectionProps {
  title: string;
  kept: KeptSettings;
  name: SettingName;
  /** The section shows its error itself. */
  showsError?: boolean;
  children: ReactNode;
}

export function SettingsSection({ title, kept, name, showsError = false, children }: SettingsSectionProps) {
  const { saved, errors } = kept;
  const error = showsError ? undefined : errors[name];
  return (
    <Paper withBorder p="lg" radius="md" component="section" aria-label={title}>
      <div className={classes['head']}>
        <Title order={2}>{title}</Title>
        {saved?.name === name && (
          // Screen readers hear it from the live region of the page. A new key lets it fade anew.
          <span key={saved.times} className={classes['saved']} aria-hidden>
            <IconCheck size={15} /> {settingsTexts.saved}
          </span>
        )}
      </div>
      {children}
      {error !== undefined && <ErrorNotice error={error} />}
    </Paper>
  );
}
