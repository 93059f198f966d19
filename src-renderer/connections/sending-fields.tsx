/** @file The fields of the hours and the bandwidth of a connection, of a new one and of one that is there. */

import { Button, Checkbox, Group, NativeSelect, NumberInput, Text } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { message } from '../../src-shared/languages/message.ts';
import { type DayGroup, dayGroupNames, type Hours, type SendingRules } from '../../src-shared/sending-hours.ts';
import { clockText, hoursAsText, hoursPresetNames, hoursPresets } from '../../src-shared/sending-text.ts';
import { ManagedNote } from '../managed-note.tsx';
import { HoursStrip } from './hours-strip.tsx';
import classes from './sending-fields.module.css';
import { dayWords, hoursInWords, monthEndWords, presetWords } from './sending-texts.ts';

const MEGABYTE = 1_000_000;
const HALF_HOUR = 30;
const DAY_MINUTES = 1440;
/** What a person begins with who adds hours of their own. */
const [usual] = hoursPresets.office;

interface SendingFieldsProps {
  rules: SendingRules;
  onChange: (rules: SendingRules) => void;
  /** The organisation has set them. */
  isSet?: boolean;
}

export function SendingFields({ rules, onChange, isSet = false }: SendingFieldsProps) {
  const { hours, monthEndDays, bandwidth } = rules;
  const setHours = (next: readonly Hours[]) => onChange({ ...rules, hours: next });
  return (
    <>
      <Text size="sm">
        {message(
          'Files are sent only in these hours, by the clock of this computer. What has begun is sent to its end. Checking, preparing and asking for results never wait.',
        )}
      </Text>
      <ManagedNote isManaged={isSet} />
      <fieldset className={classes['part']} disabled={isSet}>
        <legend>{message('Sending hours')}</legend>
        <Group gap="xs">
          {hoursPresetNames.map((preset, at) => (
            <Button
              key={preset}
              data-autofocus={(at === 0 && !isSet) || undefined}
              size="xs"
              variant="default"
              className={classes['preset'] ?? ''}
              aria-pressed={
                hoursAsText({ hours, monthEndDays: 0 }) ===
                hoursAsText({ hours: hoursPresets[preset], monthEndDays: 0 })
              }
              onClick={() => setHours(hoursPresets[preset])}
            >
              {presetWords[preset]}
            </Button>
          ))}
        </Group>
        {hours.map((one, at) => (
          <HoursFields
            // biome-ignore lint/suspicious/noArrayIndexKey: two of them may be alike, and each is where it is.
            key={at}
            hours={one}
            onChange={(next) => setHours(hours.with(at, next))}
            onRemove={() => setHours(hours.toSpliced(at, 1))}
          />
        ))}
        <Button
          size="xs"
          variant="subtle"
          className={classes['add'] ?? ''}
          leftSection={<IconPlus size={15} aria-hidden />}
          onClick={() => setHours([...hours, hours.length === 0 ? usual : { ...usual, days: 'sat-sun' }])}
        >
          {message('Add hours')}
        </Button>
        <HoursStrip rules={rules} />
        {hours.length > 0 && (
          <NativeSelect
            label={message('At the end of a month')}
            value={String(monthEndDays)}
            data={[...new Set([0, 1, 2, 3, 5, monthEndDays])].map((days) => ({
              value: String(days),
              label: monthEndWords(days),
            }))}
            onChange={(event) => onChange({ ...rules, monthEndDays: Number(event.currentTarget.value) })}
          />
        )}
      </fieldset>
      <fieldset className={classes['part']} disabled={isSet}>
        <legend>{message('Bandwidth')}</legend>
        <BandwidthFields
          bandwidth={bandwidth}
          onChange={(next) => onChange({ hours, monthEndDays, ...(next !== undefined && { bandwidth: next }) })}
        />
      </fieldset>
    </>
  );
}

interface HoursFieldsProps {
  hours: Hours;
  onChange: (hours: Hours) => void;
  onRemove: () => void;
}

/** Each half hour of a day, and the minute that was set otherwise, on the command line or by the organisation. */
const timesBetween = (first: number, last: number, set: number) =>
  [...new Set([...Array.from({ length: (last - first) / HALF_HOUR + 1 }, (_, at) => first + at * HALF_HOUR), set])]
    .sort((one, other) => one - other)
    .map((minutes) => ({ value: String(minutes), label: clockText(minutes) }));

function HoursFields({ hours, onChange, onRemove }: HoursFieldsProps) {
  const { days, from, to } = hours;
  return (
    <div className={classes['hours']}>
      <NativeSelect
        aria-label={message('Days')}
        value={days}
        data={dayGroupNames.map((value) => ({ value, label: dayWords[value] }))}
        // One of those that it was given.
        onChange={(event) => onChange({ ...hours, days: event.currentTarget.value as DayGroup })}
      />
      <NativeSelect
        aria-label={message('From')}
        value={String(from)}
        data={timesBetween(0, DAY_MINUTES - HALF_HOUR, from)}
        onChange={(event) => onChange({ ...hours, from: Number(event.currentTarget.value) })}
      />
      <NativeSelect
        aria-label={message('Until')}
        value={String(to)}
        data={timesBetween(HALF_HOUR, DAY_MINUTES, to)}
        onChange={(event) => onChange({ ...hours, to: Number(event.currentTarget.value) })}
      />
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={message('Remove these hours')}
        title={message('Remove these hours')}
        onClick={onRemove}
      >
        <IconX size={16} aria-hidden />
      </Button>
      {to <= from && <span className={classes['nextDay']}>{message('Until the next day')}</span>}
    </div>
  );
}

interface BandwidthFieldsProps {
  bandwidth: SendingRules['bandwidth'];
  onChange: (bandwidth: SendingRules['bandwidth']) => void;
}

function BandwidthFields({ bandwidth, onChange }: BandwidthFieldsProps) {
  if (bandwidth === undefined)
    return (
      <Checkbox
        label={message('Limit how fast its uploads go together')}
        checked={false}
        onChange={() => onChange({ bytesPerSecond: 2 * MEGABYTE, hours: [] })}
      />
    );
  const { bytesPerSecond, hours } = bandwidth;
  const isSame = (other: readonly Hours[]) =>
    hoursAsText({ hours: other, monthEndDays: 0 }) === hoursAsText({ hours, monthEndDays: 0 });
  const choices = [[], hoursPresets.office, ...(isSame([]) || isSame(hoursPresets.office) ? [] : [hours])];
  return (
    <>
      <Checkbox
        label={message('Limit how fast its uploads go together')}
        checked
        onChange={() => onChange(undefined)}
      />
      <div className={classes['limit']}>
        <NumberInput
          label={message('MB a second')}
          min={0.01}
          max={10_000}
          decimalScale={2}
          value={bytesPerSecond / MEGABYTE}
          onChange={(next) => {
            if (typeof next === 'number' && next >= 0.01)
              onChange({ hours, bytesPerSecond: Math.round(next * MEGABYTE) });
          }}
        />
        <NativeSelect
          label={message('When it applies')}
          value={String(choices.findIndex(isSame))}
          data={choices.map((choice, at) => ({
            value: String(at),
            label: choice.length === 0 ? message('Always') : hoursInWords({ hours: choice, monthEndDays: 0 }),
          }))}
          onChange={(event) => onChange({ bytesPerSecond, hours: choices[Number(event.currentTarget.value)] ?? [] })}
        />
      </div>
    </>
  );
}
