/** @file The sections of the settings that hold one or two decisions. */

import { Checkbox, SegmentedControl, Stack, useMantineColorScheme } from '@mantine/core';
import type { Settings } from '../../src-shared/contract.ts';
import { appearanceTexts, loginTexts, notificationTexts } from '../texts/settings.ts';
import { BrowserPermission } from './browser-permission.tsx';
import { type SectionProps, SettingsSection } from './settings-section.tsx';

export function Appearance({ kept }: SectionProps) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const choose = (appearance: Settings['appearance']) => {
    setColorScheme(appearance === 'system' ? 'auto' : appearance);
    kept.change('appearance', appearance);
  };
  return (
    <SettingsSection title={appearanceTexts.title} kept={kept} name="appearance">
      <SegmentedControl
        aria-label={appearanceTexts.label}
        // As it is now: it may have been chosen elsewhere.
        value={colorScheme === 'auto' ? 'system' : colorScheme}
        // The control returns one of the values that it was given.
        onChange={(value) => choose(value as Settings['appearance'])}
        data={Object.entries(appearanceTexts.choices).map(([value, label]) => ({ value, label }))}
      />
    </SettingsSection>
  );
}

export function Notifications({ kept, settings: { notifications } }: SectionProps) {
  return (
    <SettingsSection title={notificationTexts.title} kept={kept} name="notifications">
      <Stack gap="sm">
        {(['needsPerson', 'ended'] as const).map((name) => (
          <Checkbox
            key={name}
            label={notificationTexts[name]}
            description={notificationTexts[`${name}Hint`]}
            checked={notifications[name]}
            onChange={(event) =>
              kept.change('notifications', { ...notifications, [name]: event.currentTarget.checked })
            }
          />
        ))}
        <BrowserPermission />
      </Stack>
    </SettingsSection>
  );
}

export function Login({ kept, settings }: SectionProps) {
  return (
    <SettingsSection title={loginTexts.title} kept={kept} name="startAtLogin">
      <Checkbox
        label={loginTexts.start}
        description={loginTexts.hint}
        checked={settings.startAtLogin}
        onChange={(event) => kept.change('startAtLogin', event.currentTarget.checked)}
      />
    </SettingsSection>
  );
}
