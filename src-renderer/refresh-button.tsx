/** @file The button above a list that is asked for again. */

import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { message } from '../src-shared/languages/message.ts';

export function RefreshButton({ isLoading, onRefresh }: { isLoading: boolean; onRefresh: () => void }) {
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<IconRefresh size={14} aria-hidden />}
      loading={isLoading}
      onClick={onRefresh}
    >
      {message('Read again')}
    </Button>
  );
}
