/** @file Saves what was not sent of a file: a table with the line, the reason and the money of each; and the lines that were left out, as they are. */

import { Button, Group, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { spokenLanguage } from '../../src-shared/languages/message.ts';
import { SaveOutcome } from '../saving/save-outcome.tsx';
import { useSave } from '../saving/use-save.ts';
import { accountTexts } from '../texts/account.ts';

interface SaveNotSentProps {
  id: SubmissionRow['id'];
  isLeftOut: boolean;
}

export function SaveNotSent({ id, isLeftOut }: SaveNotSentProps) {
  const saving = useSave();
  return (
    <Stack gap={6} mt="sm">
      <Group gap="xs">
        {(['csv', 'jsonl'] as const)
          .filter((format) => isLeftOut || format === 'csv')
          .map((format) => (
            <Button
              key={format}
              variant="default"
              size="xs"
              leftSection={<IconDownload size={15} aria-hidden />}
              onClick={() => void saving.save({ kind: 'left-out', id, format, language: spokenLanguage().code })}
            >
              {accountTexts.saveNotSent[format]}
            </Button>
          ))}
      </Group>
      <SaveOutcome saving={saving} />
    </Stack>
  );
}
