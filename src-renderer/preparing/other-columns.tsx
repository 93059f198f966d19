/** @file The columns that no field uses: left out, or kept as additional fields, all or some (§2.2). */

import { Checkbox, SegmentedControl, Text, Title } from '@mantine/core';
import type { PreparationTable, Template } from '../../src-shared/contract.ts';
import { columnTexts } from '../texts/preparing.ts';
import classes from './columns-step.module.css';
import { otherColumns, withAdditional } from './mapping.ts';

interface OtherColumnsProps {
  template: Template;
  table: PreparationTable;
  onTemplate: (template: Template) => void;
}

const choices = ['leave-out', 'additional-fields'] as const;

export function OtherColumns({ template, table, onTemplate }: OtherColumnsProps) {
  const left = otherColumns(template, table.columns);
  const kept = table.columns.filter((column) => template.additionalFields[column] !== undefined);
  const shown = table.columns.filter((column) => left.includes(column) || kept.includes(column));
  return (
    <section className={classes['group']} aria-labelledby="other-columns">
      <Title order={2} id="other-columns">
        {columnTexts.others}
      </Title>
      {shown.length === 0 ? (
        <Text size="sm">{columnTexts.noOthers}</Text>
      ) : (
        <>
          <SegmentedControl
            aria-label={columnTexts.others}
            data={choices.map((value) => ({ value, label: columnTexts.otherChoices[value] }))}
            value={template.otherColumns}
            onChange={(chosen) => {
              const known = choices.find((choice) => choice === chosen);
              if (known !== undefined) onTemplate({ ...template, otherColumns: known });
            }}
          />
          <ul className={classes['others']}>
            {shown.map((column) => (
              <li key={column}>
                {template.otherColumns === 'additional-fields' ? (
                  <span>{column}</span>
                ) : (
                  <Checkbox
                    aria-label={columnTexts.additional(column)}
                    label={column}
                    checked={kept.includes(column)}
                    onChange={(event) =>
                      onTemplate(
                        withAdditional(
                          template,
                          column,
                          event.currentTarget.checked ? { source: { from: 'column', column } } : undefined,
                        ),
                      )
                    }
                  />
                )}
                <span className={classes['samples']}>{firstValue(table, column)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function firstValue({ columns, rows }: PreparationTable, column: string): string {
  const at = columns.indexOf(column);
  return rows.map(({ cells }) => cells[at] ?? '').find((cell) => cell.trim() !== '') ?? columnTexts.noSamples;
}
