/** @file A receipt is verified without any secret, on any machine: each field that was changed is named. */

import { createPublicKey, verify as verifySignature } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src-main/audit/canonical-json.ts';
import { createHistoryKey } from '../../src-main/audit/history-key.ts';
import { signed } from '../../src-main/audit/signed-document.ts';
import { receiptIn, verifyReceipt } from '../../src-main/records/verify-receipt.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { attack, folderKey, receipt, sealedFolder } from './attacked-folder.ts';

/** As it is after it was saved and read again. */
function savedReceipt() {
  const { folder, key } = sealedFolder();
  const saved = receiptIn(JSON.stringify(receipt(folder, key), undefined, 2));
  if (saved === undefined) throw new Error('a receipt expected');
  return { saved: new Map<string, unknown>(Object.entries(saved)), folder, key };
}

describe('a receipt that was not changed', () => {
  it('holds with nothing but the public key', () => {
    const { saved, key } = savedReceipt();
    expect(verifyReceipt(Object.fromEntries(saved), key.publicKey)).toEqual({ kind: 'holds' });
  });

  it('holds as the command line prints it', () => {
    const { saved, key } = savedReceipt();
    const line = JSON.stringify({ event: 'summary', ...Object.fromEntries(saved) });
    const read = receiptIn(`{"event":"other"}\n${line}\n`);
    expect(verifyReceipt(read ?? {}, key.publicKey)).toEqual({ kind: 'holds' });
  });

  it('says where in the history it stands, and who recorded and issued it', () => {
    const { saved } = savedReceipt();
    const recordedBy = { user: 'mara', machine: 'desk-7', version: '1.2.3' };
    expect(Object.fromEntries(saved)).toMatchObject({
      lastEntry: { position: 7, hash: expect.stringMatching(/^[0-9a-f]{64}$/), recordedBy },
      head: { position: 11, count: 11 },
      issued: recordedBy,
    });
  });

  it('is signed as RFC 8032 says, which another program can verify', () => {
    const { saved, key } = savedReceipt();
    const x = key.publicKey;
    const jwk = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    const text = `tranship signed document ${canonicalJson(saved.get('digests'))}`;
    const bytes = Buffer.from(String(saved.get('signature')), 'base64url');
    expect(verifySignature(null, Buffer.from(text), jwk, bytes)).toBe(true);
  });

  it('has the same key in each run, and another one for another folder', () => {
    const secret = Buffer.alloc(32, 7);
    expect(createHistoryKey(secret).publicKey).toBe(createHistoryKey(secret).publicKey);
    expect(folderKey().publicKey).not.toBe(folderKey().publicKey);
  });
});

describe('a forged receipt', () => {
  const { saved, key } = savedReceipt();
  const fields = [...saved.keys()].filter((name) => !['digests', 'signature', 'publicKey'].includes(name));
  const verdictOn = (changed: ReadonlyMap<string, unknown>) =>
    verifyReceipt(Object.fromEntries(changed), key.publicKey);

  it('has fields to forge', () => {
    expect(fields).toEqual(
      expect.arrayContaining(['state', 'bytes', 'sha256', 'lines', 'acceptedAt', 'reason', 'file', 'serviceHost']),
    );
    expect(fields).toEqual(
      expect.arrayContaining(['historyIntact', 'history', 'head', 'lastEntry', 'issued', 'doubts']),
    );
  });

  it('each field with any other value is named', () => {
    fc.assert(
      fc.property(fc.constantFrom(...fields), fc.jsonValue(), (field, value) => {
        fc.pre(canonicalJson(value) !== canonicalJson(saved.get(field)));
        const verdict = verdictOn(new Map(saved).set(field, value));
        expect(verdict).toEqual({ kind: 'changed', fields: [field] });
      }),
    );
  });

  it.each(fields)('%s that was taken away is named', (field) => {
    const without = new Map(saved);
    without.delete(field);
    expect(verdictOn(without)).toEqual({ kind: 'changed', fields: [field] });
  });

  it('a field that was added is named', () => {
    expect(verdictOn(new Map(saved).set('approvedBy', 'the board'))).toEqual({
      kind: 'changed',
      fields: ['approvedBy'],
    });
  });

  it.each(fields)('%s with a digest that was made to fit is found', (field) => {
    const forged = signed(Object.fromEntries(new Map(saved).set(field, 'forged')), folderKey());
    const digests = new Map(saved).set(field, 'forged').set('digests', forged.digests);
    expect(verdictOn(digests)).toEqual({ kind: 'forged' });
  });

  it('signed with another key is found, and the key is named', () => {
    const other = folderKey();
    const forged = signed(Object.fromEntries(fields.map((field) => [field, saved.get(field)])), other);
    expect(verifyReceipt(forged, key.publicKey)).toEqual({ kind: 'another-key', publicKey: other.publicKey });
  });

  it('that claims another key beside our signature is found', () => {
    const verdict = verdictOn(new Map(saved).set('publicKey', folderKey().publicKey));
    expect(verdict).toEqual({ kind: 'changed', fields: ['publicKey'] });
  });

  it.each(['signature', 'digests', 'publicKey'])('without its %s is not signed', (part) => {
    const without = new Map(saved);
    without.delete(part);
    expect(verdictOn(without)).toEqual({ kind: 'not-signed' });
  });

  it('with any change of its signature is found', () => {
    fc.assert(
      fc.property(fc.base64String(), (text) => {
        fc.pre(text !== saved.get('signature'));
        expect(verdictOn(new Map(saved).set('signature', text))).toEqual({ kind: 'forged' });
      }),
    );
  });
});

describe('a receipt and the history that issued it', () => {
  it('that was cut off since, is refuted', () => {
    const { saved, folder, key } = savedReceipt();
    attack(folder, (database) => database.exec('DELETE FROM events WHERE position > 6'));
    const store = new QueueStore(folder, { readOnly: true });
    const verdict = verifyReceipt(Object.fromEntries(saved), key.publicKey, store);
    store.close();
    expect(verdict).toEqual({ kind: 'refuted', fields: ['head', 'lastEntry', 'history'] });
  });

  it('that says itself that the history does not hold, is refuted', () => {
    const { folder, key } = sealedFolder();
    attack(folder, (database) => database.exec('UPDATE events SET at = 1 WHERE position = 5'));
    expect(verifyReceipt(receipt(folder, key), key.publicKey)).toEqual({ kind: 'refuted', fields: ['historyIntact'] });
  });
});

describe('canonical JSON', () => {
  it('is the same for every order of the fields, and reads back as the same value', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const reversed = Object.fromEntries(Object.entries(value).reverse());
        expect(canonicalJson(reversed)).toBe(canonicalJson(value));
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
