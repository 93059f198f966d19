/** @file Chooses a connection by name, and describes it in words so that production is never a surprise. */

import { Select } from '@mantine/core';
import { IconAlertTriangle, IconFlask, IconSchool } from '@tabler/icons-react';
import { connectionInWords } from '../../src-shared/connection-words.ts';
import type { TenantKind } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { useConnections } from '../stores.ts';
import { TenantName } from '../tenant-name.tsx';
import { connectionTexts } from '../texts/connections.ts';
import type { DestinationWords } from '../texts/tenants.ts';
import classes from './connection-choice.module.css';

const icons: Record<TenantKind, typeof IconFlask> = {
  production: IconAlertTriangle,
  test: IconFlask,
  practice: IconSchool,
};

interface ConnectionChoiceProps {
  /** The name of the chosen connection; empty for none. */
  connection: string;
  onChange: (name: string) => void;
  /** The label of the field. */
  label: string;
  /** The meaning for each kind of tenant. */
  words: DestinationWords;
}

export function ConnectionChoice({ connection, onChange, label, words }: ConnectionChoiceProps) {
  const connections = useConnections((state) => state.connections) ?? [];
  const kind = connections.find(({ name }) => name === connection)?.kind;
  const Icon = kind === undefined ? undefined : icons[kind];
  return (
    <div className={classes['choice']} data-kind={kind}>
      {kind !== undefined && Icon !== undefined && (
        <div className={classes['words']}>
          <Icon className={classes['icon']} size={22} stroke={1.8} aria-hidden />
          <div>
            <strong>{words[kind].title(connection)}</strong>
            <span>{words[kind].meaning}</span>
          </div>
        </div>
      )}
      {(connections.length > 1 || kind === undefined) && (
        <Select
          aria-label={label}
          className={classes['select'] ?? ''}
          placeholder={connections.length === 0 ? connectionTexts.none : message('Choose a connection')}
          disabled={connections.length === 0}
          data={connections.map(({ name }) => ({ value: name, label: connectionInWords(name) }))}
          value={kind === undefined ? null : connection}
          renderOption={({ option }) => <TenantName name={option.value} />}
          onChange={(name) => name !== null && onChange(name)}
        />
      )}
    </div>
  );
}
