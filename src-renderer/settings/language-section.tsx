/** @file The language of the window. Its texts are made when the page is loaded, so a change loads it again. */

import { Select } from '@mantine/core';
import { useEffect } from 'react';
import type { Settings } from '../../src-shared/contract.ts';
import { languages } from '../../src-shared/languages/languages.ts';
import { message } from '../../src-shared/languages/message.ts';
import { languageTexts } from '../texts/settings.ts';
import classes from './settings.module.css';
import { type SectionProps, SettingsSection } from './settings-section.tsx';

export function LanguageSection({ kept, settings }: SectionProps) {
  const isStored = kept.saved?.name === 'language';
  useEffect(() => {
    if (isStored) location.reload();
  }, [isStored]);
  return (
    <SettingsSection title={languageTexts.title} kept={kept} name="language">
      <Select
        classNames={{ wrapper: classes['middleField'] ?? '' }}
        label={languageTexts.label}
        description={languageTexts.hint}
        value={settings.language}
        // The list returns one of the values that it was given.
        onChange={(value) => value !== null && kept.change('language', value as Settings['language'])}
        data={[
          { value: 'system', label: message('Same as the system') },
          ...languages.map(({ code, name }) => ({ value: code, label: name })),
        ]}
      />
    </SettingsSection>
  );
}
