/** @file Where the files go: chosen by name, and said once more so that production is never a surprise. */

import { Select } from '@mantine/core';
import { IconAlertTriangle, IconFlask, IconSchool } from '@tabler/icons-react';
import type { TenantKind } from '../../src-preload/contract.ts';
import { useConnections } from '../stores.ts';
import { TenantName } from '../tenant-name.tsx';
import { addFilesTexts, destinationWords } from '../texts/add-files.ts';
import classes from './add-files.module.css';

const icons: Record<TenantKind, typeof IconFlask> = {
  production: IconAlertTriangle,
  test: IconFlask,
  practice: IconSchool,
};

export function Destination({ connection, onChange }: { connection: string; onChange: (name: string) => void }) {
  const connections = useConnections((state) => state.connections) ?? [];
  const kind = connections.find(({ name }) => name === connection)?.kind;
  const Icon = kind === undefined ? undefined : icons[kind];
  return (
    <div className={classes['destination']} data-kind={kind}>
      {kind !== undefined && Icon !== undefined && (
        <div className={classes['destinationWords']}>
          <Icon className={classes['destinationIcon']} size={22} stroke={1.8} aria-hidden />
          <div>
            <strong>{destinationWords[kind].title(connection)}</strong>
            <span>{destinationWords[kind].meaning}</span>
          </div>
        </div>
      )}
      {(connections.length > 1 || kind === undefined) && (
        <Select
          aria-label={addFilesTexts.connection}
          placeholder={addFilesTexts.noConnection}
          data={connections.map(({ name }) => name)}
          value={kind === undefined ? null : connection}
          renderOption={({ option }) => <TenantName name={option.value} />}
          onChange={(name) => name !== null && onChange(name)}
        />
      )}
    </div>
  );
}
