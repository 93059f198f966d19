/** @file The default options for the next file. */

import { Checkbox, Radio, Select, Stack, Text } from '@mantine/core';
import { connectionInWords } from '../../src-shared/connection-words.ts';
import type { Settings } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { useIsManaged } from '../app-info.ts';
import { ManagedNote } from '../managed-note.tsx';
import { useConnections } from '../stores.ts';
import { TenantName } from '../tenant-name.tsx';
import { onInvalidWords, optionTexts } from '../texts/options.ts';
import { defaultsTexts } from '../texts/settings.ts';
import { thousandSeparator } from '../wording.ts';
import { NumberField } from './number-field.tsx';
import classes from './settings.module.css';
import { type SectionProps, SettingsSection } from './settings-section.tsx';

const MEGABYTE = 1_000_000;
const LARGEST = 2000;

export function SendingDefaults({ kept, settings: { sending } }: SectionProps) {
  const connections = useConnections((store) => store.connections) ?? [];
  const isManaged = useIsManaged()('serviceDecides');
  const change = (part: Partial<Settings['sending']>, isTyped = false) =>
    kept.change('sending', { ...sending, ...part }, isTyped);
  return (
    <SettingsSection title={defaultsTexts.title} kept={kept} name="sending">
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {defaultsTexts.hint}
        </Text>
        <Select
          classNames={{ wrapper: classes['middleField'] ?? '' }}
          label={defaultsTexts.connection}
          placeholder={message('No connection yet')}
          data={connections.map(({ name }) => ({ value: name, label: connectionInWords(name) }))}
          value={sending.connection === '' ? null : sending.connection}
          onChange={(connection) => connection !== null && change({ connection })}
          renderOption={({ option }) => <TenantName name={option.value} />}
        />
        <ManagedNote isManaged={isManaged} />
        <Radio.Group
          label={optionTexts.onInvalid}
          value={sending.onInvalid}
          // The radio buttons return one of the two values that they were given.
          onChange={(value) => change({ onInvalid: value as Settings['sending']['onInvalid'] })}
        >
          <Stack gap="xs" mt="xs">
            {(['stop', 'service-decides'] as const).map((value) => (
              <Radio
                key={value}
                value={value}
                disabled={isManaged}
                label={onInvalidWords[value].label}
                description={onInvalidWords[value].meaning}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Checkbox
          label={optionTexts.ingestValid}
          description={optionTexts.ingestValidHint}
          checked={sending.ingestValid}
          onChange={(event) => change({ ingestValid: event.currentTarget.checked })}
        />
        <NumberField
          label={message('{maxBatch}, in MB', { maxBatch: optionTexts.maxBatch })}
          description={optionTexts.maxBatchHint}
          min={0.001}
          max={LARGEST}
          decimalScale={3}
          thousandSeparator={thousandSeparator()}
          value={sending.maxBatchBytes / MEGABYTE}
          onNumber={(megabytes) => change({ maxBatchBytes: Math.round(megabytes * MEGABYTE) }, true)}
        />
      </Stack>
    </SettingsSection>
  );
}
