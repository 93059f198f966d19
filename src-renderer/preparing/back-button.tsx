/** @file The way back from the result to the values. */

import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { wizardTexts } from '../texts/preparing.ts';
import { goTo } from '../use-route.ts';

export function BackButton({ id }: { id: string }) {
  return (
    <Button
      variant="default"
      leftSection={<IconArrowLeft size={16} aria-hidden />}
      onClick={() => goTo({ page: 'prepare', of: { id, step: 'values' } })}
    >
      {wizardTexts.previous}
    </Button>
  );
}
