/** @file The part of a receipt's page that says what proves it, and how an auditor verifies that. Pure. */

import type { SignedReceipt } from '../receipt.ts';
import { html, type Markup } from './markup.ts';
import { factTable } from './page-source.ts';
import type { SignedSubmissionReceipt } from './submission-receipt.ts';

type Proven = SignedReceipt | SignedSubmissionReceipt;
export type FlawInWords = (doubt: Proven['doubts'][number]) => string;

export function proofSection(receipt: Proven, flawInWords: FlawInWords): Markup {
  const { lastEntry, head, signature, publicKey, doubts, contradictions } = receipt;
  return html`<h2>Proof</h2>
${factTable([
  ['History', historyInWords(receipt)],
  [
    'What does not hold',
    doubts.length === 0 ? undefined : html`${doubts.map((doubt) => html`<p>${flawInWords(doubt)}</p>`)}`,
  ],
  [
    'Contradictions',
    contradictions.length === 0
      ? undefined
      : `The queue says something else than the history: ${contradictions.join(', ')}.`,
  ],
  ['Last entry', lastEntry && html`entry ${lastEntry.position}, <span class="code">${lastEntry.hash}</span>`],
  ['End of the history', head && html`entry ${head.position}, <span class="code">${head.hash}</span>`],
  ['Signature', signature === undefined ? 'none' : html`Ed25519, <span class="code">${signature}</span>`],
  ['Public key', publicKey && html`<span class="code">${publicKey}</span>`],
])}
<h2>How to verify it</h2>
${publicKey === undefined ? unsigned : signed(publicKey)}
<p>To compare the file with its SHA-256: <span class="code">certutil -hashfile FILE SHA256</span> on Windows,
<span class="code">shasum -a 256 FILE</span> on macOS, <span class="code">sha256sum FILE</span> on Linux.</p>`;
}

const unsigned = html`<p>This receipt is not signed: it was made by a process without the key of the data folder. Save it in the
window of Tranship, or set TRANSHIP_PASSPHRASE, to get one that others can verify.</p>`;

function signed(publicKey: string): Markup {
  return html`<ol>
<li>Get the receipt as JSON, in which the same signature stands. The signature covers the JSON, not this sheet.</li>
<li>Get the public key from the data folder’s owner by another way than this sheet: <span class="code">tranship audit key</span> prints it.</li>
<li>Run <span class="code">tranship audit verify --receipt FILE.json --key ${publicKey}</span>. It names every field that was changed.</li>
<li>Compare the signature and the figures of the JSON with those on this sheet.</li>
</ol>`;
}

function historyInWords({ historyIntact, publicKey }: Proven): string {
  if (!historyIntact) return 'DOES NOT HOLD';
  return publicKey === undefined
    ? 'intact as far as its links show: no key has sealed or checked it here'
    : 'intact: every entry is as it was written';
}
