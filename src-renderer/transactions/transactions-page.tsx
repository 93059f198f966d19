/** @file The page that sends one transaction: its text, its findings, its destination, and the answer. */

import { message } from '../../src-shared/languages/message.ts';
import '../styles.ts';
import { useEffect } from 'react';
import { ConnectionChoice } from '../connections/connection-choice.tsx';
import { useAskedConnection } from '../connections/use-asked-connection.ts';
import { Page, PageHeader } from '../frame/page.tsx';
import type { SourcePlace } from '../routes.ts';
import { useConnections, useStores } from '../stores.ts';
import { addFilesTexts } from '../texts/add-files.ts';
import { postingWords } from '../texts/transactions.ts';
import { AnswerPanel } from './answer-panel.tsx';
import { FindingsPanel } from './findings-panel.tsx';
import { TransactionText } from './transaction-text.tsx';
import classes from './transactions-page.module.css';

export function TransactionsPage({ from }: { from: SourcePlace | undefined }) {
  useTakenLine(from);
  const connection = useAskedConnection();
  const ask = useConnections((store) => store.ask);
  return (
    <Page>
      <PageHeader
        title={message('Send transaction')}
        intro={message(
          'Sends one transaction immediately, for a correction or a test. Tranship checks it first and sends it unchanged.',
        )}
      />
      <ConnectionChoice
        label={addFilesTexts.connection}
        words={postingWords}
        connection={connection?.name ?? ''}
        onChange={ask}
      />
      <div className={classes['columns']}>
        <TransactionText />
        <div className={classes['column']}>
          <AnswerPanel />
          <FindingsPanel />
        </div>
      </div>
    </Page>
  );
}

/** Takes the line that the address names only once, so that later edits survive a return to the page. */
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
