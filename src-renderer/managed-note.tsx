/** @file Says of what a person cannot change who has set it. */

import { Text } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { message } from '../src-shared/languages/message.ts';

/** Nothing unless it is managed. */
export function ManagedNote({ isManaged }: { isManaged: boolean }) {
  if (!isManaged) return null;
  return (
    <Text size="sm" fw={600}>
      <IconBuilding size={16} aria-hidden /> {message('Set by your organisation.')}
    </Text>
  );
}
