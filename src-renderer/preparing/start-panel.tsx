/** @file Where the tables begin, as small pictures: a click takes a sheet or leaves it out, or chooses the row with the names. */

import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { PreparationTable, Reading } from '../../src-shared/contract.ts';
import { withColon } from '../../src-shared/languages/labelled.ts';
import { startTexts } from '../texts/mapping.ts';
import { sourceTexts } from '../texts/preparing.ts';
import type { OpenPreparation } from './open-preparation.ts';
import classes from './start-panel.module.css';
import {
  headerRowOf,
  pictureOf,
  rowsOfStart,
  type StartPicture,
  startPictures,
  withHeaderRow,
  withSheets,
} from './table-start.ts';

interface StartPanelProps {
  source: OpenPreparation['source'];
  onReading: (reading: Reading) => void;
  /** Opens all that can be set about how it is read. */
  onMore: () => void;
}

export function StartPanel({ source: { tables, sheets }, onReading, onMore }: StartPanelProps) {
  const pictures = startPictures(tables, sheets);
  const taken = pictures.filter(({ isTaken }) => isTaken);
  const toggle = (picture: StartPicture) => {
    const next = pictures.filter((one) => (one === picture ? !one.isTaken : one.isTaken));
    onReading(
      withSheets(
        tables,
        next.map(({ name }) => name),
      ),
    );
  };
  return (
    <section className={classes['panel']} aria-labelledby="table-begins">
      <div className={classes['head']}>
        <h2 id="table-begins">{startTexts.title}</h2>
        <Button variant="subtle" size="compact-sm" onClick={onMore}>
          {startTexts.reading}
        </Button>
      </div>
      <ul className={classes['pictures']}>
        {pictures.map((picture) => (
          <li key={picture.name}>
            {sheets.length > 1 ? (
              <button
                type="button"
                className={classes['picture']}
                aria-pressed={picture.isTaken}
                aria-label={startTexts.choose(picture.name)}
                // Without any sheet there would be nothing to prepare.
                disabled={picture.isTaken && taken.length === 1}
                onClick={() => toggle(picture)}
              >
                <Picture table={picture.table} />
              </button>
            ) : (
              <div className={classes['picture']}>
                <Picture table={picture.table} />
              </div>
            )}
            {picture.name !== '' && <span className={classes['name']}>{picture.name}</span>}
            {!picture.isTaken && <span className={classes['quiet']}>{startTexts.notUsed}</span>}
            {picture.table !== undefined && <Start table={picture.table} onReading={onReading} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Picture({ table }: { table: PreparationTable | undefined }) {
  return (
    <span className={classes['sheet']} data-is-taken={table !== undefined} aria-hidden>
      {(table === undefined ? [] : pictureOf(table)).map(({ number, isHeader, isFilled }) => (
        <span key={number} className={classes['line']} data-is-header={isHeader}>
          {isFilled.map((filled, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell is where it stands
            <span key={at} data-is-filled={filled} />
          ))}
        </span>
      ))}
    </span>
  );
}

/** The row with the names, how many rows there are, and the rows to choose among. */
function Start({ table, onReading }: { table: PreparationTable; onReading: (reading: Reading) => void }) {
  const row = headerRowOf(table);
  const rows = sourceTexts.rows(table.sampled, table.isAll);
  if (row === undefined) return <span className={classes['quiet']}>{rows}</span>;
  const choose = (headerRow: number) => {
    const reading = withHeaderRow(table, headerRow);
    if (reading !== undefined && headerRow !== row) onReading(reading);
  };
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button type="button" className={classes['start']}>
          <span className="unseen">{withColon(startTexts.headerRowOf(table.name))} </span>
          {startTexts.headerRow(row)} · {rows} <IconChevronDown size={14} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {rowsOfStart(table).map(({ number, cells }) => (
          <Menu.Item
            key={number}
            onClick={() => choose(number)}
            data-is-chosen={number === row}
            className={classes['row'] ?? ''}
          >
            {startTexts.rowOf(
              number,
              cells
                .filter((cell) => cell !== null && cell.trim() !== '')
                .slice(0, 6)
                .join(' · '),
            )}
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => choose(0)} data-is-chosen={row === 0} className={classes['row'] ?? ''}>
          {startTexts.noHeader}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
