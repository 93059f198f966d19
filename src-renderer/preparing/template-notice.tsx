/** @file How the export fits a kept template, the one in use or the nearest: what has changed, and one step to go with it. */

import { Button } from '@mantine/core';
import { IconTemplate } from '@tabler/icons-react';
import { withChangedColumns } from '../../src-shared/changed-columns.ts';
import type { Preparation, Template } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { templateDifferencesInWords, templateLikenessInWords } from '../../src-shared/template-difference-words.ts';
import { usePreparation } from '../stores.ts';
import { sourceTexts } from '../texts/preparing.ts';
import classes from './panels.module.css';
import { changesOf } from './taken-changes.ts';

type Source = NonNullable<Preparation['source']>;

export function TemplateNotice({ source }: { source: Source }) {
  const template = usePreparation(({ draft }) => draft?.template);
  const { recognised, differences, otherTemplates } = source;
  const [nearest] = otherTemplates;
  if (recognised !== undefined && template !== undefined)
    return <InUse name={recognised.name} differences={differences} template={template} />;
  return nearest === undefined ? null : <Nearest nearest={nearest} />;
}

interface InUseProps {
  name: string;
  differences: Source['differences'];
  /** As the person has it now. */
  template: Template;
}

function InUse({ name, differences, template }: InUseProps) {
  const change = usePreparation((state) => state.change);
  if (differences.length === 0)
    return (
      <p className="small-print">
        <IconTemplate size={14} aria-hidden /> {sourceTexts.usesTemplate(name)}
      </p>
    );
  const changes = changesOf(template, differences);
  const isRenamed = differences.some(({ kind }) => kind === 'renamed');
  return (
    <div className={classes['fit']}>
      <p>
        <IconTemplate size={16} aria-hidden /> {templateDifferencesInWords(name, differences)}
        {changes === 'taken' && isRenamed && ` ${message('The new names are used.')}`}
      </p>
      {changes === 'open' && (
        <Button size="xs" onClick={() => change({ template: withChangedColumns(template, differences) })}>
          {isRenamed ? message('Use the new names') : message('Use what the export says')}
        </Button>
      )}
    </div>
  );
}

function Nearest({ nearest }: { nearest: Source['otherTemplates'][number] }) {
  const take = usePreparation((state) => state.useTemplate);
  const { id, name, differences } = nearest;
  const isRenamed = differences.some(({ kind }) => kind === 'renamed');
  return (
    <div className={classes['fit']}>
      <p>
        <IconTemplate size={16} aria-hidden /> {templateDifferencesInWords(name, differences)}{' '}
        <span className="small-print">{templateLikenessInWords(nearest)}</span>
      </p>
      <Button size="xs" onClick={() => void take(id)}>
        {isRenamed
          ? message('Use the template “{name}” with the new names', { name })
          : message('Use the template “{name}”', { name })}
      </Button>
    </div>
  );
}
