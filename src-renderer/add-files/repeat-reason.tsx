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
        '{count, plural, one {Reason, only if all lines of this file go again} other {Reason, only if all lines of these # files go again}}',
        { count },
      )}
      description={`${message(
        '{count, plural, one {If you leave this empty, the file is held, and you choose which lines go. With a reason, all of them go, also those that went before.} other {If you leave this empty, the files are held, and you choose which lines go. With a reason, all of them go, also those that went before.}}',
        { count },
      )} ${questionTexts.approve.reasonHint}`}
      maxLength={1000}
      value={reason}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
