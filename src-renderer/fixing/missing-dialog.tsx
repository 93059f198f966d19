/** @file Sends what is missing of a submission: as it is, or from a file that a person has corrected. */

import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { FileOffer, SubmissionRow } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { Dialog } from '../dialog.tsx';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { Loading } from '../frame/page.tsx';
import { differingInWords, fixingTexts } from '../texts/fixing.ts';
import { OutcomeView } from './outcome-view.tsx';
import { useCorrection } from './use-correction.ts';

/** `offer`: the corrected file; none where it is sent as it is. */
export interface Missing {
  row: SubmissionRow;
  offer?: FileOffer;
}

export function MissingDialog({ missing, onClose }: { missing: Missing | undefined; onClose: () => void }) {
  return (
    <Dialog
      subject={missing}
      onClose={onClose}
      size="lg"
      title={({ row, offer }) =>
        offer === undefined
          ? message('Send what is missing of {fileName}', { fileName: row.fileName })
          : message('Add the corrected file for {fileName}', { fileName: row.fileName })
      }
      closeButtonProps={{ 'aria-label': fixingTexts.close }}
    >
      {(shown) => <SendMissing missing={shown} onClose={onClose} />}
    </Dialog>
  );
}

function SendMissing({ missing: { row, offer }, onClose }: { missing: Missing; onClose: () => void }) {
  const correction = useCorrection(row.id);
  const [sendChanged, setSendChanged] = useState(false);
  const { outcome, error, isBusy } = correction;
  const wish = { steps: [], sendChanged, ...(offer !== undefined && { offer: offer.offer }) };
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again only when the person wishes something else
  useEffect(() => void correction.preview(wish), [sendChanged]);
  return (
    <Stack gap="md">
      {offer !== undefined && (
        <Text size="sm">
          <bdi>{offer.fileName}</bdi>
        </Text>
      )}
      {isBusy && <Loading>{fixingTexts.working}</Loading>}
      {outcome !== undefined && <OutcomeView row={row} outcome={outcome} />}
      {outcome !== undefined && outcome.differing.count > 0 && (
        <Stack gap={4}>
          <Text size="sm">{differingInWords(outcome.differing)}</Text>
          <Checkbox
            label={message('Send these lines as well')}
            description={message('The service has other content under the same modification id.')}
            checked={sendChanged}
            onChange={(event) => setSendChanged(event.currentTarget.checked)}
          />
        </Stack>
      )}
      {error !== undefined && <ErrorNotice error={error} isAskedOnce />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {fixingTexts.cancel}
        </Button>
        <Button
          disabled={isBusy || outcome === undefined || outcome.kept === 0}
          onClick={() => void correction.apply(wish)}
        >
          {message('Add and send')}
        </Button>
      </Group>
    </Stack>
  );
}
