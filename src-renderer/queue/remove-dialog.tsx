/** @file Before submissions are taken out of the list by a key or in bulk. */

import { Button, Group, Modal } from '@mantine/core';
import { useQueueView, useStores } from '../stores.ts';
import { removeTexts } from '../texts/queue.ts';

export function RemoveDialog() {
  const { queue, queueView } = useStores();
  const question = useQueueView((view) => view.question);
  const ask = useQueueView((view) => view.ask);
  const ids = question?.kind === 'remove' ? question.ids : [];
  const remove = () => {
    ask(undefined);
    const removed = new Set(ids);
    queueView.getState().select([...queueView.getState().selected].filter((id) => !removed.has(id)));
    void queue.getState().act('remove', ids);
  };
  return (
    <Modal
      opened={ids.length > 0}
      onClose={() => ask(undefined)}
      title={<strong>{removeTexts.title(ids.length)}</strong>}
    >
      <p>{removeTexts.body}</p>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={() => ask(undefined)}>
          {removeTexts.back}
        </Button>
        <Button data-autofocus onClick={remove}>
          {removeTexts.confirm}
        </Button>
      </Group>
    </Modal>
  );
}
