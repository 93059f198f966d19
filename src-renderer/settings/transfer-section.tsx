/** @file How hard uploads may lean on the line. */

import { Checkbox, NumberInput, Stack, Text } from '@mantine/core';
import type { Settings } from '../../src-preload/contract.ts';
import { transferTexts } from '../texts/settings.ts';
import { toBytesPerSecond, toMegabits } from './line-limit.ts';
import type { SectionProps } from './settings-page.tsx';
import { SettingsSection } from './settings-section.tsx';

const USUAL_LIMIT = toBytesPerSecond(100);

export function TransferSection({ kept, settings: { transfer } }: SectionProps) {
  const { bytesPerSecond, ...unlimited } = transfer;
  const change = (next: Settings['transfer'], isTyped: boolean) => kept.change('transfer', next, isTyped);
  const changeNumber = (name: 'uploadsPerConnection' | 'stallSeconds', most: number) => (value: string | number) => {
    if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most) {
      change({ ...transfer, [name]: value }, true);
    }
  };
  return (
    <SettingsSection title={transferTexts.title} kept={kept} name="transfer">
      <Stack gap="md">
        <NumberInput
          className="short-field"
          label={transferTexts.uploads}
          description={transferTexts.uploadsHint}
          min={1}
          max={16}
          allowDecimal={false}
          clampBehavior="blur"
          value={transfer.uploadsPerConnection}
          onChange={changeNumber('uploadsPerConnection', 16)}
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
          <div className="indented">
            <NumberInput
              className="short-field"
              label={transferTexts.limit}
              min={0.01}
              max={100_000}
              decimalScale={2}
              clampBehavior="blur"
              value={toMegabits(bytesPerSecond)}
              onChange={(value) => {
                if (typeof value === 'number' && value > 0) {
                  change({ ...unlimited, bytesPerSecond: toBytesPerSecond(value) }, true);
                }
              }}
            />
            <Text size="sm" c="dimmed" mt={4}>
              {transferTexts.limitMeaning(bytesPerSecond)}
            </Text>
          </div>
        )}
        <details className="more">
          <summary>{transferTexts.more}</summary>
          <NumberInput
            className="short-field"
            mt="sm"
            label={transferTexts.stall}
            description={transferTexts.stallHint}
            min={1}
            max={3600}
            allowDecimal={false}
            clampBehavior="blur"
            value={transfer.stallSeconds}
            onChange={changeNumber('stallSeconds', 3600)}
          />
        </details>
      </Stack>
    </SettingsSection>
  );
}
