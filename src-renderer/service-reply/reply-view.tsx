/** @file The complete answer of the service: its status, its duration, and its body as a table, laid out, or raw. */

import { SegmentedControl, Text } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import type { TableReply } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { CopiedValue } from '../copied-value.tsx';
import { CopyButton } from '../copy-button.tsx';
import { layOut } from '../json-text/json-layout.ts';
import { JsonText } from '../json-text/json-text.tsx';
import { PlainText } from '../json-text/plain-text.tsx';
import { replyTexts } from '../texts/replies.ts';
import { ReplyFigures } from './reply-figures.tsx';
import { ReplyTable } from './reply-table.tsx';
import classes from './reply-view.module.css';

type View = keyof typeof replyTexts.views;

interface ReplyViewProps {
  reply: TableReply;
  /** So many rows of its table in words. */
  rowsInWords?: (count: number) => string;
  children?: ReactNode;
}

/** `children` appear among the facts of the answer. */
export function ReplyView({ reply, rowsInWords, children }: ReplyViewProps) {
  return (
    <div className={classes['reply']}>
      <dl className={classes['facts']}>
        <div>
          <dt>{message('Status')}</dt>
          <dd>{reply.status}</dd>
        </div>
        <div>
          <dt>{message('Time taken')}</dt>
          <dd>{replyTexts.milliseconds(reply.milliseconds)}</dd>
        </div>
        <div>
          <dt>{replyTexts.correlationId}</dt>
          <dd>
            <CopiedValue what={replyTexts.correlationId} value={reply.correlationId} />
          </dd>
        </div>
        {children}
      </dl>
      <ReplyText text={reply.text} table={reply.table} rowsInWords={rowsInWords} />
    </div>
  );
}

/** More than a person reads; browsers lay out longer texts slowly. */
const MOST_SHOWN = 200_000;

/** The app reads no more of an answer. */
const LONGEST_READ = 1024 * 1024;

interface ReplyTextProps {
  text: string;
  table?: TableReply['table'];
  rowsInWords?: ((count: number) => string) | undefined;
}

/** The body of an answer. A new one is first shown in its best form. */
export function ReplyText({ text, table, rowsInWords }: ReplyTextProps) {
  const [chosen, setChosen] = useState<View>();
  const isShortened = text.length > MOST_SHOWN;
  const shown = isShortened ? text.slice(0, MOST_SHOWN) : text;
  const isJson = useMemo(() => layOut(shown, '', isShortened).kind === 'laid-out', [shown, isShortened]);
  if (text.trim() === '') return <Text size="sm">{message('The answer is empty.')}</Text>;
  const views: View[] = [...(table === undefined ? [] : ['table' as const]), ...(isJson ? ['readable' as const] : [])];
  views.push('raw');
  const view = chosen !== undefined && views.includes(chosen) ? chosen : (views[0] ?? 'raw');
  return (
    <div className={classes['words']}>
      <div className={classes['views']}>
        {views.length > 1 ? (
          <SegmentedControl
            size="xs"
            aria-label={message('How the answer is shown')}
            value={view}
            // The control returns one of the values that it was given.
            onChange={(value) => setChosen(value as View)}
            data={views.map((value) => ({ value, label: replyTexts.views[value] }))}
          />
        ) : (
          <span />
        )}
        {view !== 'table' && <CopyButton value={text}>{message('Copy all')}</CopyButton>}
      </div>
      {text.length >= LONGEST_READ && (
        <p className="small-print">
          {message('The answer is longer than 1 MiB. Only its beginning was read, so there is no table of it.')}
        </p>
      )}
      {view !== 'table' && isShortened && (
        <p className="small-print">
          {message(
            'The answer has {characters, number} characters; only the beginning is shown. “Copy all” copies all of it.',
            { characters: text.length },
          )}
        </p>
      )}
      {view === 'table' && table !== undefined && (
        <>
          <ReplyFigures table={table} />
          <ReplyTable table={table} text={text} rowsInWords={rowsInWords} />
        </>
      )}
      {view === 'readable' && <JsonText label={replyTexts.text} text={shown} isShortened={isShortened} />}
      {view === 'raw' && <PlainText label={replyTexts.text} text={shown} />}
    </div>
  );
}
