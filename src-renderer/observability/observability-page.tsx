/** @file The page that asks the service for its observability data: what to look at, and the answer as a table. */

import { Button, Group, Paper, Radio, Text, Title } from '@mantine/core';
import { IconEdit, IconRefresh } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { ConnectionRow } from '../../src-shared/contract.ts';
import { useBridge } from '../bridge-context.ts';
import { ConnectionChoice } from '../connections/connection-choice.tsx';
import { useAskedConnection } from '../connections/use-asked-connection.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { Loading, Page, PageHeader } from '../frame/page.tsx';
import { ReplyView } from '../service-reply/reply-view.tsx';
import { useReply } from '../service-reply/use-reply.ts';
import { useConnections } from '../stores.ts';
import { observabilityTexts, observedTenantWords } from '../texts/observability.ts';
import classes from './observability-page.module.css';
import { ObservedPathsDialog } from './observed-paths-dialog.tsx';

export function ObservabilityPage() {
  const connection = useAskedConnection();
  const ask = useConnections((store) => store.ask);
  return (
    <Page>
      <PageHeader title={observabilityTexts.title} intro={observabilityTexts.intro} />
      <ConnectionChoice
        label={observabilityTexts.connection}
        words={observedTenantWords}
        connection={connection?.name ?? ''}
        onChange={ask}
      />
      {connection === undefined ? (
        <Text size="sm">{observabilityTexts.noConnection}</Text>
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
  const [chosen, setChosen] = useState(observed[0]?.name ?? '');
  const [isEditing, setEditing] = useState(false);
  const { result, isAsking, ask, forget } = useReply();
  const subject = observed.find(({ name }) => name === chosen) ?? observed[0];
  const path = subject?.path;
  // An answer belongs to its question.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another question.
  useEffect(forget, [forget, path]);
  return (
    <>
      <Paper withBorder p="md" radius="md" className={classes['subjects'] ?? ''}>
        {observed.length === 0 ? (
          <Text size="sm">{observabilityTexts.nothing}</Text>
        ) : (
          <Radio.Group label={observabilityTexts.subject} value={subject?.name ?? ''} onChange={setChosen}>
            <Group gap="xs" mt="xs" className={classes['names'] ?? ''}>
              {observed.map(({ name }) => (
                <Radio key={name} value={name} label={name} />
              ))}
            </Group>
          </Radio.Group>
        )}
        {path !== undefined && <p className={`small-print service-word ${classes['path']}`}>{path}</p>}
        <div className={classes['buttons']}>
          {path !== undefined && (
            <Button
              leftSection={result !== undefined && <IconRefresh size={16} aria-hidden />}
              loading={isAsking}
              onClick={() => ask(() => bridge.invoke['observability.ask']({ connection: connection.name, path }))}
            >
              {result === undefined ? observabilityTexts.ask : observabilityTexts.askAgain}
            </Button>
          )}
          <Button variant="default" leftSection={<IconEdit size={16} aria-hidden />} onClick={() => setEditing(true)}>
            {observabilityTexts.edit}
          </Button>
        </div>
      </Paper>
      <div aria-live="polite" className={classes['answer']}>
        {isAsking && result === undefined && <Loading>{observabilityTexts.asking}</Loading>}
        {result?.ok === false && <ErrorNotice error={result.error} isAskedOnce />}
        {result?.ok === true && (
          <Paper withBorder p="md" radius="md" component="section" aria-label={chosen}>
            <Title order={2} size="h5" mb="sm">
              {subject?.name}
            </Title>
            <ReplyView reply={result.value} />
          </Paper>
        )}
        {result === undefined && !isAsking && observed.length > 0 && (
          <Text size="sm" c="dimmed">
            {observabilityTexts.notYet}
          </Text>
        )}
      </div>
      <ObservedPathsDialog connection={isEditing ? connection : undefined} onClose={() => setEditing(false)} />
    </>
  );
}
