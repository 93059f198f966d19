/** @file The page that sends one transaction: its text, what the check says of it, where it goes, and the answer. */

import { useEffect, useRef, useState } from 'react';
import { ConnectionChoice } from '../connections/connection-choice.tsx';
import { TenantButton } from '../connections/tenant-button.tsx';
import { useAskedConnection } from '../connections/use-asked-connection.ts';
import { Page, PageHeader } from '../frame/page.tsx';
import type { SourcePlace } from '../routes.ts';
import type { Question } from '../steps/question.ts';
import { QuestionDialog } from '../steps/question-dialog.tsx';
import { useConnections, useStores, useTransaction } from '../stores.ts';
import { addFilesTexts } from '../texts/add-files.ts';
import { postingWords, transactionTexts } from '../texts/transactions.ts';
import { AnswerPanel } from './answer-panel.tsx';
import { FindingsPanel } from './findings-panel.tsx';
import { questionBeforeSending } from './send-question.ts';
import { TransactionText } from './transaction-text.tsx';
import classes from './transactions-page.module.css';

export function TransactionsPage({ from }: { from: SourcePlace | undefined }) {
  useTakenLine(from);
  return (
    <Page>
      <PageHeader title={transactionTexts.title} intro={transactionTexts.intro} />
      <div className={classes['columns']}>
        <div className={classes['column']}>
          <TransactionText />
          <Sending />
        </div>
        <div className={classes['column']}>
          <AnswerPanel />
          <FindingsPanel />
        </div>
      </div>
    </Page>
  );
}

/** Takes the line that the address names, once: what is typed afterwards stays when a person comes back. */
function useTakenLine(from: SourcePlace | undefined): void {
  const { transaction } = useStores();
  const submission = from?.submission;
  const line = from?.line;
  useEffect(() => {
    if (submission === undefined || line === undefined) return;
    history.replaceState(null, '', '#/transactions');
    void transaction.getState().take({ submission, line });
  }, [transaction, submission, line]);
}

function Sending() {
  const { transaction } = useStores();
  const connection = useAskedConnection();
  const ask = useConnections((store) => store.ask);
  const findings = useTransaction((state) => state.findings);
  const waitsFor = useTransaction((state) => state.waitsFor);
  const [question, setQuestion] = useState<Question>();
  // What was asked about; another connection may be chosen by then only after the dialog is closed.
  const goesTo = useRef('');
  const send = () => {
    if (connection === undefined || findings === undefined) return;
    goesTo.current = connection.name;
    const asked = questionBeforeSending(findings, connection);
    if (asked === undefined) void transaction.getState().send(connection.name);
    else setQuestion(asked);
  };
  return (
    <>
      <ConnectionChoice
        label={addFilesTexts.connection}
        words={postingWords}
        connection={connection?.name ?? ''}
        onChange={ask}
      />
      <div className={classes['send']}>
        <p className="small-print" role="status">
          {waitsFor === 'reply' ? transactionTexts.sending : findings === undefined ? transactionTexts.sendHint : ''}
        </p>
        <TenantButton
          kind={connection?.kind}
          disabled={connection === undefined || findings === undefined}
          loading={waitsFor === 'reply'}
          onClick={send}
        >
          {transactionTexts.send}
        </TenantButton>
      </div>
      <QuestionDialog
        question={question}
        onGoBack={() => setQuestion(undefined)}
        onConfirm={() => {
          setQuestion(undefined);
          void transaction.getState().send(goesTo.current);
        }}
      />
    </>
  );
}
