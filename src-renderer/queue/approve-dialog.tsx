/** @file Before a held submission is sent all the same: what was found, where it goes, and the reason if it was sent before. */

import { Alert, Button, Group, Modal, Stack, Textarea } from '@mantine/core';
import { IconHandStop } from '@tabler/icons-react';
import { useState } from 'react';
import type { SubmissionRow } from '../../src-preload/contract.ts';
import { ErrorWords } from '../error-words.tsx';
import { useQueue, useQueueView, useStores } from '../stores.ts';
import { TenantName } from '../tenant-name.tsx';
import { approveTexts } from '../texts/queue.ts';

export function ApproveDialog() {
  const question = useQueueView((view) => view.question);
  const ask = useQueueView((view) => view.ask);
  const id = question?.kind === 'approve' ? question.id : undefined;
  const row = useQueue(({ list }) => (id === undefined ? undefined : list?.rows.get(id)));
  return (
    <Modal
      opened={row !== undefined}
      onClose={() => ask(undefined)}
      title={<strong>{approveTexts.title(row?.fileName ?? '')}</strong>}
      size="lg"
    >
      {row !== undefined && <ApproveForm row={row} onDone={() => ask(undefined)} />}
    </Modal>
  );
}

function ApproveForm({ row, onDone }: { row: SubmissionRow; onDone: () => void }) {
  const { queue } = useStores();
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { id, error, errors, connection } = row;
  const isAgain = error?.code === 'submission.sent-before';
  const send = () => {
    if (isAgain && reason.trim() === '') {
      setMissing(true);
      return;
    }
    onDone();
    void queue.getState().approve(id, isAgain ? reason.trim() : undefined);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Stack gap="sm">
        <Group gap="xs">
          {approveTexts.to} <TenantName name={connection} />
        </Group>
        {error !== undefined && (
          <Alert color="yellow" icon={<IconHandStop />}>
            <ErrorWords error={error} />
          </Alert>
        )}
        {errors > 0 && <Alert color="yellow">{approveTexts.errors(errors)}</Alert>}
        {isAgain && (
          <Textarea
            label={approveTexts.reason}
            description={approveTexts.reasonHint}
            error={isMissing && approveTexts.reasonMissing}
            required
            maxLength={1000}
            autosize
            minRows={2}
            data-autofocus
            value={reason}
            onChange={(event) => {
              setReason(event.currentTarget.value);
              setMissing(false);
            }}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            {approveTexts.back}
          </Button>
          <Button type="submit">{approveTexts.confirm}</Button>
        </Group>
      </Stack>
    </form>
  );
}
