/** @file The field with the transaction, and the ways to fill it. */

import { Alert, Button, Paper, Text, Textarea } from '@mantine/core';
import { IconChecklist, IconFileUpload, IconInfoCircle } from '@tabler/icons-react';
import { useMemo } from 'react';
import { message } from '../../src-shared/languages/message.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { FileButton } from '../file-button.tsx';
import { useStores, useTransaction } from '../stores.ts';
import { transactionTexts } from '../texts/transactions.ts';
import { SendButton } from './send-button.tsx';
import { holdsSeveral } from './transaction-file.ts';
import classes from './transactions-page.module.css';

/** Browsers slow down with longer texts; only the beginning of one is shown, and it cannot be edited. */
const MOST_SHOWN = 200_000;
/** The id of the field. */
export const TEXT_FIELD = 'transaction-text';

export function TransactionText() {
  const { transaction } = useStores();
  const text = useTransaction((state) => state.text);
  const origin = useTransaction((state) => state.origin);
  const findings = useTransaction((state) => state.findings);
  const waitsFor = useTransaction((state) => state.waitsFor);
  const problem = useTransaction((state) => state.problem);
  const isSeveral = useMemo(() => holdsSeveral(text), [text]);
  const isTooLong = text.length > MOST_SHOWN;
  const { write, read, check } = transaction.getState();
  return (
    <Paper withBorder p="md" radius="md" className={classes['panel'] ?? ''}>
      <Textarea
        id={TEXT_FIELD}
        label={message('The transaction (JSON)')}
        description={
          isTooLong
            ? message(
                'The text has {characters, number} characters; only the beginning is shown. All of it is checked and sent.',
                { characters: text.length },
              )
            : message('Paste it, drop a file here, or choose one.')
        }
        placeholder={transactionTexts.placeholder}
        classNames={{ input: classes['text'] ?? '' }}
        inputContainer={(field) => (
          <>
            <div className={classes['ways']}>
              <FileButton onChange={(file) => file !== null && void read(file)} disabled={waitsFor === 'reply'}>
                {(props) => (
                  <Button
                    variant="default"
                    size="compact-sm"
                    leftSection={<IconFileUpload size={16} aria-hidden />}
                    loading={waitsFor === 'text'}
                    {...props}
                  >
                    {message('Choose a file…')}
                  </Button>
                )}
              </FileButton>
              {text !== '' && (
                <Button variant="subtle" size="compact-sm" disabled={waitsFor === 'reply'} onClick={() => write('')}>
                  {message('Clear')}
                </Button>
              )}
            </div>
            {field}
          </>
        )}
        rows={15}
        resize="vertical"
        spellCheck={false}
        autoComplete="off"
        // The text cannot change while it is being sent.
        readOnly={isTooLong || waitsFor === 'reply'}
        value={isTooLong ? text.slice(0, MOST_SHOWN) : text}
        onChange={(event) => write(event.currentTarget.value)}
      />
      {origin !== '' && (
        <Text size="sm" c="dimmed" className={classes['origin'] ?? ''}>
          <bdi>{message('From {origin}', { origin })}</bdi>
        </Text>
      )}
      {isSeveral && (
        <Alert icon={<IconInfoCircle aria-hidden />}>
          {message(
            'These are several lines. This page sends one transaction. For more, add the file to the queue as a batch, or use “tranship post” on the command line.',
          )}
        </Alert>
      )}
      <div role="alert">
        {problem !== undefined && 'error' in problem && <ErrorNotice error={problem.error} />}
        {problem !== undefined && 'sentence' in problem && <Alert color="red">{problem.sentence}</Alert>}
      </div>
      <div className={classes['onward']}>
        <p className="small-print" role="status">
          {waitsFor === 'reply'
            ? message('Waiting for the answer…')
            : findings === undefined
              ? message('Check this text before you send it.')
              : ''}
        </p>
        <Button
          variant={findings === undefined ? 'filled' : 'default'}
          leftSection={<IconChecklist size={16} aria-hidden />}
          disabled={text.trim() === '' || isSeveral || waitsFor === 'reply'}
          loading={waitsFor === 'check'}
          onClick={() => void check()}
        >
          {findings === undefined ? message('Check') : message('Check again')}
        </Button>
        <SendButton />
      </div>
    </Paper>
  );
}
