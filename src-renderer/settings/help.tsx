/** @file Saves the file for support, and what a verification of the history finds. */

import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { IconLifebuoy, IconShieldCheck } from '@tabler/icons-react';
import { SaveOutcome } from '../saving/save-outcome.tsx';
import { useSave } from '../saving/use-save.ts';
import { helpTexts } from '../texts/settings.ts';

export function Help() {
  const saving = useSave();
  return (
    <Paper withBorder p="lg" radius="md" component="section" aria-label={helpTexts.title}>
      <Title order={2} mb="sm">
        {helpTexts.title}
      </Title>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{helpTexts.contents}</Text>
        <Button
          variant="default"
          leftSection={<IconLifebuoy size={16} aria-hidden />}
          onClick={() => void saving.save({ kind: 'support' })}
        >
          {helpTexts.save}
        </Button>
        <Text size="sm">{helpTexts.historyContents}</Text>
        <Button
          variant="default"
          leftSection={<IconShieldCheck size={16} aria-hidden />}
          onClick={() => void saving.save({ kind: 'history' })}
        >
          {helpTexts.history}
        </Button>
        <SaveOutcome saving={saving} />
      </Stack>
    </Paper>
  );
}
