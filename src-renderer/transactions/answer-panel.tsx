/** @file The service's answer to the transaction. */

import { Button, Paper, Title } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { message } from '../../src-shared/languages/message.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { ReplyView } from '../service-reply/reply-view.tsx';
import { useStores, useTransaction } from '../stores.ts';
import { transactionTexts } from '../texts/transactions.ts';
import { TEXT_FIELD } from './transaction-text.tsx';
import classes from './transactions-page.module.css';

export function AnswerPanel() {
  const answer = useTransaction((state) => state.answer);
  const place = useRef<HTMLDivElement>(null);
  // In a small window it appears below the visible part.
  useEffect(() => {
    if (answer !== undefined) place.current?.scrollIntoView({ block: 'nearest' });
  }, [answer]);
  return (
    <div ref={place} aria-live="polite" className={classes['answer']}>
      {answer !== undefined && (
        <Paper
          withBorder
          p="md"
          radius="md"
          component="section"
          className={classes['panel'] ?? ''}
          aria-label={transactionTexts.reply}
        >
          <Title order={2} size="h5">
            {transactionTexts.reply}
          </Title>
          {'error' in answer ? (
            <ErrorNotice error={answer.error} isAskedOnce />
          ) : (
            <>
              <Outcome outcome={answer.reply.outcome} connection={answer.connection} />
              <ReplyView reply={answer.reply} />
              {answer.reply.outcome === 'accepted' && <NextButton />}
            </>
          )}
        </Paper>
      )}
    </div>
  );
}

/** Clears the page for the next transaction, and moves the focus to the field. */
function NextButton() {
  const { transaction } = useStores();
  const begin = () => {
    transaction.getState().write('');
    document.getElementById(TEXT_FIELD)?.focus();
  };
  return (
    <Button className={classes['next'] ?? ''} onClick={begin}>
      {message('Next transaction')}
    </Button>
  );
}

function Outcome({ outcome, connection }: { outcome: 'accepted' | 'refused'; connection: string }) {
  const Icon = outcome === 'accepted' ? IconCircleCheck : IconCircleX;
  return (
    <p className={classes['outcome']} data-outcome={outcome}>
      <Icon size={20} aria-hidden />
      <span>
        <strong>{transactionTexts[outcome]}.</strong> {transactionTexts[`${outcome}Meaning`](connection)}
      </span>
    </p>
  );
}
