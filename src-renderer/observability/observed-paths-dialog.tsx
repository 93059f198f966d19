/** @file Edits the names and paths that can be observed over a connection. */

import { Button, CloseButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { connectionInWords } from '../../src-shared/connection-words.ts';
import type { ConnectionRow, ObservedPath } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { message } from '../../src-shared/languages/message.ts';
import { useBridge } from '../bridge-context.ts';
import { Dialog } from '../dialog.tsx';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { useConnections } from '../stores.ts';
import { observabilityTexts } from '../texts/observability.ts';
import classes from './observability-page.module.css';
import { pathsProblem, tidiedPaths } from './observed-paths.ts';

/** The limit of the contract. */
const MOST_PATHS = 50;

interface ObservedPathsDialogProps {
  /** Undefined while it is closed. */
  connection: ConnectionRow | undefined;
  onClose: () => void;
}

export function ObservedPathsDialog({ connection, onClose }: ObservedPathsDialogProps) {
  return (
    <Dialog
      subject={connection}
      onClose={onClose}
      size="lg"
      title={({ name }) => message('Names and paths of {connection}', { connection: connectionInWords(name) })}
    >
      {(shown) => <PathsForm connection={shown} onClose={onClose} />}
    </Dialog>
  );
}

/** `key` identifies lines while they are added and removed. */
type Line = ObservedPath & { key: number };

function PathsForm({ connection, onClose }: { connection: ConnectionRow; onClose: () => void }) {
  const bridge = useBridge();
  const show = useConnections((store) => store.show);
  const [lines, setLines] = useState<Line[]>(() => connection.observed.map((path, key) => ({ ...path, key })));
  const [problem, setProblem] = useState<string>();
  const [error, setError] = useState<ErrorRecord>();
  const set = (key: number, part: Partial<ObservedPath>) => {
    setProblem(undefined);
    setLines(lines.map((line) => (line.key === key ? { ...line, ...part } : line)));
  };
  const add = () => {
    const key = Math.max(-1, ...lines.map((line) => line.key)) + 1;
    setLines([...lines, { key, name: '', path: '' }]);
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const paths = tidiedPaths(lines);
    const found = pathsProblem(paths);
    setProblem(found);
    if (found !== undefined) return;
    const result = await bridge.invoke['connections.observe']({ name: connection.name, paths });
    if (result.ok) {
      show(result.value);
      onClose();
    } else setError(result.error);
  };
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="sm">
        <Text size="sm">
          {message(
            'The contract with the service names these subjects but gives no paths. The paths here are suggestions; replace them with those of your provider. Each path follows the base address.',
          )}
        </Text>
        {lines.length > 0 && (
          <div className={classes['lines']}>
            <span className="small-print">{message('Name')}</span>
            <span className="small-print">{message('Path')}</span>
            <span />
            {lines.map(({ key, name, path }, index) => (
              <div key={key} className={classes['line']}>
                <TextInput
                  aria-label={message('Name {place}', { place: index + 1 })}
                  maxLength={80}
                  value={name}
                  onChange={(event) => set(key, { name: event.currentTarget.value })}
                />
                <TextInput
                  aria-label={message('Path {place}', { place: index + 1 })}
                  placeholder={observabilityTexts.pathPlaceholder}
                  maxLength={2000}
                  spellCheck={false}
                  value={path}
                  onChange={(event) => set(key, { path: event.currentTarget.value })}
                />
                <CloseButton
                  aria-label={message('Remove {name}', { name: name || String(index + 1) })}
                  title={message('Remove')}
                  onClick={() => setLines(lines.filter((line) => line.key !== key))}
                />
              </div>
            ))}
          </div>
        )}
        <Button
          variant="subtle"
          className={classes['add'] ?? ''}
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={lines.length >= MOST_PATHS}
          onClick={add}
        >
          {message('Add a path')}
        </Button>
        <div role="alert">{problem !== undefined && <Text c="var(--trouble)">{problem}</Text>}</div>
        {error !== undefined && <ErrorNotice error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {message('Cancel')}
          </Button>
          <Button type="submit">{message('Save')}</Button>
        </Group>
      </Stack>
    </form>
  );
}
