/** @file The rule set of the check, as the text that an administrator edits. */

import { Button, Group, Text, Textarea } from '@mantine/core';
import { describeError, type ErrorRecord } from '../../src-shared/errors.ts';
import { ruleTexts } from '../texts/settings.ts';
import classes from './settings.module.css';
import { type SectionProps, SettingsSection } from './settings-section.tsx';

export function RuleSetSection({ kept, settings: { ruleSet } }: SectionProps) {
  const error = kept.errors.ruleSet;
  const isDefault = ruleSet.trim() === '';
  return (
    <SettingsSection title={ruleTexts.title} kept={kept} name="ruleSet" showsError>
      <Text size="sm" c="dimmed" mb="sm">
        {ruleTexts.hint}
      </Text>
      <Textarea
        label={ruleTexts.label}
        classNames={{ input: classes['ruleSet'] ?? '' }}
        autosize
        minRows={6}
        maxRows={22}
        maxLength={200_000}
        spellCheck={false}
        autoComplete="off"
        placeholder={ruleTexts.example}
        value={ruleSet}
        onChange={(event) => kept.change('ruleSet', event.currentTarget.value, true)}
        {...(error !== undefined && { error: problemOf(error) })}
      />
      <Group justify="space-between" mt="sm">
        <Text size="sm">{error === undefined && (isDefault ? ruleTexts.isDefault : ruleTexts.isOwn)}</Text>
        <Button variant="default" disabled={isDefault} onClick={() => kept.change('ruleSet', '')}>
          {ruleTexts.reset}
        </Button>
      </Group>
    </SettingsSection>
  );
}

/** The problem with the text, without a file name, because it has none. */
function problemOf(error: ErrorRecord): string {
  if (error.code === 'rules.unreadable') return ruleTexts.invalid(String(error.params['problem']));
  const { title, remedy } = describeError(error);
  return `${title}. ${remedy}`;
}
