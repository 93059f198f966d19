/** @file Upload limits, and how long the app keeps trying. */

import { Anchor, Checkbox, Stack, Text } from '@mantine/core';
import type { Settings } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { addressOf } from '../routes.ts';
import { useConnections } from '../stores.ts';
import { transferTexts } from '../texts/settings.ts';
import { toBytesPerSecond, toMegabits } from './line-limit.ts';
import { NumberField } from './number-field.tsx';
import classes from './settings.module.css';
import { type SectionProps, SettingsSection } from './settings-section.tsx';

const USUAL_LIMIT = toBytesPerSecond(100);

export function TransferSection({ kept, settings: { transfer } }: SectionProps) {
  const { bytesPerSecond, ...unlimited } = transfer;
  const [connection, ...others] = useConnections((store) => store.connections) ?? [];
  // Of several, a person chooses which.
  const isOne = connection !== undefined && others.length === 0;
  const about = isOne && { about: { name: connection.name, asksSecret: false, setsHours: true as const } };
  const change = (next: Settings['transfer'], isTyped: boolean) => kept.change('transfer', next, isTyped);
  return (
    <SettingsSection title={transferTexts.title} kept={kept} name="transfer">
      <Stack gap="md">
        <NumberField
          label={transferTexts.uploads}
          description={transferTexts.uploadsHint}
          min={1}
          max={16}
          allowDecimal={false}
          value={transfer.uploadsPerConnection}
          onNumber={(uploadsPerConnection) => change({ ...transfer, uploadsPerConnection }, true)}
        />
        <Checkbox
          label={transferTexts.limits}
          description={transferTexts.limitsHint}
          checked={bytesPerSecond !== undefined}
          onChange={(event) =>
            change(event.currentTarget.checked ? { ...unlimited, bytesPerSecond: USUAL_LIMIT } : unlimited, false)
          }
        />
        {bytesPerSecond !== undefined && (
          <div className={classes['indented']}>
            <NumberField
              label={message('Limit in Mbit/s')}
              min={0.01}
              max={100_000}
              decimalScale={2}
              value={toMegabits(bytesPerSecond)}
              onNumber={(megabits) => change({ ...unlimited, bytesPerSecond: toBytesPerSecond(megabits) }, true)}
            />
            <Text size="sm" c="dimmed" mt={4}>
              {transferTexts.limitMeaning(bytesPerSecond)}
            </Text>
          </div>
        )}
        <Text size="sm">
          <Anchor size="sm" underline="always" href={addressOf({ page: 'connections', isNew: false, ...about })}>
            {transferTexts.hours}
          </Anchor>
          <br />
          {transferTexts.hoursHint}
        </Text>
        <details className={classes['more']}>
          <summary>{message('More about sending')}</summary>
          <NumberField
            mt="sm"
            label={transferTexts.stall}
            description={transferTexts.stallHint}
            min={1}
            max={3600}
            allowDecimal={false}
            value={transfer.stallSeconds}
            onNumber={(stallSeconds) => change({ ...transfer, stallSeconds }, true)}
          />
          <NumberField
            mt="sm"
            label={transferTexts.retry}
            description={transferTexts.retryHint}
            min={0}
            max={168}
            value={transfer.retryHours}
            onNumber={(retryHours) => change({ ...transfer, retryHours }, true)}
          />
          <NumberField
            mt="sm"
            label={transferTexts.ask}
            description={transferTexts.askHint}
            min={1}
            max={86_400}
            allowDecimal={false}
            value={transfer.askSeconds}
            onNumber={(askSeconds) => change({ ...transfer, askSeconds }, true)}
          />
        </details>
      </Stack>
    </SettingsSection>
  );
}
