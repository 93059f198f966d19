/** @file The result of saving a file, also for screen readers. */

import { Text } from '@mantine/core';
import { ErrorNotice } from '../errors/error-notice.tsx';
import type { Saving } from './use-save.ts';

export function SaveOutcome({ saving }: { saving: Saving }) {
  return (
    <div aria-live="polite">
      {saving.outcome !== '' && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {saving.outcome}
        </Text>
      )}
      {saving.error !== undefined && <ErrorNotice error={saving.error} />}
    </div>
  );
}
