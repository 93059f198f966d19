/** @file Replaces the secret of a connection while its queue continues. */

import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { ConnectionRow } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { message } from '../../src-shared/languages/message.ts';
import { useAppInfo } from '../app-info.ts';
import { useBridge } from '../bridge-context.ts';
import { Dialog } from '../dialog.tsx';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { fieldTexts, formTexts } from '../texts/connections.ts';
import { cleanValue, pastedValues } from './pasted-values.ts';

interface SecretDialogProps {
  /** Undefined while it is closed. */
  row: ConnectionRow | undefined;
  onClose: () => void;
  onSaved: (connections: readonly ConnectionRow[]) => void;
}

export function SecretDialog({ row, onClose, onSaved }: SecretDialogProps) {
  return (
    <Dialog subject={row} onClose={onClose} title={({ name }) => message('Change the secret of {name}', { name })}>
      {(shown) => <SecretForm row={shown} onClose={onClose} onSaved={onSaved} />}
    </Dialog>
  );
}

function SecretForm({ row, onClose, onSaved }: SecretDialogProps & { row: ConnectionRow }) {
  const bridge = useBridge();
  const { keepsSecrets } = useAppInfo();
  const [secret, setSecret] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [error, setError] = useState<ErrorRecord>();
  const [isSaving, setSaving] = useState(false);
  const { name, kind, baseUrl, tokenUrl, clientId, scope } = row;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const value = cleanValue(secret);
    setMissing(value === '');
    // The practice tenant cannot be changed, so it never gets here.
    if (value === '' || kind === 'practice') return;
    setSaving(true);
    const form = { name, kind, baseUrl, tokenUrl, clientId, scope, secret: value };
    const result = await bridge.invoke['connections.change'](form);
    setSaving(false);
    if (result.ok) onSaved(result.value);
    else setError(result.error);
  };
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="md">
        <Text size="sm">
          {message('The queue keeps running: uploads continue, and the next sign-in uses the new secret.')}
        </Text>
        <PasswordInput
          label={message('New client secret')}
          description={fieldTexts.secret.hint}
          autoComplete="new-password"
          spellCheck={false}
          data-autofocus
          required
          value={secret}
          onChange={(event) => {
            setSecret(event.currentTarget.value);
            setMissing(false);
          }}
          onPaste={(event) => {
            const found = pastedValues(event.clipboardData.getData('text')).secret;
            if (found === undefined) return;
            event.preventDefault();
            setSecret(found);
          }}
          error={isMissing && message('Paste the new secret.')}
        />
        {!keepsSecrets && (
          <Text size="sm" c="dimmed">
            {formTexts.noStoreHint}
          </Text>
        )}
        {error !== undefined && <ErrorNotice error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {message('Keep the old one')}
          </Button>
          <Button type="submit" loading={isSaving}>
            {message('Save the secret')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
