/**
 * @file The button that sends the transaction, after a question if it has errors, went before or goes to
 * production.
 */

import { useRef, useState } from 'react';
import { message } from '../../src-shared/languages/message.ts';
import { TenantButton } from '../connections/tenant-button.tsx';
import { useAskedConnection } from '../connections/use-asked-connection.ts';
import { useOffers } from '../palette/use-offers.ts';
import type { StepQuestion } from '../steps/question.ts';
import { QuestionDialog } from '../steps/question-dialog.tsx';
import { useStores, useTransaction } from '../stores.ts';
import { questionBeforeSending } from './send-question.ts';
import { mayBeThere } from './transaction-store.ts';

export function SendButton() {
  const { transaction } = useStores();
  const connection = useAskedConnection();
  const findings = useTransaction((state) => state.findings);
  const waitsFor = useTransaction((state) => state.waitsFor);
  const wentBefore = useTransaction(({ answer }) => mayBeThere(answer, connection?.name));
  const [question, setQuestion] = useState<StepQuestion>();
  // Sends over the connection that the question named.
  const goesTo = useRef('');
  const send = () => {
    if (connection === undefined || findings === undefined) return;
    goesTo.current = connection.name;
    const asked = questionBeforeSending(findings, connection, wentBefore);
    if (asked === undefined) void transaction.getState().send(connection.name);
    else setQuestion(asked);
  };
  const words = wentBefore ? message('Send again…') : message('Send');
  const canSend = connection !== undefined && findings !== undefined;
  useOffers([{ title: words, isPossible: canSend && waitsFor !== 'reply', run: send }]);
  return (
    <>
      <TenantButton
        kind={connection?.kind}
        disabled={!canSend}
        variant={wentBefore ? 'default' : 'filled'}
        loading={waitsFor === 'reply'}
        onClick={send}
      >
        {words}
      </TenantButton>
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
