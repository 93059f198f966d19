/** @file The ways from a held submission, or one with rejected lines, to a corrected one. */

import { Button, Group } from '@mantine/core';
import { IconFilePlus, IconSend, IconWand } from '@tabler/icons-react';
import { useState } from 'react';
import type { PickedFiles, Result, SubmissionRow } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { message } from '../../src-shared/languages/message.ts';
import { useAppInfo } from '../app-info.ts';
import { useBridge } from '../bridge-context.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { FileButton } from '../file-button.tsx';
import { addressOf } from '../routes.ts';
import { fixingTexts } from '../texts/fixing.ts';
import { type Missing, MissingDialog } from './missing-dialog.tsx';

/** What of it can be corrected: what is missing at the service, or all, since nothing of it was sent. */
const correctable: Record<SubmissionRow['state'], 'missing' | 'all' | 'nothing'> = {
  held: 'all',
  checked: 'all',
  rejected: 'missing',
  'partially-accepted': 'missing',
  failed: 'missing',
  checking: 'nothing',
  'check-failed': 'nothing',
  paused: 'nothing',
  waiting: 'nothing',
  reserving: 'nothing',
  uploading: 'nothing',
  verifying: 'nothing',
  unknown: 'nothing',
  processing: 'nothing',
  processed: 'nothing',
  cancelled: 'nothing',
  unreported: 'nothing',
  corrected: 'nothing',
};

/** Whether something of it is to be corrected, and nothing of it moves. */
export function isCorrectable({ state, errors }: SubmissionRow): boolean {
  return correctable[state] === 'missing' || (isUnsent({ state }) && errors > 0);
}

/** Nothing of it was sent: all of it can be corrected. */
export function isUnsent({ state }: Pick<SubmissionRow, 'state'>): boolean {
  return correctable[state] === 'all';
}

/** Leads to the faults that the check has found. What was rejected has a step of its own that leads there. */
export function CorrectButton({ id }: Pick<SubmissionRow, 'id'>) {
  return (
    <Button
      component="a"
      leftSection={<IconWand size={16} aria-hidden />}
      title={message('Corrects the same fault in all lines at once. The file itself is never changed.')}
      href={addressOf({ page: 'submission', id, isCorrected: true })}
    >
      {message('Correct…')}
    </Button>
  );
}

export function CorrectionButtons({ row }: { row: SubmissionRow }) {
  const [missing, setMissing] = useState<Missing>();
  const [error, setError] = useState<ErrorRecord>();
  const take = (result: Result<PickedFiles>) => {
    setError(result.ok ? result.value.refused[0]?.error : result.error);
    const offer = result.ok ? result.value.offers[0] : undefined;
    if (offer === undefined) return;
    setMissing({ row, offer });
  };
  return (
    <>
      <Group gap="xs">
        <ChooseCorrected onChosen={take} />
        {!isUnsent(row) && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconSend size={16} aria-hidden />}
            title={message('Sends again what the service has not accepted, as it is.')}
            onClick={() => setMissing({ row })}
          >
            {message('Send what is missing…')}
          </Button>
        )}
      </Group>
      {error !== undefined && <ErrorNotice error={error} isAskedOnce />}
      <MissingDialog missing={missing} onClose={() => setMissing(undefined)} />
    </>
  );
}

/** The system's dialog on the desktop, the page's own in a browser. */
function ChooseCorrected({ onChosen }: { onChosen: (result: Result<PickedFiles>) => void }) {
  const { shell } = useAppInfo();
  const bridge = useBridge();
  const [isReceiving, setReceiving] = useState(false);
  const look = {
    variant: 'default',
    size: 'xs',
    leftSection: <IconFilePlus size={16} aria-hidden />,
    title: message('Adds a file that you have corrected. What the service has accepted already is not sent again.'),
    loading: isReceiving,
  };
  const take = async (asking: Promise<Result<PickedFiles>>) => {
    setReceiving(true);
    onChosen(await asking);
    setReceiving(false);
  };
  if (shell === 'electron') {
    return (
      <Button {...look} onClick={() => void take(bridge.invoke['files.choose']())}>
        {fixingTexts.corrected}
      </Button>
    );
  }
  return (
    <FileButton onChange={(file) => file !== null && void take(bridge.offerFiles([file]))}>
      {(props) => (
        <Button {...look} {...props}>
          {fixingTexts.corrected}
        </Button>
      )}
    </FileButton>
  );
}
