/** @file The page that asks the service for its observability data: what to look at, and the answer as a table. */

import { message } from '../../src-shared/languages/message.ts';
import '../styles.ts';
import { Paper, Text, Title } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { ConnectionRow } from '../../src-shared/contract.ts';
import { useBridge } from '../bridge-context.ts';
import { ConnectionChoice } from '../connections/connection-choice.tsx';
import { useAskedConnection } from '../connections/use-asked-connection.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { Loading, Page, PageHeader } from '../frame/page.tsx';
import { ReplyView } from '../service-reply/reply-view.tsx';
import { useReply } from '../service-reply/use-reply.ts';
import { useConnections } from '../stores.ts';
import { observedName, observedTenantWords } from '../texts/observability.ts';
import classes from './observability-page.module.css';
import { ObservedPathsDialog } from './observed-paths-dialog.tsx';
import { type Question, QuestionForm } from './question-form.tsx';
import { seenIn } from './seen-and-sent.ts';
import { SeenAndSent } from './seen-and-sent-part.tsx';

export function ObservabilityPage() {
  const connection = useAskedConnection();
  const ask = useConnections((store) => store.ask);
  return (
    <Page>
      <PageHeader
        title={message('Observe')}
        intro={message(
          'What the service says about transactions, batches, rules and exports. Asking changes nothing at the service.',
        )}
      />
      <ConnectionChoice
        label={message('Connection')}
        words={observedTenantWords}
        connection={connection?.name ?? ''}
        onChange={ask}
      />
      {connection === undefined ? (
        <Text size="sm">{message('Choose a connection first.')}</Text>
      ) : (
        // Another connection starts with an empty state.
        <Observed key={connection.name} connection={connection} />
      )}
    </Page>
  );
}

function Observed({ connection }: { connection: ConnectionRow }) {
  const bridge = useBridge();
  const { observed } = connection;
  const [question, setQuestion] = useState<Question>(() => ({
    name: observed[0]?.name ?? '',
    path: observed[0]?.path ?? '',
    values: new Map(),
  }));
  const [isEditing, setEditing] = useState(false);
  const { result, isAsking, ask, forget } = useReply();
  const answer = useRef<HTMLDivElement>(null);
  // In a low window, the answer would come below its lower edge.
  useEffect(() => {
    const top = answer.current?.getBoundingClientRect().top ?? 0;
    if (result !== undefined && top > innerHeight / 2) answer.current?.scrollIntoView({ block: 'start' });
  }, [result]);
  // An answer belongs to its question.
  const change = (next: Question) => {
    if (next.path !== question.path || next.values !== question.values) forget();
    setQuestion(next);
  };
  // The names and paths may have been edited.
  const named = observed.find(({ name }) => name === question.name);
  const [known, setKnown] = useState(observed);
  if (known !== observed) {
    setKnown(observed);
    const before = known.find(({ name }) => name === question.name);
    const first = named ?? observed[0];
    const isUntouched = before === undefined || before.path === question.path;
    if (isUntouched && first !== undefined) setQuestion({ ...question, ...first });
  }
  const reply = result?.ok === true ? result.value : undefined;
  const seen = reply?.table && seenIn(reply.table);
  const asked = reply?.correlationId ?? '';
  const heading = named === undefined ? question.path : observedName(named.name);
  return (
    <>
      <QuestionForm
        connection={connection}
        question={question}
        isAsking={isAsking}
        wasAsked={result !== undefined}
        onChange={change}
        onNamed={(name) => setQuestion((now) => ({ ...now, name }))}
        onAsk={(path) => ask(() => bridge.invoke['observability.ask']({ connection: connection.name, path }))}
        onEdit={() => setEditing(true)}
      />
      <div ref={answer} aria-live="polite" className={classes['answer']}>
        {isAsking && result === undefined && <Loading>{message('Asking…')}</Loading>}
        {result?.ok === false && <ErrorNotice error={result.error} isAskedOnce />}
        {result?.ok === true && (
          <Paper withBorder p="md" radius="md" component="section" aria-label={heading}>
            <Title order={2} size="h5" mb="sm">
              {heading}
            </Title>
            {seen !== undefined && <SeenAndSent key={asked} connection={connection.name} seen={seen} />}
            <ReplyView reply={result.value} />
          </Paper>
        )}
        {result === undefined && !isAsking && observed.length > 0 && (
          <Text size="sm" c="dimmed">
            {message('Choose what to ask for, then ask.')}
          </Text>
        )}
      </div>
      <ObservedPathsDialog connection={isEditing ? connection : undefined} onClose={() => setEditing(false)} />
    </>
  );
}
