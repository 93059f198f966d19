/** @file One field: where it comes from, how sure that is, and what is wrong with it in the rows looked at. */

import { Select } from '@mantine/core';
import { useMemo } from 'react';
import type { Guess, Preview, Template } from '../../src-shared/contract.ts';
import { findingInWords } from '../../src-shared/retold/findings.ts';
import { columnTexts, confidenceWords, fieldName } from '../texts/preparing.ts';
import classes from './columns-step.module.css';
import { type Field, isNeeded } from './fields.ts';
import { plainValueOf, type Source, sourceKindOf, sourceOfKind, withField, withSource } from './mapping.ts';
import { SourceDetails } from './source-details.tsx';

interface FieldRowProps {
  field: Field;
  /** The entity that it describes. */
  of: string | undefined;
  template: Template;
  guess: Guess | undefined;
  columns: readonly string[];
  samples: ReadonlyMap<string, readonly string[]>;
  previews: readonly Preview[];
  onTemplate: (template: Template) => void;
}

/** Values of the choice; a column has its name behind the prefix. */
const NOTHING = 'nothing';
const COLUMN = 'column:';
const others = ['constant', 'columns', 'uuid'] as const;

export function FieldRow({ field, of, template, guess, columns, samples, previews, onTemplate }: FieldRowProps) {
  const { path } = field;
  const value = template.fields[path];
  const source = plainValueOf(value)?.source;
  const kind = sourceKindOf(value);
  const name = of === undefined ? fieldName(path) : `${of}: ${fieldName(path)}`;
  const absent = source?.from === 'column' && !columns.includes(source.column) ? source.column : undefined;
  const choices = useMemo(() => choicesOf(columns, absent, kind === 'alternatives'), [columns, absent, kind]);
  const choose = (chosen: string) => {
    const other = others.find((one) => one === chosen);
    if (chosen === NOTHING) onTemplate(withField(template, path, undefined));
    else if (other !== undefined) onTemplate(withSource(template, path, sourceOfKind(other, source, columns)));
    else if (chosen.startsWith(COLUMN)) {
      onTemplate(withSource(template, path, { from: 'column', column: chosen.slice(COLUMN.length) }));
    }
  };
  const problems = problemsOf(path, previews);
  const shown = source?.from === 'column' ? samples.get(source.column) : undefined;
  return (
    <div className={classes['field']} data-troubled={problems.length > 0}>
      <div className={classes['fieldName']}>
        <span>{fieldName(path)}</span>
        {isNeeded(field, template) && <span className={classes['needed']}>{columnTexts.needed}</span>}
        <code>{path}</code>
      </div>
      <div className={classes['fieldSource']}>
        <Select
          aria-label={columnTexts.from(name)}
          searchable
          data={choices}
          value={chosenOf(kind, source)}
          onChange={(chosen) => chosen !== null && choose(chosen)}
        />
        {shown !== undefined && (
          <span className={classes['samples']}>
            {shown.length === 0 ? columnTexts.noSamples : columnTexts.samples(shown)}
          </span>
        )}
        {source !== undefined && (
          <SourceDetails
            name={name}
            source={source}
            columns={columns}
            onSource={(next) => onTemplate(withSource(template, path, next))}
          />
        )}
        {guess !== undefined && (
          <p className={classes['guess']}>
            <span className={classes['confidence']} data-is={guess.confidence}>
              {confidenceWords[guess.confidence]}
            </span>
            <span>{guess.reason}</span>
          </p>
        )}
        {problems.length > 0 && (
          <ul className={classes['problems']}>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

/** @param absent a column of the template that this export does not have */
function choicesOf(columns: readonly string[], absent: string | undefined, hasAlternatives: boolean) {
  return [
    {
      group: columnTexts.columnsGroup,
      items: [
        ...columns.map((column) => ({ value: `${COLUMN}${column}`, label: column })),
        ...(absent === undefined
          ? []
          : [{ value: `${COLUMN}${absent}`, label: columnTexts.absent(absent), disabled: true }]),
      ],
    },
    {
      group: columnTexts.othersGroup,
      items: [
        { value: NOTHING, label: columnTexts.nothing },
        { value: 'constant', label: columnTexts.constant },
        { value: 'columns', label: columnTexts.joined },
        { value: 'uuid', label: columnTexts.uuid },
        ...(hasAlternatives ? [{ value: 'alternatives', label: columnTexts.alternatives }] : []),
      ],
    },
  ];
}

function chosenOf(kind: ReturnType<typeof sourceKindOf>, source: Source | undefined): string {
  return source?.from === 'column' ? `${COLUMN}${source.column}` : kind;
}

const MOST_PROBLEMS = 2;

/** What is wrong with the field, each once, with how many rows have it. */
function problemsOf(path: string, previews: readonly Preview[]): string[] {
  const rows = new Map<string, number>();
  for (const { findings } of previews) {
    for (const message of new Set(findings.filter((one) => one.path === path).map((one) => one.message))) {
      rows.set(message, (rows.get(message) ?? 0) + 1);
    }
  }
  return [...rows]
    .sort(([, one], [, other]) => other - one)
    .slice(0, MOST_PROBLEMS)
    .map(([message, count]) => columnTexts.inRows(count, previews.length, findingInWords(message)));
}
