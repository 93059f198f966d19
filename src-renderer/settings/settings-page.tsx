/** @file The page of settings. It has no save button: each change is stored at once. */

import { Checkbox, SegmentedControl, Stack, useMantineColorScheme } from '@mantine/core';
import type { Settings } from '../../src-shared/contract.ts';
import { useAppInfo } from '../app-info.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { Loading, Page, PageHeader } from '../frame/page.tsx';
import { appearanceTexts, loginTexts, notificationTexts, settingsTexts } from '../texts/settings.ts';
import { About } from './about.tsx';
import { Help } from './help.tsx';
import { IdIndexSection } from './id-index-section.tsx';
import { NetworkSection } from './network-section.tsx';
import { RetentionSection } from './retention-section.tsx';
import { RuleSetSection } from './rule-set-section.tsx';
import { SendingDefaults } from './sending-defaults.tsx';
import classes from './settings.module.css';
import { type SectionProps, SettingsSection } from './settings-section.tsx';
import { TransferSection } from './transfer-section.tsx';
import { UpdatesSection } from './updates-section.tsx';
import { useSettings } from './use-settings.ts';
import { WatchedFoldersSection } from './watched-folders-section.tsx';

export function SettingsPage() {
  const kept = useSettings();
  const { settings, saved, errors } = kept;
  return (
    <Page width="form">
      <PageHeader title={settingsTexts.title} intro={settingsTexts.saves} />
      <p className="unseen" aria-live="polite" key={saved?.times}>
        {saved === undefined ? '' : settingsTexts.saved}
      </p>
      {errors.all !== undefined && <ErrorNotice error={errors.all} />}
      {settings === undefined && errors.all === undefined && <Loading>{settingsTexts.loading}</Loading>}
      {settings !== undefined && <Sections kept={kept} settings={settings} />}
    </Page>
  );
}

function Sections(props: SectionProps) {
  const { shell, platform } = useAppInfo();
  return (
    <>
      <Appearance {...props} />
      <SendingDefaults {...props} />
      <TransferSection {...props} />
      <WatchedFoldersSection />
      <NetworkSection />
      <Notifications {...props} />
      {shell === 'electron' && platform !== 'linux' && <Login {...props} />}
      <RetentionSection {...props} />
      <IdIndexSection {...props} />
      <RuleSetSection {...props} />
      {shell === 'electron' && <UpdatesSection />}
      <Help />
      <About />
    </>
  );
}

function Appearance({ kept, settings }: SectionProps) {
  const { setColorScheme } = useMantineColorScheme();
  const choose = (appearance: Settings['appearance']) => {
    setColorScheme(appearance === 'system' ? 'auto' : appearance);
    kept.change('appearance', appearance);
  };
  return (
    <SettingsSection title={appearanceTexts.title} kept={kept} name="appearance">
      <SegmentedControl
        aria-label={appearanceTexts.label}
        className={classes['choices'] ?? ''}
        value={settings.appearance}
        // The control returns one of the values that it was given.
        onChange={(value) => choose(value as Settings['appearance'])}
        data={Object.entries(appearanceTexts.choices).map(([value, label]) => ({ value, label }))}
      />
    </SettingsSection>
  );
}

function Notifications({ kept, settings: { notifications } }: SectionProps) {
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
      </Stack>
    </SettingsSection>
  );
}

function Login({ kept, settings }: SectionProps) {
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
