/** @file The version of Tranship, and its data folder. */

import { Code, Group, Paper, Text, Title } from '@mantine/core';
import { inWords, message } from '../../src-shared/languages/message.ts';
import { useAppInfo } from '../app-info.ts';
import { CopyButton } from '../copy-button.tsx';
import { aboutTexts } from '../texts/settings.ts';
import classes from './settings.module.css';

export function About() {
  const { version, shell, dataFolder, keepsSecrets, secretsHint } = useAppInfo();
  return (
    <Paper withBorder p="lg" radius="md" component="section" aria-label={aboutTexts.title}>
      <Title order={2} mb="sm">
        {aboutTexts.title}
      </Title>
      <Text size="sm">
        {message('Tranship {version}', { version })} · {aboutTexts.shell[shell]}
      </Text>
      <Text size="sm" c="dimmed">
        {keepsSecrets
          ? message('Secrets are stored encrypted.')
          : `${message('Secrets cannot be stored now.')} ${inWords(secretsHint ?? '')}`}
      </Text>
      <Text size="sm" fw={500} mt="md">
        {aboutTexts.folder}
      </Text>
      <Text size="sm" c="dimmed">
        {aboutTexts.folderHint}
      </Text>
      <Group gap="sm" mt={6}>
        <Code className={classes['dataFolder'] ?? ''}>{dataFolder}</Code>
        <CopyButton value={dataFolder}>{message('Copy the path')}</CopyButton>
      </Group>
    </Paper>
  );
}
