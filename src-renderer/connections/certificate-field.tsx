/** @file The client certificate in the form: choosing its files, or removing it. */

import { Button, PasswordInput, Text } from '@mantine/core';
import { IconCertificate, IconFileCertificate, IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import type { CertificateFiles, ConnectionRow } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { FileButton } from '../file-button.tsx';
import { certificateTexts } from '../texts/connections.ts';
import { base64Of, type CertificateFile, certificateContent } from './certificate-files.ts';
import classes from './connection-form.module.css';
import { readCertificateFile } from './read-certificate-file.ts';

/** What saving the form does to the certificate. */
export type CertificateWish =
  | { kind: 'keep' }
  | { kind: 'remove' }
  | { kind: 'replace'; files: CertificateFiles }
  /** The key file is still missing. */
  | { kind: 'unfinished' }
  /** A chosen file is being read. */
  | { kind: 'reading' };

interface CertificateFieldProps {
  id: string;
  stored: ConnectionRow['certificate'];
  problem: string | undefined;
  onChange: (wish: CertificateWish) => void;
}

interface Picked {
  certificate: CertificateFile;
  key?: CertificateFile;
  passphrase: string;
}

export function CertificateField({ id, stored, problem, onChange }: CertificateFieldProps) {
  const [picked, setPicked] = useState<Picked>();
  const [isRemoved, setRemoved] = useState(false);
  const [fileProblem, setFileProblem] = useState<string>();
  const put = (next: Picked | undefined, removes = false) => {
    setPicked(next);
    setRemoved(removes);
    setFileProblem(undefined);
    onChange(wishOf(next, removes));
  };
  const take = async (file: File | null, isKey: boolean) => {
    if (file === null) return;
    // What is saved meanwhile would lack it.
    onChange({ kind: 'reading' });
    const read = await readCertificateFile(file);
    const problem = 'problem' in read ? read.problem : problemWith(read, isKey);
    if ('bytes' in read && problem === undefined) {
      put(isKey && picked !== undefined ? { ...picked, key: read } : { certificate: read, passphrase: '' });
      return;
    }
    setFileProblem(problem);
    onChange(wishOf(picked, isRemoved));
  };
  const lacksKey = wishOf(picked, isRemoved).kind === 'unfinished';
  const shownProblem = fileProblem ?? problem;
  return (
    <fieldset className={classes['certificate']}>
      <legend>{message('Client certificate')}</legend>
      <Text size="sm" c="dimmed">
        {message('Only if the provider or your IT gave you one. It is used with the secret or instead of it.')}
      </Text>
      {picked === undefined && stored !== undefined && (
        <div className={classes['files']}>
          <IconCertificate size={18} aria-hidden />
          <Text size="sm">
            {isRemoved
              ? message('The certificate is removed when you save.')
              : message('Stored: {subject}', { subject: stored.subject })}
          </Text>
        </div>
      )}
      {picked !== undefined && (
        <>
          <PickedFile name={message('Certificate')} file={picked.certificate} Icon={IconFileCertificate} />
          {picked.key !== undefined && <PickedFile name={message('Key')} file={picked.key} Icon={IconKey} />}
          {lacksKey && (
            <Text size="sm">{message('This file contains no private key. Choose the file with the key as well.')}</Text>
          )}
        </>
      )}
      <div className={classes['files']}>
        {lacksKey && <FileChoice id={id} words={message('Choose its key…')} onFile={(file) => void take(file, true)} />}
        <FileChoice
          // Receives the focus when something is wrong.
          {...(!lacksKey && { id })}
          words={
            picked !== undefined
              ? message('Choose another')
              : stored === undefined
                ? message('Choose the certificate…')
                : message('Replace it…')
          }
          onFile={(file) => void take(file, false)}
        />
        {picked !== undefined && (
          <Button variant="subtle" size="compact-sm" onClick={() => put(undefined)}>
            {stored === undefined ? message('Discard') : certificateTexts.keep}
          </Button>
        )}
        {picked === undefined && stored !== undefined && (
          <Button variant="subtle" size="compact-sm" onClick={() => put(undefined, !isRemoved)}>
            {isRemoved ? certificateTexts.keep : message('Remove the certificate')}
          </Button>
        )}
        {picked === undefined && stored === undefined && (
          <Text size="xs" c="dimmed">
            {message('A file that ends in .pfx or .p12, or in .pem or .crt.')}
          </Text>
        )}
      </div>
      {picked !== undefined && needsPassphrase(picked) && (
        <PasswordInput
          label={message('Passphrase of the key')}
          description={message('The passphrase that came with the file. Leave this empty if there is none.')}
          autoComplete="off"
          spellCheck={false}
          maxLength={1000}
          value={picked.passphrase}
          onChange={(event) => put({ ...picked, passphrase: event.currentTarget.value })}
        />
      )}
      <div role="alert">
        {shownProblem !== undefined && (
          <Text size="sm" c="var(--trouble)">
            {shownProblem}
          </Text>
        )}
      </div>
    </fieldset>
  );
}

function PickedFile({ name, file, Icon }: { name: string; file: CertificateFile; Icon: typeof IconKey }) {
  return (
    <div className={classes['files']}>
      <Icon size={18} aria-hidden />
      <Text size="sm">
        {name}: <bdi>{file.fileName}</bdi>
      </Text>
    </div>
  );
}

function FileChoice({ id, words, onFile }: { id?: string; words: string; onFile: (file: File | null) => void }) {
  return (
    <FileButton onChange={onFile}>
      {(props) => (
        <Button variant="default" size="compact-sm" {...(id !== undefined && { id })} {...props}>
          {words}
        </Button>
      )}
    </FileButton>
  );
}

function problemWith({ fileName, bytes }: CertificateFile, isKey: boolean): string | undefined {
  const { hasCertificate, hasKey } = certificateContent(bytes);
  if (isKey) return hasKey ? undefined : message('{fileName} contains no private key.', { fileName });
  return hasCertificate
    ? undefined
    : message('{fileName} contains no certificate. Choose the certificate first, then its key.', { fileName });
}

const needsPassphrase = ({ certificate, key }: Picked): boolean =>
  [certificate, key].some((file) => file !== undefined && certificateContent(file.bytes).isLocked);

function wishOf(picked: Picked | undefined, isRemoved: boolean): CertificateWish {
  if (picked === undefined) return { kind: isRemoved ? 'remove' : 'keep' };
  const { certificate, key, passphrase } = picked;
  if (key === undefined && !certificateContent(certificate.bytes).hasKey) return { kind: 'unfinished' };
  const files: CertificateFiles = {
    content: base64Of(certificate.bytes),
    ...(key !== undefined && { key: base64Of(key.bytes) }),
    ...(passphrase !== '' && { passphrase }),
  };
  return { kind: 'replace', files };
}
