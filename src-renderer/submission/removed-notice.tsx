/** @file Says of a submission that was removed when that was, and brings it back as long as that is possible. */

import { Alert, Anchor, Button, Group, Stack } from '@mantine/core';
import { IconArrowBackUp, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import type { SubmissionDetails } from '../../src-shared/contract.ts';
import { MINUTE } from '../../src-shared/durations.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { message } from '../../src-shared/languages/message.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { focusPage } from '../focus-page.ts';
import { removedOnly } from '../history/look-up.ts';
import { addressOf } from '../routes.ts';
import { useStores } from '../stores.ts';
import { historyTexts } from '../texts/history.ts';
import { undoTexts } from '../texts/queue.ts';
import { useTimeLeft } from '../use-time-left.ts';
import { duration, momentOf } from '../wording.ts';

/** @param details undefined as long as they are not known */
export function RemovedNotice({ details }: { details: SubmissionDetails | undefined }) {
  const { queue } = useStores();
  const [error, setError] = useState<ErrorRecord>();
  const minutesLeft = useTimeLeft(details?.removed?.restorableUntil, MINUTE);
  if (details?.removed === undefined) return null;
  const { row, removed } = details;
  const restore = async () => {
    // Its button will be gone.
    focusPage();
    const result = await queue.getState().restore([row.id]);
    setError(result.ok ? undefined : result.error);
  };
  return (
    <Alert icon={<IconInfoCircle aria-hidden />} role="status">
      <Stack gap="xs" align="flex-start">
        <span>
          {message('This file was removed from the queue: {time}. What it was and what became of it stays here.', {
            time: momentOf(removed.at),
          })}
        </span>
        <Group>
          {minutesLeft > 0 && (
            <Button
              size="compact-sm"
              leftSection={<IconArrowBackUp size={14} aria-hidden />}
              title={historyTexts.restoreHint(duration(minutesLeft * MINUTE))}
              onClick={() => void restore()}
            >
              {historyTexts.restore}
            </Button>
          )}
          <Anchor href={addressOf({ page: 'history', lookUp: removedOnly })}>{undoTexts.list}</Anchor>
        </Group>
        {error !== undefined && <ErrorNotice error={error} />}
      </Stack>
    </Alert>
  );
}
