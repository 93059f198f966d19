/** @file How long customer data is kept, and what is kept now. */

import { Checkbox, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Kept, Settings } from '../../src-shared/contract.ts';
import { labelled } from '../../src-shared/languages/labelled.ts';
import { message } from '../../src-shared/languages/message.ts';
import { useIsManaged } from '../app-info.ts';
import { useBridge } from '../bridge-context.ts';
import { ManagedNote } from '../managed-note.tsx';
import { retentionTexts } from '../texts/settings.ts';
import { NumberField } from './number-field.tsx';
import classes from './settings.module.css';
import { type SectionProps, SettingsSection } from './settings-section.tsx';

const USUAL_DAYS = 90;
const MOST_DAYS = 36_500;

export function RetentionSection({ kept, settings: { retention } }: SectionProps) {
  const isManaged = useIsManaged();
  const change = (next: Partial<Settings['retention']>, isTyped: boolean) =>
    kept.change('retention', { ...retention, ...next }, isTyped);
  return (
    <SettingsSection title={retentionTexts.title} kept={kept} name="retention">
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {retentionTexts.hint}
        </Text>
        {(['submissions', 'findings', 'reports', 'ids'] as const).map((name) => (
          <div key={name}>
            <ManagedNote isManaged={isManaged(`retention.${name}`)} />
            <Checkbox
              disabled={isManaged(`retention.${name}`)}
              label={retentionTexts.limited[name].label}
              description={retentionTexts.limited[name].hint}
              checked={retention[name] !== null}
              onChange={(event) => change({ [name]: event.currentTarget.checked ? USUAL_DAYS : null }, false)}
            />
            {retention[name] !== null && (
              <div className={classes['indented']}>
                <Days
                  label={`${message('Days')} (${retentionTexts.kinds[name]})`}
                  value={retention[name]}
                  isManaged={isManaged(`retention.${name}`)}
                  onDays={(days) => change({ [name]: days }, true)}
                />
              </div>
            )}
          </div>
        ))}
        <ManagedNote isManaged={isManaged('retention.logs')} />
        <Days
          label={retentionTexts.logs}
          value={retention.logs}
          isManaged={isManaged('retention.logs')}
          onDays={(logs) => change({ logs }, true)}
        />
        <KeptNow saved={kept.saved?.times} />
      </Stack>
    </SettingsSection>
  );
}

interface DaysProps {
  label: string;
  value: number;
  isManaged: boolean;
  onDays: (days: number) => void;
}

function Days({ label, value, isManaged, onDays }: DaysProps) {
  return (
    <NumberField
      label={label}
      value={value}
      min={1}
      max={MOST_DAYS}
      allowDecimal={false}
      disabled={isManaged}
      onNumber={onDays}
    />
  );
}

/** Asked again whenever a setting was stored. */
function KeptNow({ saved }: { saved: number | undefined }) {
  const bridge = useBridge();
  const [all, setAll] = useState<readonly Kept[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a stored setting changes what is kept.
  useEffect(() => {
    let isWanted = true;
    void bridge.invoke['retention.kept']().then((result) => {
      if (isWanted && result.ok) setAll(result.value);
    });
    return () => {
      isWanted = false;
    };
  }, [bridge, saved]);
  const shown = all.filter(({ count }) => count > 0);
  if (shown.length === 0) return null;
  return (
    <details className={classes['more']}>
      <summary>{message('What is kept now')}</summary>
      <ul>
        {shown.map((one) => (
          <li key={one.kind}>{labelled(retentionTexts.kinds[one.kind], retentionTexts.kept(one))}</li>
        ))}
      </ul>
    </details>
  );
}
