/** @file What is wrong with a row of the table, with what mends it; or how many rows are right. */

import { ActionIcon, Menu } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconDots } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { useStore } from 'zustand';
import type { FindingKind, PreparationTable, Template } from '../../src-shared/contract.ts';
import { sentenceCalling } from '../../src-shared/finding-sentence.ts';
import { labelled } from '../../src-shared/languages/labelled.ts';
import { message } from '../../src-shared/languages/message.ts';
import { useStores } from '../stores.ts';
import { countriesFound, countryChoices, countryInWords } from '../texts/code-meanings.ts';
import { fieldOfSide, kindInWords, remedyInWords, tableTexts } from '../texts/mapping.ts';
import { number } from '../wording.ts';
import { Choice } from './choice.tsx';
import { roleOf } from './fields.ts';
import type { MappingRow } from './mapping-rows.ts';
import classes from './mapping-table.module.css';
import { isPresent, type KnownOutcome } from './outcome.ts';
import { type Remedy, remediesOf } from './remedies.ts';
import { cellsOf } from './sampled-cells.ts';

interface FindingCellProps {
  row: MappingRow;
  template: Template;
  table: PreparationTable;
  outcome: KnownOutcome;
  onRemedied: (template: Template) => void;
  /** Opens the place where a person types what stands for cells. */
  onGive: () => void;
  onLook: (kind: FindingKind) => void;
}

export function FindingCell(props: FindingCellProps) {
  const { row, outcome } = props;
  if (row.kind === 'field' && row.absent.length > 0) {
    return <p className={classes['sentence']}>{tableTexts.absent(row.absent.join(', '))}</p>;
  }
  if (row.findings.length > 0) {
    return row.findings.map((finding) => (
      <Finding
        key={JSON.stringify([finding.rule, finding.severity, finding.field, finding.column, finding.message])}
        {...props}
        finding={finding}
      />
    ));
  }
  if (row.kind === 'column' && row.use === 'none') return <span className={classes['quiet']}>–</span>;
  const { plan } = outcome;
  if (plan === undefined || row.kind === 'open') return <span className={classes['quiet']}>{tableTexts.notKnown}</span>;
  return (
    <span className={classes['fine']}>
      <IconCheck size={15} aria-hidden /> {tableTexts.all(plan.rows - plan.leftOut)}
    </span>
  );
}

function Finding({
  finding,
  row,
  template,
  table,
  outcome,
  onRemedied,
  onGive,
  onLook,
}: FindingCellProps & { finding: FindingKind }) {
  const cells = finding.column === undefined ? [] : cellsOf(table, finding.column);
  const remedies = remediesOf(finding, template, cells);
  const [first] = remedies;
  // Two ways to read the same are offered side by side: neither is chosen beforehand.
  const offered = remedies.filter(({ remedy }) => remedy === first?.remedy);
  const others = remedies.filter((remedy) => !offered.includes(remedy));
  const take = (remedy: Remedy) => ('template' in remedy ? onRemedied(remedy.template) : onGive());
  const isKnown = isPresent(outcome);
  // Of an entity, the sentence names the place in the first row: in others it may be the other one.
  const { field = '' } = finding;
  const called = roleOf(field) === undefined ? undefined : fieldOfSide(field, template);
  return (
    <div className={classes['finding']} data-severity={finding.severity} data-is-outdated={!isKnown}>
      <p className={classes['sentence']}>
        {finding.severity === 'warning' && <IconAlertTriangle size={14} aria-hidden />}
        <strong>{isKnown ? number(finding.rows) : ''}</strong>{' '}
        {isKnown
          ? sentenceCalling(finding.message, called)
          : labelled(kindInWords(finding, template), tableTexts.checking)}
      </p>
      <div className={classes['remedies']}>
        {first?.remedy === 'own-country' ? (
          <OwnCountry
            label={kindInWords(finding, template)}
            shown={remedyInWords(first)}
            answers={finding.rule}
            onChoose={(country) => onRemedied(first.with(country))}
          />
        ) : first === undefined ? (
          <button type="button" className={classes['remedy']} onClick={() => onLook(finding)}>
            {tableTexts.lookAtFirst(finding.first.length)}
          </button>
        ) : (
          <>
            {offered.map((remedy) => (
              <button
                key={remedyInWords(remedy)}
                type="button"
                className={classes['remedy']}
                onClick={() => take(remedy)}
              >
                {remedyInWords(remedy)}
              </button>
            ))}
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={24}
                  aria-label={tableTexts.more(kindInWords(finding, template))}
                >
                  <IconDots size={16} aria-hidden />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                {others.map((remedy) => (
                  <Menu.Item key={remedyInWords(remedy)} onClick={() => take(remedy)}>
                    {remedyInWords(remedy)}
                  </Menu.Item>
                ))}
                <Menu.Item onClick={() => onLook(finding)}>{tableTexts.lookAtFirst(finding.first.length)}</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </>
        )}
      </div>
      {row.kind === 'rows' && <span className="unseen">{kindInWords(finding, template)}</span>}
    </div>
  );
}

type OwnCountryProps = Pick<ComponentProps<typeof Choice>, 'label' | 'shown' | 'answers' | 'onChoose'>;

/** The one of last time first: a bank has mostly one. */
function OwnCountry({ onChoose, ...shown }: OwnCountryProps) {
  const { windowUse } = useStores();
  const last = useStore(windowUse, (state) => state.ownCountry);
  const choose = (country: string) => {
    windowUse.getState().noteOwnCountry(country);
    onChoose(country);
  };
  return (
    <>
      {last !== undefined && (
        <button type="button" className={classes['remedy']} onClick={() => choose(last)}>
          {message('{country}, as last time', { country: countryInWords(last) })}
        </button>
      )}
      <Choice
        {...shown}
        isOpen
        data={countryChoices}
        filter={({ options, search }) =>
          countriesFound(
            options.filter((option) => 'value' in option),
            search,
          )
        }
        onChoose={choose}
      />
    </>
  );
}
