/** @file Certificate authorities that are trusted in addition to the system's. */

import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconFileCertificate } from '@tabler/icons-react';
import { useState } from 'react';
import type { NetworkState } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { useIsManaged } from '../app-info.ts';
import { countCertificates } from '../connections/certificate-files.ts';
import { FileButton } from '../file-button.tsx';
import { ManagedNote } from '../managed-note.tsx';
import { networkTexts } from '../texts/network.ts';
import classes from './settings.module.css';

interface AuthoritiesProps {
  authorities: NetworkState['authorities'];
  change: (part: Pick<NetworkState, 'authorities'>) => Promise<boolean>;
}

export function Authorities({ authorities, change }: AuthoritiesProps) {
  const isManaged = useIsManaged()('authorities');
  const [pasted, setPasted] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [hosts, setHosts] = useState('');
  const count = authorities.reduce((sum, { pem }) => sum + countCertificates(pem), 0);
  const add = async (pem: string, what: string): Promise<boolean> => {
    const isPem = countCertificates(pem) > 0;
    setProblem(
      isPem
        ? undefined
        : message('{what} contains no certificate as text (PEM). Ask IT for the file in that form.', { what }),
    );
    if (!isPem) return false;
    const named = hosts.split(/[\s,;]+/).filter((host) => host !== '');
    const isDone = await change({ authorities: [...authorities, { pem, ...(named.length > 0 && { hosts: named }) }] });
    if (isDone) setHosts('');
    return isDone;
  };
  return (
    <div>
      <Text size="sm" fw={600}>
        {networkTexts.authorities}
      </Text>
      <Text size="xs" c="dimmed">
        {networkTexts.authoritiesHint}
      </Text>
      <ManagedNote isManaged={isManaged} />
      <Group gap="sm" my="xs" wrap="nowrap">
        <IconFileCertificate size={18} aria-hidden className={classes['sign']} />
        <Text size="sm" role="status">
          {count === 0
            ? message('No additional authorities.')
            : message(
                '{count, plural, one {# certificate} other {# certificates}} trusted in addition to those of this computer.',
                { count },
              )}
        </Text>
        {authorities.length > 0 && !isManaged && (
          <Button variant="subtle" size="compact-sm" onClick={() => void change({ authorities: [] })}>
            {message('Remove all')}
          </Button>
        )}
      </Group>
      {authorities.map(
        ({ pem, hosts: limit }) =>
          limit !== undefined && (
            <Text size="xs" c="dimmed" key={`${limit.join()} ${pem}`}>
              {message('{count, plural, one {# certificate} other {# certificates}} trusted only for {hosts}.', {
                count: countCertificates(pem),
                hosts: limit.join(', '),
              })}
            </Text>
          ),
      )}
      <TextInput
        classNames={{ wrapper: classes['middleField'] ?? '' }}
        label={message('Trust what is added only for these hosts')}
        description={message('Separate hosts with commas: a.example, *.b.example. Leave this empty for all hosts.')}
        value={hosts}
        onChange={(event) => setHosts(event.currentTarget.value)}
        spellCheck={false}
        disabled={isManaged}
        my="sm"
      />
      {pasted === undefined ? (
        <Group gap="xs">
          <FileButton
            disabled={isManaged}
            onChange={async (file) => file !== null && void add(await textOf(file), file.name)}
          >
            {(props) => (
              <Button variant="default" disabled={isManaged} {...props}>
                {message('Add from a file…')}
              </Button>
            )}
          </FileButton>
          <Button variant="default" disabled={isManaged} onClick={() => setPasted('')}>
            {message('Paste…')}
          </Button>
        </Group>
      ) : (
        <Stack gap="xs">
          <Textarea
            label={message('Certificates as text (PEM)')}
            placeholder="-----BEGIN CERTIFICATE-----"
            classNames={{ input: classes['ruleSet'] ?? '' }}
            rows={6}
            spellCheck={false}
            autoFocus
            value={pasted}
            onChange={(event) => setPasted(event.currentTarget.value)}
          />
          <Group gap="xs">
            <Button
              disabled={pasted.trim() === ''}
              onClick={async () => {
                if (await add(pasted.trim(), message('The text'))) setPasted(undefined);
              }}
            >
              {message('Add')}
            </Button>
            <Button variant="default" onClick={() => setPasted(undefined)}>
              {message('Cancel')}
            </Button>
          </Group>
        </Stack>
      )}
      <div role="alert">
        {problem !== undefined && (
          <Text size="sm" c="var(--trouble)" mt="xs">
            {problem}
          </Text>
        )}
      </div>
    </div>
  );
}

/** A file that cannot be read counts as empty. */
async function textOf(file: File): Promise<string> {
  try {
    return (await file.text()).trim();
  } catch {
    return '';
  }
}
