/** @file The client certificate in the form: choosing its files, or removing it. */

import { Button, FileButton, PasswordInput, Text } from '@mantine/core';
import { IconCertificate, IconFileCertificate, IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import type { CertificateFiles, ConnectionRow } from '../../src-shared/contract.ts';
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
      <legend>{certificateTexts.title}</legend>
      <Text size="sm" c="dimmed">
        {certificateTexts.hint}
      </Text>
      {picked === undefined && stored !== undefined && (
        <div className={classes['files']}>
          <IconCertificate size={18} aria-hidden />
          <Text size="sm">{isRemoved ? certificateTexts.removed : certificateTexts.stored(stored.subject)}</Text>
        </div>
      )}
      {picked !== undefined && (
        <>
          <PickedFile name={certificateTexts.file} file={picked.certificate} Icon={IconFileCertificate} />
          {picked.key !== undefined && <PickedFile name={certificateTexts.key} file={picked.key} Icon={IconKey} />}
          {lacksKey && <Text size="sm">{certificateTexts.keyMissing}</Text>}
        </>
      )}
      <div className={classes['files']}>
        {lacksKey && <FileChoice id={id} words={certificateTexts.chooseKey} onFile={(file) => void take(file, true)} />}
        <FileChoice
          // Receives the focus when something is wrong.
          {...(!lacksKey && { id })}
          words={
            picked !== undefined
              ? certificateTexts.other
              : stored === undefined
                ? certificateTexts.choose
                : certificateTexts.replace
          }
          onFile={(file) => void take(file, false)}
        />
        {picked !== undefined && (
          <Button variant="subtle" size="compact-sm" onClick={() => put(undefined)}>
            {stored === undefined ? certificateTexts.discard : certificateTexts.keep}
          </Button>
        )}
        {picked === undefined && stored !== undefined && (
          <Button variant="subtle" size="compact-sm" onClick={() => put(undefined, !isRemoved)}>
            {isRemoved ? certificateTexts.keep : certificateTexts.remove}
          </Button>
        )}
        {picked === undefined && stored === undefined && (
          <Text size="xs" c="dimmed">
            {certificateTexts.chooseHint}
          </Text>
        )}
      </div>
      {picked !== undefined && needsPassphrase(picked) && (
        <PasswordInput
          label={certificateTexts.passphrase}
          description={certificateTexts.passphraseHint}
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
  if (isKey) return hasKey ? undefined : certificateTexts.noKey(fileName);
  return hasCertificate ? undefined : certificateTexts.noCertificate(fileName);
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
