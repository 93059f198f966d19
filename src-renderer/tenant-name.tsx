/** @file The name of a connection with the kind of its tenant, distinguished by colour, shape and word. */

import { PRACTICE_CONNECTION } from '../src-shared/connection-shapes.ts';
import type { TenantKind } from '../src-shared/contract.ts';
import { message } from '../src-shared/languages/message.ts';
import { useConnections } from './stores.ts';
import classes from './tenant-name.module.css';
import { tenantWords } from './texts/tenants.ts';

/** Looks the kind up unless it is given; a removed connection shows only its name, and what is only checked has none. */
export function TenantName({ name, kind }: { name: string; kind?: TenantKind | undefined }) {
  const known = useConnections(({ connections }) => connections?.find((connection) => connection.name === name)?.kind);
  const shown = kind ?? known;
  if (name === '') return <span className={classes['none']}>{message('No connection')}</span>;
  return (
    <span className={classes['tenant']}>
      {shown !== undefined && <KindOfTenant kind={shown} />}
      {(shown !== 'practice' || name !== PRACTICE_CONNECTION) && (
        <bdi className={classes['name']} title={name}>
          {name}
        </bdi>
      )}
    </span>
  );
}

export function KindOfTenant({ kind }: { kind: TenantKind }) {
  const { word, meaning } = tenantWords[kind];
  return (
    <span className={classes['kind']} data-kind={kind} title={meaning}>
      {word}
    </span>
  );
}
