/** @file The data folder may be a copy: nothing is sent until a person decides, with a reason. */

import { Alert, Button, Textarea } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { useBridge } from '../bridge-context.ts';
import { ErrorWords } from '../errors/error-words.tsx';
import { frameTexts } from '../texts/frame.ts';

const MOST_CHARACTERS = 1000;

export function FolderInDoubt({ error }: { error: ErrorRecord }) {
  const bridge = useBridge();
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<ErrorRecord>();
  const { title, reason: label, confirm } = frameTexts.folderInDoubt;
  // The banner goes once the app says that it sends again.
  const goOn = async () => {
    const result = await bridge.invoke['folder.confirm']({ reason });
    setFailure(result.ok ? undefined : result.error);
  };
  return (
    <Alert color="red" icon={<IconCopy />} title={title} role="alert">
      <ErrorWords error={error} />
      <Textarea
        label={label}
        autosize
        maxLength={MOST_CHARACTERS}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        mt={8}
      />
      {failure !== undefined && <ErrorWords error={failure} />}
      <Button size="xs" variant="default" mt={8} disabled={reason.trim() === ''} onClick={() => void goOn()}>
        {confirm}
      </Button>
    </Alert>
  );
}
