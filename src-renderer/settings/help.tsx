/** @file Saves the file for support, and what a verification of the history finds. */

import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { IconKeyboard, IconLifebuoy, IconMap2, IconShieldCheck } from '@tabler/icons-react';
import { windowCommandTitle } from '../../src-shared/window-commands.ts';
import { queueRoute } from '../queue/use-queue-address.ts';
import { SaveOutcome } from '../saving/save-outcome.tsx';
import { useSave } from '../saving/use-save.ts';
import { useStores } from '../stores.ts';
import { helpTexts } from '../texts/settings.ts';
import { shortcutTexts } from '../texts/shortcuts.ts';
import { tourTexts } from '../texts/tour.ts';
import { goTo } from '../use-route.ts';

export function Help() {
  const saving = useSave();
  const { palette, tour, queueView } = useStores();
  const showTour = () => {
    goTo(queueRoute(queueView.getState()));
    tour.getState().begin();
  };
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
        <Text size="sm">{tourTexts.againHint}</Text>
        <Button variant="default" leftSection={<IconMap2 size={16} aria-hidden />} onClick={showTour}>
          {windowCommandTitle('show-tour')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconKeyboard size={16} aria-hidden />}
          onClick={() => palette.getState().show('shortcuts')}
        >
          {shortcutTexts.title}
        </Button>
      </Stack>
    </Paper>
  );
}
