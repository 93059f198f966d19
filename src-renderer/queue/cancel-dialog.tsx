/** @file Before something is given up: what that costs. */

import { Button, Group, List, Modal } from '@mantine/core';
import type { SubmissionRow } from '../../src-preload/contract.ts';
import { useQueueView, useStores } from '../stores.ts';
import { cancelTexts } from '../texts/queue.ts';

export function CancelDialog() {
  const { queue } = useStores();
  const question = useQueueView((view) => view.question);
  const ask = useQueueView((view) => view.ask);
  const ids = question?.kind === 'cancel' ? question.ids : [];
  const rows = ids.flatMap((id) => queue.getState().list?.rows.get(id) ?? []);
  const giveUp = () => {
    ask(undefined);
    void queue.getState().act('cancel', ids);
  };
  return (
    <Modal
      opened={rows.length > 0}
      onClose={() => ask(undefined)}
      title={<strong>{cancelTexts.title(rows.length, rows[0]?.fileName ?? '')}</strong>}
    >
      <List size="sm" spacing={6}>
        {costsOf(rows).map((cost) => (
          <List.Item key={cost}>{cost}</List.Item>
        ))}
      </List>
      <Group justify="flex-end" mt="md">
        <Button variant="default" data-autofocus onClick={() => ask(undefined)}>
          {cancelTexts.back}
        </Button>
        <Button color="red.9" onClick={giveUp}>
          {cancelTexts.confirm}
        </Button>
      </Group>
    </Modal>
  );
}

/** What giving up these submissions means, in sentences. */
function costsOf(rows: readonly SubmissionRow[]): string[] {
  const unsent = rows.reduce((sum, { whole, accepted }) => sum + whole.batches - accepted.batches, 0);
  const atService = rows.reduce((sum, { accepted, seen }) => sum + Math.max(accepted.batches, seen.batches), 0);
  return [
    rows.some(({ state }) => state === 'checking') ? cancelTexts.unchecked : '',
    unsent > 0 ? cancelTexts.unsent(unsent) : '',
    rows.some(({ state }) => state === 'uploading') ? cancelTexts.underWay : '',
    atService > 0 ? cancelTexts.atService(atService) : '',
    cancelTexts.keeps,
  ].filter((cost) => cost !== '');
}
