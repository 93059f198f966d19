/** @file What a statement says: the sentence to sign, the outcomes with their control sums, each file, and the corrections. */

import { Anchor, Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { lineOutcomes, linesOf, outcomeWords } from '../../src-shared/account.ts';
import { sumsInWords, twiceInWords } from '../../src-shared/account-words.ts';
import type { Statement, SubmissionRow } from '../../src-shared/contract.ts';
import {
  controlInWords,
  fileNotesInWords,
  notCountedInWords,
  reconciledInWords,
  statementInWords,
} from '../../src-shared/statement-words.ts';
import { OutcomeSign } from '../progress/account-bar.tsx';
import { addressOf } from '../routes.ts';
import { statementTexts } from '../texts/statement.ts';
import { number } from '../wording.ts';
import classes from './statement-page.module.css';

interface StatementContentProps {
  statement: Statement;
  actions: ReactNode;
  /** What the core system says: beside the verdict, not below the files. */
  control: ReactNode;
}

export function StatementContent({ statement, actions, control: comparison }: StatementContentProps) {
  const { from, to, connection, reconciles, total, control } = statement;
  return (
    <>
      <Paper
        withBorder
        p="md"
        radius="md"
        component="section"
        aria-label={statementTexts.ofDays(from, to)}
        className={classes['paper'] ?? ''}
      >
        <Title order={2} size="h5">
          {statementTexts.ofDays(from, to)}, {connection ?? statementTexts.all}
        </Title>
        <p className={classes['sentence']}>{statementInWords(statement)}</p>
        <p className={classes['verdict']} data-is-right={reconciles}>
          {reconciledInWords(statement)}
        </p>
        {notCountedInWords(statement).map((sentence) => (
          <p key={sentence} className={classes['verdict']} data-is-right={false}>
            {sentence}
          </p>
        ))}
        {total.doubled !== undefined && (
          <p className={classes['verdict']} data-is-right={false}>
            {twiceInWords(total.doubled)}
          </p>
        )}
        <p className={classes['verdict']} data-is-right={control?.isEqual ?? false}>
          {controlInWords(control)}
        </p>
        {actions}
      </Paper>
      {comparison}
      <Total {...statement} />
      <Files {...statement} />
    </>
  );
}

function Total({ total: { account, sums }, whole }: Statement) {
  return (
    <Section title={statementTexts.total}>
      <table className={classes['table']}>
        <caption className="unseen">{statementTexts.total}</caption>
        <thead>
          <tr>
            <th scope="col">{statementTexts.outcome}</th>
            <th scope="col">{statementTexts.transactions}</th>
            <th scope="col">{statementTexts.sums}</th>
          </tr>
        </thead>
        <tbody>
          {lineOutcomes.map((outcome) => (
            <tr key={outcome} data-is-none={account[outcome] === 0}>
              <th scope="row">
                <OutcomeSign outcome={outcome} />
                {outcomeWords[outcome]}
              </th>
              <td>{number(account[outcome])}</td>
              <td>{sums === undefined ? '' : sumsInWords(sums[outcome].sums)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{statementTexts.together}</th>
            <td>{number(linesOf(account))}</td>
            <td>{sumsInWords(whole)}</td>
          </tr>
        </tfoot>
      </table>
    </Section>
  );
}

function Files({ files, corrections }: Statement) {
  return (
    <Section title={statementTexts.files}>
      <table className={classes['table']}>
        <caption className="unseen">{statementTexts.files}</caption>
        <thead>
          <tr>
            <th scope="col">{statementTexts.file}</th>
            <th scope="col">{statementTexts.transactions}</th>
            <th scope="col">{statementTexts.accepted}</th>
            <th scope="col">{statementTexts.rejected}</th>
            <th scope="col">{statementTexts.leftOut}</th>
            <th scope="col">{statementTexts.open}</th>
          </tr>
        </thead>
        <tbody>
          {files.map((file) => (
            <FileRow key={file.submission} {...file} />
          ))}
        </tbody>
      </table>
      {corrections.length > 0 && (
        <>
          <h3 className={classes['heading']}>{statementTexts.corrections}</h3>
          <ul className={classes['corrections']}>
            {corrections.map(({ submission, fileName, corrects }) => (
              <li key={submission}>
                <SubmissionLink id={submission}>{statementTexts.corrects(fileName, corrects)}</SubmissionLink>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

function FileRow({ submission, fileName, connection, addedAt, account, ...noted }: Statement['files'][number]) {
  const rejected = account && account.rejected + account.invalid;
  return (
    <tr>
      <th scope="row">
        <SubmissionLink id={submission}>{fileName}</SubmissionLink>
        <span className={classes['facts']}>
          {connection} · {addedAt.slice(0, 10)}
        </span>
        {fileNotesInWords(noted).map((note) => (
          <span key={note} className={classes['facts']}>
            {note}
          </span>
        ))}
      </th>
      {account === undefined || rejected === undefined ? (
        <td colSpan={5}>{statementTexts.uncounted}</td>
      ) : (
        <>
          <td>{number(linesOf(account))}</td>
          <td>{number(account.accepted)}</td>
          <td>{number(rejected)}</td>
          <td>{number(account.leftOut)}</td>
          <td>{number(linesOf(account) - account.accepted - rejected - account.leftOut)}</td>
        </>
      )}
    </tr>
  );
}

function SubmissionLink({ id, children }: { id: number; children: string }) {
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
