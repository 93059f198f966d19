/** @file Saves the file for support, and what a verification of the history finds. */

import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconKeyboard, IconLifebuoy, IconMap2, IconShieldCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { message } from '../../src-shared/languages/message.ts';
import { windowCommandTitle } from '../../src-shared/window-commands.ts';
import { queueRoute } from '../queue/use-queue-address.ts';
import { SaveOutcome } from '../saving/save-outcome.tsx';
import { useSave } from '../saving/use-save.ts';
import { useStores } from '../stores.ts';
import { helpTexts } from '../texts/settings.ts';
import { shortcutTexts } from '../texts/shortcuts.ts';
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
      <Stack gap="lg">
        <Offer words={helpTexts.contents}>
          <Button
            variant="default"
            leftSection={<IconLifebuoy size={16} aria-hidden />}
            onClick={() => void saving.save({ kind: 'support' })}
          >
            {helpTexts.save}
          </Button>
        </Offer>
        <Offer words={helpTexts.historyContents}>
          <Button
            variant="default"
            leftSection={<IconShieldCheck size={16} aria-hidden />}
            onClick={() => void saving.save({ kind: 'history' })}
          >
            {helpTexts.history}
          </Button>
          <SaveOutcome saving={saving} />
        </Offer>
        <Offer words={message('Four short steps beside the real things.')}>
          <Group gap="xs">
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
          </Group>
        </Offer>
      </Stack>
    </Paper>
  );
}

/** What a button is for, close above it. */
function Offer({ words, children }: { words: string; children: ReactNode }) {
  return (
    <Stack gap={6} align="flex-start">
      <Text size="sm">{words}</Text>
      {children}
    </Stack>
  );
}
