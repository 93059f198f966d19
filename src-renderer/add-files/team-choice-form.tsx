/** @file The choice who sends: this computer, or those of the team. */

import { Radio, SimpleGrid, Text } from '@mantine/core';
import type { SendOptions, SharingWay } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { senderTexts, senderWords } from '../texts/options.ts';

export interface TeamChoiceProps {
  options: SendOptions;
  onChange: (options: SendOptions) => void;
  way: SharingWay | undefined;
  /** Some of the files came through the browser, so that other computers have no place to read them from. */
  isUploaded: boolean;
}

/** Nothing where the team cannot send. */
export function TeamChoice({ options, onChange, way, isUploaded }: TeamChoiceProps) {
  if (way === undefined || way === 'none') return null;
  const isForTeam = options.forTeam === true;
  return (
    <Radio.Group label={senderTexts.label} value={isForTeam ? 'team' : 'here'}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={24} verticalSpacing={8} mt={6}>
        {(['here', 'team'] as const).map((value) => (
          <Radio
            key={value}
            value={value}
            label={senderWords[value]}
            description={value === 'here' ? message('It sends all batches itself.') : senderTexts.team(isUploaded)}
            onChange={() => onChange({ ...options, forTeam: value === 'team' })}
          />
        ))}
      </SimpleGrid>
      {isForTeam && way === 'away' && (
        <Text size="sm" mt={8} role="status">
          {message(
            'The team ledger does not answer now. Nothing is lost: the file waits, and is given to the team once it answers.',
          )}
        </Text>
      )}
    </Radio.Group>
  );
}
