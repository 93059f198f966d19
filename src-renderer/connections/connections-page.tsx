/** @file The page of connections: the list with its tests, or the form for one. */

import { connectionInWords } from '../../src-shared/connection-words.ts';
import { message } from '../../src-shared/languages/message.ts';
import '../styles.ts';
import { Button, Paper, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { ConnectionRow } from '../../src-shared/contract.ts';
import { useIsManaged } from '../app-info.ts';
import { Page, PageHeader } from '../frame/page.tsx';
import { ManagedNote } from '../managed-note.tsx';
import { useConnections } from '../stores.ts';
import { connectionTexts } from '../texts/connections.ts';
import { goTo, useRoute } from '../use-route.ts';
import { ConnectionCard } from './connection-card.tsx';
import { ConnectionFormPage } from './connection-form.tsx';
import classes from './connections-page.module.css';

export function ConnectionsPage() {
  const route = useRoute();
  const { connections = [] } = useConnections((store) => store);
  const show = useConnections((store) => store.show);
  const diagnose = useConnections((store) => store.diagnose);
  const [changed, setChanged] = useState<string>();
  const [announcement, setAnnouncement] = useState('');
  const isManaged = useIsManaged()('connections');
  const isNew = route.page === 'connections' && route.isNew && !isManaged;
  const about = route.page === 'connections' ? route.about : undefined;
  /** The connection whose form was open last; empty for a new one. */
  const [left, setLeft] = useState<string>();
  const close = () => {
    setLeft(isNew ? '' : changed);
    setChanged(undefined);
    if (isNew) goTo({ page: 'connections', isNew: false });
  };
  const update = (next: readonly ConnectionRow[], words: string) => {
    show(next);
    setAnnouncement(words);
  };
  const row = isNew ? undefined : connections.find(({ name }) => name === changed);
  return (
    <Page width="reading">
      <p className="unseen" aria-live="polite">
        {announcement}
      </p>
      {isNew || row !== undefined ? (
        <ConnectionFormPage
          key={row?.name ?? ''}
          row={row}
          onClose={close}
          onSaved={(next, name) => {
            update(next, message('{name} is saved.', { name: connectionInWords(name) }));
            // A new one is the last of the list, perhaps below the edge: its test must be seen.
            if (isNew) goTo({ page: 'connections', about: { name, asksSecret: false } });
            else close();
            void diagnose(name, false);
          }}
        />
      ) : (
        <>
          <PageHeader
            title={message('Connections')}
            intro={message(
              'Each connection leads to one tenant of the service. A file stays with the connection it was added for.',
            )}
          >
            {isManaged ? <ManagedNote isManaged /> : <NewConnectionButton isReturnedTo={left === ''} />}
          </PageHeader>
          {connections.length === 0 && (
            <Paper withBorder p="xl" radius="md">
              <Title order={2}>{connectionTexts.none}</Title>
              <Text>
                {message(
                  'Add the values that the provider gave you, or try everything with the practice service first.',
                )}
              </Text>
            </Paper>
          )}
          <ul className={classes['list']}>
            {connections.map((connection) => (
              <li key={connection.name}>
                <ConnectionCard
                  row={connection}
                  isReturnedTo={left === connection.name}
                  sought={about?.name === connection.name ? about : undefined}
                  onChange={() => setChanged(connection.name)}
                  onRemoved={(next) =>
                    update(next, message('{name} is removed.', { name: connectionInWords(connection.name) }))
                  }
                  onSecretChanged={(next) => {
                    update(
                      next,
                      message('{name} signs in with the new secret from now on.', { name: connection.name }),
                    );
                    void diagnose(connection.name, false);
                  }}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </Page>
  );
}

function NewConnectionButton({ isReturnedTo }: { isReturnedTo: boolean }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isReturnedTo) button.current?.focus();
  }, [isReturnedTo]);
  return (
    <Button
      ref={button}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => goTo({ page: 'connections', isNew: true })}
    >
      {message('New connection')}
    </Button>
  );
}
