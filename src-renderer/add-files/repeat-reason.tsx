/** @file Why files are sent of which something went before: asked where that is seen, in place of a minute later. */

import { TextInput } from '@mantine/core';
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

export function RepeatReason({ count, reason, onChange }: RepeatReasonProps) {
  return (
    <TextInput
      label={message(
        '{count, plural, one {Lines of this file went before: why do they go again?} other {Lines of # files went before: why do they go again?}}',
        { count },
      )}
      description={`${message(
        '{count, plural, one {With a reason, all of these lines go again. Without one, it is held, and you choose which go.} other {With a reason, all of these lines go again. Without one, they are held, and you choose which go.}}',
        { count },
      )} ${questionTexts.approve.reasonHint}`}
      maxLength={1000}
      value={reason}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
