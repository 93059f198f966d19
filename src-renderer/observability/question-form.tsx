/** @file What is asked: one of the named paths, its places filled in, perhaps changed, and kept under another name. */

import { Button, Group, Paper, Radio, Text, TextInput } from '@mantine/core';
import { IconArrowBackUp, IconDeviceFloppy, IconEdit, IconRefresh, IconSearch } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import type { ConnectionRow } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { message } from '../../src-shared/languages/message.ts';
import { useBridge } from '../bridge-context.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { useConnections } from '../stores.ts';
import { observabilityTexts, observedName } from '../texts/observability.ts';
import classes from './observability-page.module.css';
import { filledPath, parametersOf } from './path-parameters.ts';

/** What is asked, or about to be. */
export interface Question {
  /** Of the named path; empty where there is none. */
  name: string;
  /** As a person has changed it; with its places still to be filled in. */
  path: string;
  values: ReadonlyMap<string, string>;
}

interface QuestionFormProps {
  connection: ConnectionRow;
  question: Question;
  onChange: (question: Question) => void;
  /** The path was kept under this name; what was typed in the meantime stays. */
  onNamed: (name: string) => void;
  isAsking: boolean;
  wasAsked: boolean;
  onAsk: (path: string) => void;
  onEdit: () => void;
}

export function QuestionForm(props: QuestionFormProps) {
  const { connection, question, onChange, onNamed, isAsking, wasAsked, onAsk, onEdit } = props;
  const { observed } = connection;
  const { name, path, values } = question;
  const named = observed.find((one) => one.name === name);
  const places = parametersOf(path);
  const filled = filledPath(path, values);
  const about = observabilityTexts.subjects.find(([start]) => path.startsWith(start))?.[1];
  const ask = (event: FormEvent) => {
    event.preventDefault();
    if (filled !== undefined) onAsk(filled);
  };
  return (
    <Paper withBorder p="md" radius="md" className={classes['subjects'] ?? ''} component="form" onSubmit={ask}>
      {observed.length === 0 ? (
        <Text size="sm">
          {message('There is nothing to ask for yet. Add a name and the path that the provider gave you.')}
        </Text>
      ) : (
        <Radio.Group
          label={message('What to ask for')}
          value={name}
          onChange={(next) =>
            onChange({ ...question, name: next, path: observed.find((one) => one.name === next)?.path ?? '' })
          }
        >
          <Group gap="xs" mt="xs" className={classes['names'] ?? ''}>
            {observed.map((one) => (
              <Radio key={one.name} value={one.name} label={observedName(one.name)} />
            ))}
          </Group>
        </Radio.Group>
      )}
      {about !== undefined && (
        <Text size="sm" c="dimmed">
          {about}
        </Text>
      )}
      <TextInput
        label={message('Path')}
        description={message('It follows the base address. A place in braces, such as {example}, is asked for below.', {
          example: '{day}',
        })}
        classNames={{ input: `service-word ${classes['path']}` }}
        placeholder={observabilityTexts.pathPlaceholder}
        maxLength={2000}
        spellCheck={false}
        autoComplete="off"
        value={path}
        onChange={(event) => onChange({ ...question, path: event.currentTarget.value })}
      />
      {places.length > 0 && (
        <div className={classes['places']}>
          {places.map((place) => (
            <TextInput
              key={place}
              label={<span className="service-word">{place}</span>}
              description={placeWords(place)}
              maxLength={200}
              spellCheck={false}
              autoComplete="off"
              value={values.get(place) ?? ''}
              onChange={(event) =>
                onChange({ ...question, values: new Map(values).set(place, event.currentTarget.value) })
              }
            />
          ))}
        </div>
      )}
      <div className={classes['buttons']}>
        <Button
          type="submit"
          leftSection={wasAsked ? <IconRefresh size={16} aria-hidden /> : <IconSearch size={16} aria-hidden />}
          loading={isAsking}
          disabled={filled === undefined || path.trim() === ''}
        >
          {wasAsked ? message('Ask again') : message('Ask')}
        </Button>
        <Button variant="default" leftSection={<IconEdit size={16} aria-hidden />} onClick={onEdit}>
          {message('Names and paths…')}
        </Button>
        {named !== undefined && named.path !== path && (
          <Button
            variant="subtle"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            onClick={() => onChange({ ...question, path: named.path })}
          >
            {message('Put the path back')}
          </Button>
        )}
        {filled === undefined && (
          <Text size="sm" c="dimmed">
            {message('Fill in every place first.')}
          </Text>
        )}
      </div>
      {path.trim() !== '' && observed.every((one) => one.path !== path) && (
        <NewName connection={connection} path={path} onSaved={onNamed} />
      )}
    </Paper>
  );
}

/** What a place means, where its name is a known one. */
function placeWords(place: string): string | undefined {
  return Object.entries(observabilityTexts.places).find(([name]) => name === place)?.[1];
}

interface NewNameProps {
  connection: ConnectionRow;
  path: string;
  onSaved: (name: string) => void;
}

/** Keeps a path of a person's own under a name. */
function NewName({ connection, path, onSaved }: NewNameProps) {
  const bridge = useBridge();
  const show = useConnections((store) => store.show);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<ErrorRecord>();
  const name = typed.trim();
  const isTaken = connection.observed.some((one) => one.name === name);
  const save = async () => {
    const paths = [...connection.observed, { name, path: path.trim() }];
    const result = await bridge.invoke['connections.observe']({ name: connection.name, paths });
    setError(result.ok ? undefined : result.error);
    if (!result.ok) return;
    show(result.value);
    onSaved(name);
  };
  return (
    <>
      <div className={classes['naming']}>
        <TextInput
          label={message('Name for this path')}
          maxLength={60}
          value={typed}
          error={isTaken && message('“{name}” is there already. Choose another name.', { name })}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            // Enter saves the name here; elsewhere in the form it asks.
            if (event.key !== 'Enter') return;
            event.preventDefault();
            if (name !== '' && !isTaken) void save();
          }}
        />
        <Button
          variant="default"
          leftSection={<IconDeviceFloppy size={16} aria-hidden />}
          disabled={name === '' || isTaken}
          onClick={() => void save()}
        >
          {message('Save under this name')}
        </Button>
      </div>
      {error !== undefined && <ErrorNotice error={error} />}
    </>
  );
}
