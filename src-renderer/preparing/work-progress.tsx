/** @file How far the work on a preparation is, with a way to end it. */

import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import type { PreparationWork } from '../../src-shared/contract.ts';
import { usePreparation } from '../stores.ts';
import { preparationTexts, resultTexts } from '../texts/preparing.ts';

export function WorkProgress({ work }: { work: PreparationWork }) {
  const cancel = usePreparation((state) => state.cancel);
  const isKnown = work.totalBytes > 0;
  return (
    <Stack gap={6}>
      <Group justify="space-between">
        <Text size="sm">{resultTexts.work(work)}</Text>
        <Button variant="default" onClick={() => void cancel()}>
          {preparationTexts.cancel}
        </Button>
      </Group>
      <Progress
        value={isKnown ? Math.min(100, (100 * work.bytes) / work.totalBytes) : 100}
        animated={!isKnown}
        aria-label={resultTexts.workLabel}
      />
    </Stack>
  );
}
