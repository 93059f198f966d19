/** @file Why files are sent of which something went before: asked where that is seen, in place of a minute later. */

import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FileOffer } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { useAddFiles } from '../stores.ts';
import { questionTexts } from '../texts/steps.ts';

type Offer = FileOffer['offer'];

/** Those of these files of which a look has found that something went before, to this connection. */
export function useRepeats(offers: readonly FileOffer[], connection: string | undefined): Offer[] {
  const seen = useAddFiles((state) => state.seen);
  const isRepeat = (found: ReturnType<typeof seen.get>) =>
    found?.contents.earlier !== undefined && found.connection === connection;
  return offers.map(({ offer }) => offer).filter((offer) => isRepeat(seen.get(offer)));
}

interface RepeatReasonProps {
  count: number;
  reason: string;
  onChange: (reason: string) => void;
}

/** What went before is held and chosen from, unless a person says at once that all of it goes again. */
export function RepeatReason({ count, reason, onChange }: RepeatReasonProps) {
  const [sendsAll, setSendsAll] = useState(reason !== '');
  return (
    <Stack gap={6}>
      <Checkbox
        label={message(
          '{count, plural, one {Send all lines of this file again, also those that went before} other {Send all lines of these # files again, also those that went before}}',
          { count },
        )}
        description={message(
          '{count, plural, one {Otherwise the file is held, and you choose which lines go.} other {Otherwise the files are held, and you choose which lines go.}}',
          { count },
        )}
        checked={sendsAll}
        onChange={({ currentTarget: { checked } }) => {
          setSendsAll(checked);
          onChange('');
        }}
      />
      {sendsAll && (
        <TextInput
          autoFocus
          label={message('Why do they go again?')}
          description={`${message('Without a reason they are held.')} ${questionTexts.approve.reasonHint}`}
          maxLength={1000}
          value={reason}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Stack>
  );
}
