/** @file The version of Tranship, and its data folder. */

import { Button, Code, CopyButton, Group, Paper, Text, Title } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useAppInfo } from '../app-info.ts';
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
        {aboutTexts.version(version)} · {aboutTexts.shell[shell]}
      </Text>
      <Text size="sm" c="dimmed">
        {keepsSecrets ? aboutTexts.secrets.kept : `${aboutTexts.secrets.lost} ${secretsHint ?? ''}`}
      </Text>
      <Text size="sm" fw={500} mt="md">
        {aboutTexts.folder}
      </Text>
      <Text size="sm" c="dimmed">
        {aboutTexts.folderHint}
      </Text>
      <Group gap="sm" mt={6}>
        <Code className={classes['dataFolder'] ?? ''}>{dataFolder}</Code>
        <CopyButton value={dataFolder} timeout={1500}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              size="compact-sm"
              leftSection={copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
              onClick={copy}
            >
              {copied ? aboutTexts.copied : aboutTexts.copy}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Paper>
  );
}
