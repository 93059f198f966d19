/** @file The client certificate in the form: choosing its files, or removing it. */

import { Button, FileButton, PasswordInput, Text } from '@mantine/core';
import { IconCertificate, IconFileCertificate, IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import type { CertificateFiles, ConnectionRow } from '../../src-shared/contract.ts';
import { certificateTexts } from '../texts/connections.ts';
import { base64Of, type CertificateFile, certificateContent, MOST_CERTIFICATE_BYTES } from './certificate-files.ts';
import classes from './connection-form.module.css';

/** What saving the form does to the certificate. */
export type CertificateWish =
  | { kind: 'keep' }
  | { kind: 'remove' }
  | { kind: 'replace'; files: CertificateFiles }
  /** The key file is still missing. */
  | { kind: 'unfinished' };

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
    onChange(next === undefined ? { kind: removes ? 'remove' : 'keep' } : wishOf(next));
  };
  const take = async (file: File | null, isKey: boolean) => {
    if (file === null) return;
    const read = await readCertificateFile(file);
    if ('problem' in read) setFileProblem(read.problem);
    else if (!isKey && !certificateContent(read.bytes).hasCertificate) {
      setFileProblem(certificateTexts.noCertificate(read.fileName));
    } else if (isKey && !certificateContent(read.bytes).hasKey) setFileProblem(certificateTexts.noKey(read.fileName));
    else if (!isKey) put({ certificate: read, passphrase: '' });
    else if (picked !== undefined) put({ ...picked, key: read });
  };
  const lacksKey = picked !== undefined && wishOf(picked).kind === 'unfinished';
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

async function readCertificateFile(file: File): Promise<CertificateFile | { problem: string }> {
  if (file.size > MOST_CERTIFICATE_BYTES) return { problem: certificateTexts.tooLarge(file.name) };
  try {
    return { fileName: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
  } catch {
    return { problem: certificateTexts.unreadable(file.name) };
  }
}

const needsPassphrase = ({ certificate, key }: Picked): boolean =>
  [certificate, key].some((file) => file !== undefined && certificateContent(file.bytes).isLocked);

function wishOf({ certificate, key, passphrase }: Picked): CertificateWish {
  if (key === undefined && !certificateContent(certificate.bytes).hasKey) return { kind: 'unfinished' };
  const files: CertificateFiles = {
    content: base64Of(certificate.bytes),
    ...(key !== undefined && { key: base64Of(key.bytes) }),
    ...(passphrase !== '' && { passphrase }),
  };
  return { kind: 'replace', files };
}
