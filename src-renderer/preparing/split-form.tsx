/** @file How the transactions are divided among files. */

import { Checkbox, NumberInput, Select } from '@mantine/core';
import type { Split } from '../../src-shared/contract.ts';
import { resultTexts, splitWords } from '../texts/preparing.ts';
import { thousandSeparator } from '../wording.ts';
import panels from './panels.module.css';

const MEGABYTE = 1_000_000;
const ways = ['size', 'count', 'day', 'country'] as const;

interface SplitFormProps {
  split: Split;
  onSplit: (split: Split) => void;
}

export function SplitForm({ split, onSplit }: SplitFormProps) {
  return (
    <>
      <div className={panels['facts']}>
        <Select
          label={resultTexts.splitBy}
          data={ways.map((value) => ({ value, label: splitWords[value] }))}
          value={split.by}
          onChange={(value) => {
            const by = ways.find((one) => one === value);
            if (by !== undefined) onSplit({ ...split, by });
          }}
        />
        {split.by === 'count' && (
          <NumberInput
            label={resultTexts.mostTransactions}
            min={1}
            max={1_000_000_000}
            allowDecimal={false}
            thousandSeparator={thousandSeparator()}
            value={split.maxTransactions}
            onChange={(typed) => {
              const maxTransactions = Number(typed);
              if (Number.isInteger(maxTransactions) && maxTransactions >= 1) onSplit({ ...split, maxTransactions });
            }}
          />
        )}
        <NumberInput
          label={resultTexts.largest}
          min={1}
          max={2000}
          allowDecimal={false}
          value={Math.round(split.maxBytes / MEGABYTE)}
          onChange={(typed) => {
            const megabytes = Number(typed);
            if (megabytes >= 1 && megabytes <= 2000) onSplit({ ...split, maxBytes: Math.round(megabytes * MEGABYTE) });
          }}
        />
      </div>
      <Checkbox
        label={resultTexts.keepPayments}
        checked={split.keepPayments}
        onChange={(event) => onSplit({ ...split, keepPayments: event.currentTarget.checked })}
      />
    </>
  );
}
