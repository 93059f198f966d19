/** @file The team ledger of a connection: where it is, who signs in, and the authority that its server is trusted by. */

import { Alert, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { IconFileCertificate } from '@tabler/icons-react';
import { type FormEvent, useEffect, useState } from 'react';
import type { ConnectionLedger, ConnectionRow } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { inWords, message } from '../../src-shared/languages/message.ts';
import { useAppInfo } from '../app-info.ts';
import { useBridge } from '../bridge-context.ts';
import { Dialog, DialogButtons } from '../dialog.tsx';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { FileButton } from '../file-button.tsx';
import { Loading } from '../frame/page.tsx';
import { formTexts, ledgerTexts } from '../texts/connections.ts';
import { countCertificates } from './certificate-files.ts';
import { readCertificateFile } from './read-certificate-file.ts';

interface LedgerDialogProps {
  /** Undefined while it is closed. */
  row: ConnectionRow | undefined;
  onClose: () => void;
}

export function LedgerDialog({ row, onClose }: LedgerDialogProps) {
  return (
    <Dialog subject={row} onClose={onClose} size={560} title={({ name }) => message('Team ledger of {name}', { name })}>
      {({ name }) => <LoadedForm name={name} onClose={onClose} />}
    </Dialog>
  );
}

function LoadedForm({ name, onClose }: { name: string; onClose: () => void }) {
  const bridge = useBridge();
  const [known, setKnown] = useState<ConnectionLedger>();
  const [error, setError] = useState<ErrorRecord>();
  useEffect(() => {
    let isWanted = true;
    void bridge.invoke['connections.ledger']({ name }).then((result) => {
      if (!isWanted) return;
      if (result.ok) setKnown(result.value);
      else setError(result.error);
    });
    return () => {
      isWanted = false;
    };
  }, [bridge, name]);
  if (error !== undefined) return <ErrorNotice error={error} />;
  if (known === undefined) return <Loading>{message('Reading what is set…')}</Loading>;
  return <LedgerForm name={name} known={known} onClose={onClose} />;
}

interface LedgerFormProps {
  name: string;
  known: ConnectionLedger;
  onClose: () => void;
}

function LedgerForm({ name, known, onClose }: LedgerFormProps) {
  const bridge = useBridge();
  const { keepsSecrets, secretsHint } = useAppInfo();
  const [place, setPlace] = useState(known.place);
  const [person, setPerson] = useState(known.person);
  const [password, setPassword] = useState('');
  const [authority, setAuthority] = useState<{ fileName: string; pem: string }>();
  const [isReading, setReading] = useState(false);
  const [fileProblem, setFileProblem] = useState<string>();
  const [error, setError] = useState<ErrorRecord>();
  const [isSaving, setSaving] = useState(false);
  const isOfEnvironment = known.setBy === 'environment';
  const isFixed = known.setBy !== 'person';
  const change = async (ledger: Parameters<(typeof bridge.invoke)['connections.changeLedger']>[0]['ledger']) => {
    setSaving(true);
    setError(undefined);
    const changed = await bridge.invoke['connections.changeLedger']({ name, ledger });
    const key = changed.ok ? changed.value.ledger : undefined;
    // Tried at once: a mistyped password should not be found when something waits for release.
    const tried = key === undefined ? undefined : await bridge.invoke['team.offers']({ ledger: key, isOpen: true });
    setSaving(false);
    if (!changed.ok) setError(changed.error);
    else if (tried?.ok === false) setError(tried.error);
    else onClose();
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    void change({
      place,
      person,
      ...(password !== '' && { password }),
      ...(authority !== undefined && { authority: authority.pem }),
    });
  };
  const take = async (file: File | null) => {
    if (file === null) return;
    // What is saved meanwhile would lack it.
    setReading(true);
    const read = await readCertificateFile(file);
    setReading(false);
    if ('problem' in read) return setFileProblem(read.problem);
    const pem = new TextDecoder().decode(read.bytes);
    const isPem = countCertificates(pem) > 0;
    setFileProblem(
      isPem ? undefined : message('{fileName} contains no certificate in PEM form.', { fileName: read.fileName }),
    );
    if (isPem) setAuthority({ fileName: read.fileName, pem });
  };
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="md">
        <Text size="sm">
          {message('With a team ledger, what one person offers over this connection another one releases.')}
        </Text>
        {isFixed && <Alert variant="light">{ledgerTexts.setBy[isOfEnvironment ? 'environment' : 'policy']}</Alert>}
        <TextInput
          label={message('Address of the ledger')}
          description={message('IT gives it to you. It contains no login and no password.')}
          placeholder={message('postgresql://HOST:PORT/DATABASE')}
          value={place}
          disabled={isFixed}
          spellCheck={false}
          autoComplete="off"
          required
          {...(!isFixed && { 'data-autofocus': true })}
          onChange={(event) => setPlace(event.currentTarget.value)}
        />
        <TextInput
          label={message('Your login')}
          description={message('The one that your administrator of the ledger gave to you alone.')}
          value={person}
          disabled={isOfEnvironment}
          spellCheck={false}
          autoComplete="off"
          required
          onChange={(event) => setPerson(event.currentTarget.value)}
        />
        {!isOfEnvironment && (
          <PasswordInput
            label={message('Password of this login')}
            description={
              known.hasPassword
                ? message('A password is stored. Leave this empty to keep it.')
                : message('It is kept in the key store of this computer, and opens for this ledger only.')
            }
            value={password}
            autoComplete="new-password"
            spellCheck={false}
            disabled={!keepsSecrets}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        )}
        {!keepsSecrets && (
          <Text size="sm" c="dimmed">
            {inWords(secretsHint ?? '')} {formTexts.noStoreHint}
          </Text>
        )}
        {!isFixed && (
          <div>
            <Text size="sm" fw={600}>
              {message('Certificate authority of the ledger')}
            </Text>
            <Group gap="sm" mt={6}>
              <IconFileCertificate size={18} aria-hidden />
              <Text size="sm" role="status">
                {authority !== undefined
                  ? authority.fileName
                  : known.hasAuthority
                    ? message('Its own authority is stored')
                    : message('Those that this computer trusts')}
              </Text>
              <FileButton onChange={(file) => void take(file)}>
                {(props) => (
                  <Button variant="default" size="xs" {...props}>
                    {message('Choose its file (PEM)…')}
                  </Button>
                )}
              </FileButton>
            </Group>
            <div role="alert">
              {fileProblem !== undefined && (
                <Text size="sm" c="var(--trouble)" mt="xs">
                  {fileProblem}
                </Text>
              )}
            </div>
          </div>
        )}
        {error !== undefined && <ErrorNotice error={error} isAskedOnce />}
        <DialogButtons>
          {!isOfEnvironment && known.person !== '' && (
            <Button variant="default" disabled={isSaving} onClick={() => void change('none')}>
              {message('Use no ledger')}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {message('Cancel')}
          </Button>
          {!isOfEnvironment && (
            <Button type="submit" loading={isSaving} disabled={isReading}>
              {message('Save and try')}
            </Button>
          )}
        </DialogButtons>
      </Stack>
    </form>
  );
}
