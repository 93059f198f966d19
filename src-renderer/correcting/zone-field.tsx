/** @file A zone, chosen from a list that is searched by city. */

import { type ComboboxItem, type OptionsFilter, Select } from '@mantine/core';
import { useMemo } from 'react';
import { ownZone } from '../../src-shared/calendar-days.ts';
import { message } from '../../src-shared/languages/message.ts';
import { zoneStripper } from '../../src-shared/zone-stripper.ts';
import { cityOf, isZoneOf } from '../texts/zones.ts';
import { zoneInWords } from './fault-words.ts';

const SHOWN = 50;

/** By the names of the language, and by those of the zones. */
const found: OptionsFilter = ({ options, search, limit }) =>
  options.filter((option): option is ComboboxItem => 'value' in option && isZoneOf(option, search)).slice(0, limit);

/** The zone of this computer, and UTC, before all others. */
const likelyFirst = (): ReadonlySet<string> => new Set([ownZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')]);

interface ZoneFieldProps {
  /** Times of the file: what becomes of them is shown. */
  examples: readonly string[];
  /** Undefined until one is chosen. */
  zone: string | undefined;
  tabIndex: 0 | -1;
  onZone: (zone: string) => void;
}

export function ZoneField({ examples, zone, tabIndex, onZone }: ZoneFieldProps) {
  const zones = useMemo(() => {
    const [own, utc, ...others] = [...likelyFirst()].map((value) => ({ value, label: cityOf(value) }));
    const asWritten = { value: 'as-written', label: zoneInWords('as-written') };
    return [own, utc, asWritten, ...others].filter((one) => one !== undefined);
  }, []);
  return (
    <Select
      size="xs"
      searchable
      data-value
      tabIndex={tabIndex}
      allowDeselect={false}
      limit={SHOWN}
      filter={found}
      aria-label={message('Zone of the times that are sent')}
      // What is typed takes the place of the city that stands there, and Enter takes the first that is found.
      onClick={({ currentTarget }) => currentTarget instanceof HTMLInputElement && currentTarget.select()}
      onFocus={({ currentTarget }) => currentTarget.select()}
      selectFirstOptionOnChange
      // The focus comes back here once it is used: then nothing is to cover the table.
      openOnFocus={false}
      description={
        zone === undefined
          ? message(
              'These times have a zone (Z is UTC); the service gets times without one. Whose clock is to be sent?',
            )
          : madeOf(examples, zone)
      }
      inputWrapperOrder={['input', 'description']}
      nothingFoundMessage={message('No city of that name')}
      placeholder={message('Choose…')}
      value={zone ?? null}
      data={zones}
      onChange={(chosen) => chosen !== null && onZone(chosen)}
    />
  );
}

/** “2026-11-26T18:15:20Z → 2026-11-26T19:15:20” */
function madeOf(examples: readonly string[], zone: string): string {
  const strip = zoneStripper(zone);
  return examples.map((text) => `${text} → ${strip(text) ?? '?'}`).join('; ');
}
