/** @file Facts about the file, and the options it is sent with. */

import { Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { amountDigits } from '../../src-shared/amounts.ts';
import type { SubmissionDetails } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { flowInWords } from '../../src-shared/money-flow.ts';
import { sumsOfInWords } from '../../src-shared/sums-of.ts';
import { CopiedValue, shortened } from '../copied-value.tsx';
import { onInvalidWords, optionTexts, senderTexts, senderWords } from '../texts/options.ts';
import { factTexts } from '../texts/submission.ts';
import { duration, momentOf, number, size } from '../wording.ts';
import classes from './facts.module.css';

export function Facts({ details }: { details: SubmissionDetails }) {
  return (
    <Paper withBorder p="md" radius="md" className={classes['paper'] ?? ''}>
      <FactPart title={factTexts.title}>
        <FileFacts details={details} />
      </FactPart>
      {/* What is only checked is sent by options that are still to be chosen. */}
      {details.row.connection !== '' && (
        <FactPart title={factTexts.optionsTitle}>
          <SendingFacts details={details} />
        </FactPart>
      )}
    </Paper>
  );
}

/** Facts about the file. */
export function FileFacts({ details }: { details: SubmissionDetails }) {
  const { row, sha256, sums, days, checkMs, transactions, unsummed, flow, control, wouldMake } = details;
  const isChecked = sha256 !== undefined;
  return (
    <dl className={classes['facts']}>
      <Fact name={message('Size')}>{row.bytes === undefined ? '–' : size(row.bytes)}</Fact>
      {isChecked && (
        <>
          <Fact name={message('Lines')}>{number(row.lines)}</Fact>
          <Fact name={message('Transactions')}>
            {number(transactions)}
            {transactions < row.lines && (
              <span className="small-print">
                {message(
                  '{count, plural, one {# line is no transaction: it is blank, or cannot be read} other {# lines are no transactions: they are blank, or cannot be read}}',
                  { count: row.lines - transactions },
                )}
              </span>
            )}
          </Fact>
          {sums.length > 0 && (
            <Fact
              name={
                row.errors > 0 ? message('Sums of the file as it came, as far as they can be read') : message('Sums')
              }
            >
              <Sums sums={sums} />
              {sumsOfInWords(row.lines, unsummed).map((sentence) => (
                <span key={sentence} className="small-print">
                  {sentence}
                </span>
              ))}
              {flow !== undefined &&
                flowInWords(flow.all, flow.incoming).map((sentence) => <p key={sentence}>{sentence}</p>)}
            </Fact>
          )}
          {days !== undefined && (
            <Fact name={message('Days')}>{factTexts.daySpan(days.first, days.last, days.count)}</Fact>
          )}
          {wouldMake !== undefined && <Fact name={message('Batches it would make')}>{number(wouldMake)}</Fact>}
          <Fact name={factTexts.sha256}>
            <CopiedValue what={factTexts.sha256} value={sha256} shown={shortened(sha256)} />
          </Fact>
        </>
      )}
      {control !== undefined && (
        <Fact name={message('Control figures')}>
          <Control control={control} />
        </Fact>
      )}
      <Fact name={message('Added')}>{momentOf(row.addedAt)}</Fact>
      {checkMs !== undefined && <Fact name={message('Checked in')}>{duration(checkMs)}</Fact>}
      <Fact name={message('Folder')}>
        {/* It came through a browser, or was prepared or corrected here. */}
        {row.folder === '' ? (
          message('Tranship keeps this file itself, in its data folder: moving yours changes nothing.')
        ) : (
          <bdi>{row.folder}</bdi>
        )}
      </Fact>
    </dl>
  );
}

/** The options it is sent with. */
export function SendingFacts({ details }: { details: SubmissionDetails }) {
  return (
    <dl className={classes['facts']} data-names="long">
      {details.row.isForTeam === true && <Fact name={senderTexts.label}>{senderWords.team}</Fact>}
      <Fact name={optionTexts.onInvalid}>{onInvalidWords[details.onInvalid].label}</Fact>
      <Fact name={optionTexts.ingestValid}>{factTexts.yesOrNo(details.ingestValid)}</Fact>
      <Fact name={optionTexts.maxBatch}>{size(details.maxBatchBytes)}</Fact>
    </dl>
  );
}

function FactPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={2} size="h5" mb={8}>
        {title}
      </Title>
      {children}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Aligns amounts digit under digit. */
function Sums({ sums }: Pick<SubmissionDetails, 'sums'>) {
  return (
    <ul className={classes['sums']}>
      {sums.map(({ currency, amount }) => (
        <li key={currency}>
          <span>{amountDigits(amount, currency)}</span> {currency}
        </li>
      ))}
    </ul>
  );
}

/** Differences stand in red. */
function Control({ control }: { control: NonNullable<SubmissionDetails['control']> }) {
  const { differences, differing } = control;
  if (differences === 0)
    return message('{figures, plural, one {# figure} other {# figures}} of the source system, all equal', {
      figures: control.figures,
    });
  return (
    <div className={classes['troubled']}>
      {factTexts.controlDiffers(control)}
      <ul className={classes['differences']}>
        {differing.map((difference) => (
          <li key={JSON.stringify(difference)}>{factTexts.difference(difference)}</li>
        ))}
      </ul>
      {differences > differing.length &&
        message('… and {count, plural, one {# more difference} other {# more differences}}', {
          count: differences - differing.length,
        })}
    </div>
  );
}
