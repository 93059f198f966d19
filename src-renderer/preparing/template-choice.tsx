/** @file The kept template that is used, and the choice of another one. */

import { Select } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { TemplateRow } from '../../src-shared/contract.ts';
import { useBridge } from '../bridge-context.ts';
import { usePreparation } from '../stores.ts';
import { sourceTexts } from '../texts/preparing.ts';
import panels from './panels.module.css';

/** Another kept template, where the columns alone do not tell which one is meant. */
export function TemplateChoice({ used }: { used: string | undefined }) {
  const bridge = useBridge();
  const take = usePreparation((state) => state.useTemplate);
  const [templates, setTemplates] = useState<readonly TemplateRow[]>([]);
  useEffect(() => {
    let isWanted = true;
    void bridge.invoke['templates.list']().then((result) => {
      if (isWanted && result.ok) setTemplates(result.value);
    });
    return () => {
      isWanted = false;
    };
  }, [bridge]);
  if (templates.length === 0) return null;
  return (
    <Select
      label={sourceTexts.template}
      classNames={{ root: panels['template'] ?? '' }}
      size="xs"
      placeholder={sourceTexts.noTemplate}
      data={templates.map(({ id, name }) => ({ value: id, label: name }))}
      value={used ?? null}
      clearable
      clearButtonProps={{ 'aria-label': sourceTexts.guessAgain, title: sourceTexts.guessAgain }}
      onChange={(id) => void take(id ?? undefined)}
    />
  );
}
