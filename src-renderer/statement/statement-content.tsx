/** @file What a statement says: the sentence to sign, the outcomes with their control sums, each file, and the corrections. */

import { Anchor, Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import {
  type Account,
  type LineOutcome,
  lineOutcomes,
  noLines,
  openOf,
  openOutcomes,
  rejectedOf,
  rejectedOutcomes,
} from '../../src-shared/account.ts';
import { sumTogether, twiceInWords } from '../../src-shared/account-words.ts';
import { connectionInWords } from '../../src-shared/connection-words.ts';
import type { Statement, SubmissionRow } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { unreadInWords } from '../../src-shared/left-out.ts';
import {
  fileNotesInWords,
  notCountedInWords,
  reconciledInWords,
  statementInWords,
  statementTitle,
} from '../../src-shared/statement-words.ts';
import { Sums } from '../progress/sums.tsx';
import { addressOf } from '../routes.ts';
import { type Columns, DataTable } from '../table/data-table.tsx';
import { statementTexts } from '../texts/statement.ts';
import { dateOf, number } from '../wording.ts';
import { ControlVerdict } from './control-verdict.tsx';
import { MoneyTable } from './money-table.tsx';
import classes from './statement-page.module.css';

interface StatementContentProps {
  statement: Statement;
  actions: ReactNode;
  /** What the core system says: beside the verdict, not below the files. */
  control: ReactNode;
  /** The way to where that is entered. */
  compare: ReactNode;
}

export function StatementContent({ statement, actions, control: comparison, compare }: StatementContentProps) {
  const { connection, reconciles, total, control } = statement;
  const [figure, direction, sentence, ...notes] = statementInWords(statement);
  return (
    <>
      <Paper
        withBorder
        p="md"
        radius="md"
        component="section"
        aria-label={statementTitle(statement)}
        className={classes['paper'] ?? ''}
      >
        <Title order={2} size="h5">
          {statementTitle(statement)},{' '}
          {connection === undefined ? message('all connections') : connectionInWords(connection)}
        </Title>
        <p className={classes['sentence']}>{figure}</p>
        <p className={classes['note']}>{direction}</p>
        <p className={classes['note']}>{sentence}</p>
        {notes.map((note) => (
          <p key={note} className={classes['note']}>
            {note}
          </p>
        ))}
        <p className={classes['verdict']} data-is-right={reconciles}>
          {reconciledInWords(statement)}
        </p>
        {notCountedInWords(statement).map((sentence) => (
          <p key={sentence} className={classes['verdict']} data-is-right={false}>
            {sentence}
          </p>
        ))}
        {total.doubled !== undefined && (
          <p className={classes['verdict']} data-verdict="wrong">
            {twiceInWords(total.doubled)}
          </p>
        )}
        <ControlVerdict control={control}>{control === undefined && <> {compare}</>}</ControlVerdict>
        {actions}
      </Paper>
      <Paper withBorder p="md" radius="md" className={classes['paper'] ?? ''}>
        <Title order={2} size="h5" mb={8}>
          {statementTexts.total}
        </Title>
        <MoneyTable statement={statement} />
      </Paper>
      {comparison}
      <Files {...statement} />
    </>
  );
}

type File = Statement['files'][number];

const linesIn = (account: Account, outcomes: readonly LineOutcome[]) =>
  outcomes.reduce((lines, outcome) => lines + account[outcome], 0);

/** Whether all that is open was rejected: to say so of each file again tells nothing. */
const isRejectedAlone = (files: readonly File[]): boolean =>
  files.every(({ account = noLines() }) => rejectedOf(account) === openOf(account));

const fileColumns = (files: readonly File[]): Columns<File> => [
  { heading: message('File'), isName: true, cell: (file) => <FileName {...file} /> },
  {
    heading: statementTexts.lines,
    instead: ({ account }) => (account === undefined ? message('not counted yet') : undefined),
    cell: figureOf(lineOutcomes),
  },
  { heading: statementTexts.accepted, cell: figureOf(['accepted']) },
  { heading: message('Left out'), cell: figureOf(['leftOut']) },
  { heading: message('Open', {}, { context: 'lines' }), cell: figureOf(openOutcomes) },
  ...(isRejectedAlone(files)
    ? []
    : [{ heading: message('Rejected or faulty, still open'), cell: figureOf(rejectedOutcomes) }]),
];

/** How many lines have these outcomes, and what they pay, as the paper says of each file. */
function figureOf(outcomes: readonly LineOutcome[]) {
  return ({ account, sums, unsummed = noLines(), blank = noLines() }: File) => {
    if (account === undefined) return '';
    const unread = linesIn(unsummed, outcomes) - linesIn(blank, outcomes);
    return (
      <>
        {number(linesIn(account, outcomes))}
        {sums !== undefined && (
          <span className={classes['facts']}>
            <Sums sums={sumTogether(sums, outcomes)} />
          </span>
        )}
        {unread > 0 && <span className={classes['facts']}>{unreadInWords(unread)}</span>}
      </>
    );
  };
}

function Files({ files, corrections }: Statement) {
  return (
    <Section title={statementTexts.files}>
      <DataTable
        label={statementTexts.files}
        isInBlocks
        className={`${classes['table']} ${classes['files']}`}
        columns={fileColumns(files)}
        rows={files}
        keyOf={({ submission }) => submission}
      />
      {corrections.length > 0 && (
        <>
          <h3 className={classes['heading']}>{message('Corrections, counted with the file that they correct')}</h3>
          <ul className={classes['corrections']}>
            {corrections.map(({ submission, fileName, corrects }) => (
              <li key={submission}>
                <SubmissionLink id={submission}>
                  {message('{fileName} corrects submission {submission}', { fileName, submission: `${corrects}` })}
                </SubmissionLink>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

function FileName({ submission, fileName, connection, addedAt, ...noted }: File) {
  return (
    <>
      <SubmissionLink id={submission}>{fileName}</SubmissionLink>
      <span className={classes['facts']}>
        {connectionInWords(connection)} · {dateOf(Date.parse(addedAt))}
      </span>
      {fileNotesInWords(noted).map((note) => (
        <span key={note} className={classes['facts']}>
          {note}
        </span>
      ))}
    </>
  );
}

export function SubmissionLink({ id, children }: { id: number; children: string }) {
  // The app checks whether it exists.
  return (
    <Anchor href={addressOf({ page: 'submission', id: id as SubmissionRow['id'] })} className={classes['name'] ?? ''}>
      <bdi>{children}</bdi>
    </Anchor>
  );
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper withBorder p="md" radius="md" className={classes['paper'] ?? ''}>
      <Title order={2} size="h5" mb={8}>
        {title}
      </Title>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className={classes['scroll']} tabIndex={0} aria-label={title}>
        {children}
      </section>
    </Paper>
  );
}
