/** @file The options for sending: how to treat errors, and the largest batch. */

import { Checkbox, Group, NumberInput, Radio, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import type { SendOptions } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { useIsManaged } from '../app-info.ts';
import { ManagedNote } from '../managed-note.tsx';
import { onInvalidWords, optionTexts } from '../texts/options.ts';
import { size } from '../wording.ts';
import classes from './add-files.module.css';

const MEGABYTE = 1_000_000;
const usualSizes = [100, 500, 1000, 2000].map((megabytes) => megabytes * MEGABYTE);
const OWN = 'own';

export function SendOptionsForm({
  options,
  onChange,
}: {
  options: SendOptions;
  onChange: (options: SendOptions) => void;
}) {
  const isManaged = useIsManaged()('serviceDecides');
  return (
    <div className={classes['options']}>
      <Radio.Group label={optionTexts.onInvalid} value={options.onInvalid}>
        <ManagedNote isManaged={isManaged} />
        <Stack gap={8} mt={6}>
          {(['stop', 'service-decides'] as const).map((value) => (
            <Radio
              key={value}
              value={value}
              disabled={isManaged}
              label={onInvalidWords[value].label}
              description={onInvalidWords[value].meaning}
              onChange={() => onChange({ ...options, onInvalid: value })}
            />
          ))}
        </Stack>
      </Radio.Group>
      <LargestBatch
        bytes={options.maxBatchBytes}
        onChange={(maxBatchBytes) => onChange({ ...options, maxBatchBytes })}
      />
      <Checkbox
        className={classes['wide'] ?? ''}
        checked={options.ingestValid}
        label={optionTexts.ingestValid}
        description={optionTexts.ingestValidHint}
        onChange={(event) => onChange({ ...options, ingestValid: event.currentTarget.checked })}
      />
    </div>
  );
}

function LargestBatch({ bytes, onChange }: { bytes: number; onChange: (bytes: number) => void }) {
  const [isOwn, setOwn] = useState(!usualSizes.includes(bytes));
  return (
    <Group align="start" gap="xs" wrap="nowrap">
      <Select
        label={optionTexts.maxBatch}
        description={optionTexts.maxBatchHint}
        inputWrapperOrder={['label', 'input', 'description']}
        className={classes['batchSize'] ?? ''}
        data={[
          ...usualSizes.map((one) => ({ value: String(one), label: size(one) })),
          { value: OWN, label: message('Own…') },
        ]}
        value={isOwn ? OWN : String(bytes)}
        onChange={(value) => {
          setOwn(value === OWN);
          if (value !== OWN && value !== null) onChange(Number(value));
        }}
      />
      {isOwn && (
        <NumberInput
          label={message('Own size in MB')}
          className={classes['ownSize'] ?? ''}
          min={1}
          max={2000}
          suffix=" MB"
          value={bytes / MEGABYTE}
          onChange={(megabytes) => {
            const whole = Math.round(Number(megabytes) * MEGABYTE);
            if (whole >= MEGABYTE && whole <= 2000 * MEGABYTE) onChange(whole);
          }}
        />
      )}
    </Group>
  );
}
