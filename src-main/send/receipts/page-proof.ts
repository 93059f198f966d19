/** @file The part of a receipt's page that says what proves it, and how an auditor verifies that. Pure. */

import type { Said } from '../../../src-shared/languages/fact.ts';
import { inWords, message } from '../../../src-shared/languages/message.ts';
import { checkUnsignedInWords } from '../../../src-shared/receipt-words.ts';
import type { SignedReceipt } from '../receipt.ts';
import { html, type Markup, sentence } from './markup.ts';
import { code, factTable } from './page-source.ts';

type Proven = Pick<SignedReceipt, 'lastEntry' | 'head' | 'signature' | 'publicKey' | 'doubts' | 'contradictions'>;
export type FlawInWords = (doubt: Proven['doubts'][number]) => Said;

export function proofSection(receipt: Proven, flawInWords: FlawInWords): Markup {
  const { lastEntry, head, signature, publicKey, doubts, contradictions } = receipt;
  return html`<h2>${message('Proof')}</h2>
${factTable([
  [message('History'), historyInWords(receipt)],
  [
    message('What does not hold'),
    doubts.length === 0 ? undefined : html`${doubts.map((doubt) => html`<p>${inWords(flawInWords(doubt))}</p>`)}`,
  ],
  [
    message('Contradictions'),
    contradictions.length === 0
      ? undefined
      : message('The queue says something else than the history: {fields}.', { fields: contradictions.join(', ') }),
  ],
  [message('Last entry'), lastEntry && entryInWords(lastEntry)],
  [message('End of the history'), head && entryInWords(head)],
  [
    message('Signature'),
    signature === undefined ? message('not signed: see below why, and what to do') : html`Ed25519, ${code(signature)}`,
  ],
  [message('Public key'), publicKey && code(publicKey)],
])}
<h2>${message('How to verify it')}</h2>
${publicKey === undefined ? html`<p class="unsigned">${unsigned()}</p>` : signed(publicKey)}
<p>${sentence((slot) =>
    message('To compare the file with its SHA-256: {windows} on Windows, {mac} on macOS, {linux} on Linux.', {
      windows: slot(code('certutil -hashfile FILE SHA256')),
      mac: slot(code('shasum -a 256 FILE')),
      linux: slot(code('sha256sum FILE')),
    }),
  )}</p>`;
}

function entryInWords({ position, hash }: { position: number; hash: string }): Markup {
  return sentence((slot) => message('entry {position}, {hash}', { position: slot(position), hash: slot(code(hash)) }));
}

const unsigned = () =>
  `${message('This receipt is not signed: where it was made, the key of this data folder was not open. So others cannot tell whether it was changed since. For one that they can verify, make it in the desktop app, or start Tranship with TRANSHIP_PASSPHRASE set.')} ${checkUnsignedInWords()}`;

function signed(publicKey: string): Markup {
  return html`<ol>
<li>${message('Get the receipt as JSON, in which the same signature stands. The signature covers the JSON, not this sheet.')}</li>
<li>${sentence((slot) =>
    message('Get the public key from the data folder’s owner by another way than this sheet: {command} prints it.', {
      command: slot(code('tranship audit key')),
    }),
  )}</li>
<li>${sentence((slot) =>
    message('Run {command}. It names every field that was changed.', {
      command: slot(code(`tranship audit verify --receipt FILE.json --key ${publicKey}`)),
    }),
  )}</li>
<li>${message('Compare the signature and the figures of the JSON with those on this sheet.')}</li>
</ol>`;
}

function historyInWords({ doubts, contradictions, publicKey }: Proven): string {
  if (doubts.length > 0) return message('DOES NOT HOLD');
  if (contradictions.length > 0) return message('holds, but the queue says something else');
  return publicKey === undefined
    ? message('intact as far as its links show: no key has sealed or checked it here')
    : message('intact: every entry is as it was written');
}
