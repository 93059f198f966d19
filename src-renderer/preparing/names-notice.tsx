/** @file That a row of data was taken for the names of the columns, and the way back to the row that has them. */

import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { PreparationTable, Reading } from '../../src-shared/contract.ts';
import { labelled } from '../../src-shared/languages/labelled.ts';
import { startTexts } from '../texts/mapping.ts';
import { dataAsNames } from './names-of-columns.ts';
import panels from './panels.module.css';
import { withHeaderRow } from './table-start.ts';

interface NamesNoticeProps {
  tables: readonly PreparationTable[];
  onReading: (reading: Reading) => void;
}

export function NamesNotice({ tables, onReading }: NamesNoticeProps) {
  const [found] = tables.flatMap((table) => {
    const names = dataAsNames(table);
    return names === undefined ? [] : [{ table, names }];
  });
  if (found === undefined) return null;
  const { table, names } = found;
  const sentence = startTexts.dataAsNames(names);
  const reading = withHeaderRow(table, names.likelier ?? 0);
  return (
    <Alert color="yellow" role="alert" icon={<IconAlertTriangle aria-hidden />}>
      <div className={panels['fit']}>
        <span>{table.name === '' ? sentence : labelled(table.name, sentence)}</span>
        {reading !== undefined && (
          <Button size="xs" onClick={() => onReading(reading)}>
            {names.likelier === undefined ? startTexts.noHeader : startTexts.takeNamesFrom(names.likelier)}
          </Button>
        )}
      </div>
    </Alert>
  );
}
