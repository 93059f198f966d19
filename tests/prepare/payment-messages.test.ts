import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../src-shared/errors.ts';
import { inEnglish } from '../../src-shared/languages/message.ts';
import { type Line, preparedMessage } from './exports/prepare-message.ts';

const OWN = 'DE02120300000000202051';
const uetr = '8a562c67-ca16-48ba-b074-65581be6f001';

const bal = (code: string, amount: string, side = 'CRDT') =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Dt><Dt>2026-11-23</Dt></Dt></Bal>`;
const party = (role: string, name: string, iban: string) =>
  `<${role}><Pty><Nm>${name}</Nm></Pty></${role}><${role}Acct><Id><IBAN>${iban}</IBAN></Id></${role}Acct>`;

interface Detail {
  amount?: string;
  endToEnd?: string;
  parties: string;
  more?: string;
}
const detail = ({ amount, endToEnd = 'NOTPROVIDED', parties, more = '' }: Detail) =>
  `<TxDtls><Refs><EndToEndId>${endToEnd}</EndToEndId>${more}</Refs>${amount === undefined ? '' : `<Amt Ccy="EUR">${amount}</Amt>`}<RltdPties>${parties}</RltdPties><RmtInf><Ustrd>Invoice 7 &amp; 8</Ustrd></RmtInf></TxDtls>`;

interface Entry {
  amount: string;
  side: 'CRDT' | 'DBIT';
  ref: string;
  details?: string;
  more?: string;
}
const entry = ({ amount, side, ref, details = '', more = '' }: Entry) =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd>${more}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-23</Dt></BookgDt><ValDt><Dt>2026-11-24</Dt></ValDt><AcctSvcrRef>${ref}</AcctSvcrRef><BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd><NtryDtls>${details}</NtryDtls></Ntry>`;

const statement = (entries: string, closing: string, { version = '08', prefix = '' } = {}) =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-11-24T01:00:00</CreDtTm></GrpHdr><Stmt><Id>S-1</Id><Acct><Id><IBAN>${OWN}</IBAN></Id><Ccy>EUR</Ccy><Ownr><Nm>Own GmbH</Nm></Ownr><Svcr><FinInstnId><BICFI>BYLADEM1001</BICFI></FinInstnId></Svcr></Acct>${bal('OPBD', '1000.00')}${bal('CLBD', closing)}${entries}</Stmt></BkToCstmrStmt></Document>`.replaceAll(
    /<(\/?)(?=[A-Z])/g,
    `<$1${prefix}`,
  );

const incoming = entry({
  amount: '30.00',
  side: 'CRDT',
  ref: 'A1',
  details:
    detail({ amount: '10.50', endToEnd: 'E-1', parties: party('Dbtr', 'Anna', 'SE4550000000058398257466') }) +
    detail({ amount: '19.50', parties: party('Dbtr', 'Åke', 'FI2112345600000785') }),
});
const outgoing = entry({
  amount: '100.25',
  side: 'DBIT',
  ref: 'B1',
  details: detail({
    endToEnd: 'E-3',
    parties: party('Cdtr', 'Nordisk AB', 'SE4550000000058398257466'),
    more: `<UETR>${uetr}</UETR>`,
  }),
});

describe('camt.053', () => {
  it('Each transaction of an entry is a row, with what it inherits', async () => {
    const { lines, summary } = await preparedMessage(statement(incoming + outgoing, '929.75'));
    expect(summary).toMatchObject({ transactions: 3, refused: 0, errors: 0 });
    expect(lines.map(({ modification }) => [modification.amount, modification.currency])).toEqual([
      [10.5, 'EUR'],
      [19.5, 'EUR'],
      [100.25, 'EUR'],
    ]);
    expect(new Set(lines.map(({ modification }) => modification.external_id)).size).toBe(3);
    expect(lines.map(({ modification }) => modification.created_at)).toEqual(Array(3).fill('2026-11-23T00:00:00'));
  });

  it('Credit or debit decides who sends and who receives', async () => {
    const { lines } = await preparedMessage(statement(incoming + outgoing, '929.75'));
    expect(lines[0]).toMatchObject({
      sender: { unknown: { full_name: 'Anna' } },
      receiver: { by_external_id: OWN },
      payment_source_country: 'SE',
      payment_target_country: 'DE',
    });
    expect(lines[2]).toMatchObject({
      sender: { by_external_id: OWN },
      receiver: { unknown: { full_name: 'Nordisk AB' } },
      payment_source_country: 'DE',
      payment_target_country: 'SE',
    });
  });

  it('A UETR is the id of the payment; the ids of the standard are kept with the line', async () => {
    const { lines } = await preparedMessage(statement(outgoing, '899.75'));
    expect(lines[0]?.payment_external_id).toBe(uetr);
    expect(lines[0]?.additional_fields).toMatchObject({
      end_to_end_id: 'E-3',
      uetr,
      servicer_reference: 'B1',
      statement: 'S-1',
      remittance: 'Invoice 7 & 8',
    });
  });

  it('The same transaction has the same id in whichever version, with any prefix', async () => {
    const ids = await Promise.all(
      [{ version: '02' }, { version: '08' }, { version: '13', prefix: 'ns2:' }].map(async (options) => {
        const text = statement(incoming, '1030.00', options).replaceAll(
          'xmlns=',
          options.prefix === undefined ? 'xmlns=' : 'xmlns:ns2=',
        );
        return (await preparedMessage(text)).lines.map(({ modification }) => modification.external_id);
      }),
    );
    expect(ids[1]).toEqual(ids[0]);
    expect(ids[2]).toEqual(ids[0]);
  });

  it('A reversal goes the other way, to the party of what it takes back', async () => {
    const reversal = entry({
      amount: '5.00',
      side: 'CRDT',
      ref: 'R1',
      more: '<RvslInd>true</RvslInd>',
      details: detail({
        parties: party('Dbtr', 'Own GmbH', OWN) + party('Cdtr', 'Nordisk AB', 'SE4550000000058398257466'),
      }),
    });
    const { lines } = await preparedMessage(statement(reversal, '1005.00'));
    expect(lines[0]).toMatchObject({
      sender: { unknown: { full_name: 'Nordisk AB' } },
      receiver: { by_external_id: OWN },
      additional_fields: { reversal: 'true' },
    });
  });

  it.each<[string, string, string]>([
    ['a wrong closing balance', statement(incoming, '1029.99'), 'closes with 1029.99'],
    [
      'several transactions with one amount',
      statement(
        entry({
          amount: '30.00',
          side: 'CRDT',
          ref: 'A1',
          details: detail({ parties: party('Dbtr', 'A', 'FI2112345600000785') }).repeat(2),
        }),
        '1030.00',
      ),
      'not the amount of each',
    ],
    [
      'an amount without currency',
      statement(outgoing, '899.75').replaceAll(' Ccy="EUR">100.25', '>100.25'),
      'no currency',
    ],
  ])('With %s, it says so before anything is sent', async (_, text, words) => {
    const { summary } = await preparedMessage(text);
    expect(summary.errors + summary.refused).toBeGreaterThan(0);
    expect(summary.kinds.map(({ message }) => inEnglish(message)).join('\n')).toContain(words);
  });

  it('One that is cut off is not prepared', async () => {
    const whole = statement(incoming + outgoing, '929.75');
    await expect(preparedMessage(whole.slice(0, -60))).rejects.toMatchObject({ code: 'file.export-unreadable' });
  });
});

const mt940 = [
  '{1:F01BYLADEM1AXXX0000000000}{2:O9401200261123BYLADEM1XXXX00000000002611231200N}{4:',
  ':20:STARTUMS',
  `:25:${OWN}`,
  ':28C:00231/001',
  ':60F:C261123EUR1000,00',
  ':61:2611241123CR10,50NTRFNONREF//A1',
  ':86:166?00GUTSCHRIFT?20EREF+E-1?21SVWZ+Invoice 7 &?22 8?30NDEASESS?31SE4550000000058398257466?32Anna',
  ':61:2611241123D100,25NTRFNONREF//B1',
  'more about it',
  ':86:177?00UEBERWEISUNG?20EREF+E-3?21SVWZ+Invoice 7 & 8?31SE4550000000058398257466?32Nordisk?33 AB',
  ':62F:C261123EUR910,25',
  '-}',
].join('\r\n');

describe('MT940', () => {
  it('Has the transactions of the camt.053 of the same day', async () => {
    const single = incoming.replace(/<TxDtls>(?:(?!<TxDtls>).)*$/, '</NtryDtls></Ntry>').replace('30.00', '10.50');
    const [iso, swift] = await Promise.all([
      preparedMessage(statement(single + outgoing, '910.25')),
      preparedMessage(mt940, 'day.sta'),
    ]);
    const told = ({ sender, receiver, modification, additional_fields: { end_to_end_id, remittance } }: Line) => ({
      sender: sender.by_external_id ?? sender.unknown?.full_name,
      receiver: receiver.by_external_id ?? receiver.unknown?.full_name,
      amount: modification.amount,
      currency: modification.currency,
      at: modification.created_at,
      end_to_end_id,
      remittance,
    });
    expect(swift.summary).toMatchObject({ transactions: 2, refused: 0, errors: 0 });
    expect(swift.lines.map(told)).toEqual(iso.lines.map(told));
  });

  it.each<[string, string]>([
    ['with LF alone', mt940.replaceAll('\r\n', '\n')],
    ['without blocks', mt940.replace(/^\{.*\r\n/, '').replace('-}', '-')],
    [
      'twice in a file',
      `${mt940}\r\n${mt940.replaceAll('//', '//X').replace('1000,00', '910,25').replace('62F:C261123EUR910,25', '62F:C261123EUR820,50')}`,
    ],
  ])('Is read %s', async (name, text) => {
    const { summary } = await preparedMessage(text, 'day.sta');
    expect(summary).toMatchObject({ transactions: name.startsWith('twice') ? 4 : 2, refused: 0, errors: 0 });
  });

  it('A reversed credit goes out, a reversed debit comes in; the year of an entry is that next to its value', async () => {
    const text = mt940
      .replace(':61:2611241123CR10,50', ':61:2701021231RC10,50')
      .replace(':61:2611241123D100,25', ':61:2612311231RDR100,25')
      .replace('EUR910,25', 'EUR1089,75');
    const { lines, summary } = await preparedMessage(text, 'day.sta');
    expect(summary).toMatchObject({ errors: 0, refused: 0 });
    expect(lines[0]).toMatchObject({ sender: { by_external_id: OWN }, additional_fields: { reversal: 'true' } });
    expect(lines[0]?.modification.created_at).toBe('2026-12-31T00:00:00');
    expect(lines[1]).toMatchObject({ receiver: { by_external_id: OWN } });
  });

  it('With a wrong closing balance, it says so; cut off, it is not prepared', async () => {
    const { summary } = await preparedMessage(mt940.replace('EUR910,25', 'EUR910,26'), 'day.sta');
    expect(inEnglish(summary.kinds[0]?.message ?? '')).toContain('closes with 910.26');
    await expect(preparedMessage(mt940.slice(0, -5), 'day.sta')).rejects.toMatchObject({
      code: 'file.export-unreadable',
    });
  });
});

it('MT103 is one transaction, with its UETR', async () => {
  const text = [
    `{1:F01BYLADEM1AXXX0000000000}{2:I103NDEASESSXXXXN}{3:{121:${uetr}}}{4:`,
    ':20:REF-1',
    ':23B:CRED',
    ':32A:261123EUR1234,5',
    ':33B:SEK14000,',
    ':36:0,08818',
    `:50K:/${OWN}`,
    'Own GmbH',
    'Hamburg',
    ':57A:NDEASESSXXX',
    ':59:/SE4550000000058398257466',
    'Nordisk AB',
    ':70:/RFB/Invoice 7',
    ':71A:SHA',
    '-}',
  ].join('\r\n');
  const { lines, summary } = await preparedMessage(text, 'one.fin');
  expect(summary).toMatchObject({ transactions: 1, errors: 0 });
  expect(lines[0]).toMatchObject({
    payment_external_id: uetr,
    payment_target_country: 'SE',
    sender: { by_external_id: OWN },
    receiver: { unknown: { full_name: 'Nordisk AB' } },
    modification: { amount: 1234.5, currency: 'EUR', original_amount: 14000, original_currency: 'SEK' },
    additional_fields: { remittance: 'Invoice 7', exchange_rate: '0.08818' },
  });
});

const order = (control: string, count = 2) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn><GrpHdr><MsgId>P1</MsgId><NbOfTxs>${count}</NbOfTxs><CtrlSum>${control}</CtrlSum></GrpHdr><PmtInf><PmtInfId>G1</PmtInfId><ReqdExctnDt><Dt>2026-11-25</Dt></ReqdExctnDt><Dbtr><Nm>Own GmbH</Nm></Dbtr><DbtrAcct><Id><IBAN>${OWN}</IBAN></Id></DbtrAcct>${['1.10', '2.20'].map((amount, at) => `<CdtTrfTxInf><PmtId><EndToEndId>${at === 0 ? 'NOTPROVIDED' : 'E-9'}</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">${amount}</InstdAmt></Amt><Cdtr><Nm>Creditor ${at}</Nm></Cdtr><CdtrAcct><Id><IBAN>FI2112345600000785</IBAN></Id></CdtrAcct></CdtTrfTxInf>`).join('')}</PmtInf></CstmrCdtTrfInitn></Document>`;

describe('pain.001', () => {
  it('Each transfer inherits from its group, and has an id of its own though NOTPROVIDED repeats', async () => {
    const { lines, summary } = await preparedMessage(order('3.30'));
    expect(summary).toMatchObject({ transactions: 2, refused: 0, errors: 0 });
    expect(lines.map(({ receiver }) => receiver.unknown?.full_name)).toEqual(['Creditor 0', 'Creditor 1']);
    expect(lines.every(({ sender }) => sender.by_external_id === OWN)).toBe(true);
    expect(new Set(lines.map(({ modification }) => modification.external_id)).size).toBe(2);
  });

  it('Is found in the envelope of a bank', async () => {
    const { summary } = await preparedMessage(
      `<env:Envelope xmlns:env="urn:bank"><env:Body>${order('3.30')}</env:Body></env:Envelope>`,
    );
    expect(summary.transactions).toBe(2);
  });

  it.each([
    ['a control sum', order('3.31'), 'add up to 3.31'],
    ['a count', order('3.30', 3), 'says that it has 3 transactions'],
  ])('With %s that is not that of its transfers, it says so', async (_, text, words) => {
    const { summary } = await preparedMessage(text);
    expect(summary.errors).toBe(1);
    expect(summary.kinds.map(({ message }) => inEnglish(message)).join('\n')).toContain(words);
  });
});

describe('What is taken back', () => {
  it('A return without an indicator goes to the party of what it takes back, not to ourselves', async () => {
    const taken = entry({
      amount: '5.00',
      side: 'CRDT',
      ref: 'R1',
      details: detail({
        parties: party('Dbtr', 'Own GmbH', OWN) + party('Cdtr', 'Nordisk AB', 'SE4550000000058398257466'),
      }).replace('</TxDtls>', '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls>'),
    });
    const { lines } = await preparedMessage(statement(taken, '1005.00'));
    expect(lines[0]).toMatchObject({
      sender: { unknown: { full_name: 'Nordisk AB' } },
      receiver: { by_external_id: OWN },
      additional_fields: { reversal: 'return' },
    });
  });
});

describe('Ids', () => {
  const anna = detail({ amount: '10.50', parties: party('Dbtr', 'Anna', 'SE4550000000058398257466') });
  const bob = detail({ amount: '19.50', parties: party('Dbtr', 'Bob', 'FI2112345600000785') });
  const batch = (details: string) => statement(entry({ amount: '30.00', side: 'CRDT', ref: 'A1', details }), '1030.00');
  const idsByName = async (text: string) =>
    Object.fromEntries(
      (await preparedMessage(text)).lines.map(({ sender, modification }) => [
        sender.unknown?.full_name,
        modification.external_id,
      ]),
    );

  it('Do not depend on the order of the transactions, nor on the name of the statement', async () => {
    const ids = await idsByName(batch(anna + bob));
    expect(await idsByName(batch(bob + anna))).toEqual(ids);
    expect(await idsByName(batch(anna + bob).replace('S-1', 'S-2'))).toEqual(ids);
  });

  it('Are different for the same reference on another day, and for transactions that are alike', async () => {
    const [one] = (await preparedMessage(statement(outgoing, '899.75'))).lines;
    const [other] = (await preparedMessage(statement(outgoing.replaceAll('2026-11-23', '2026-11-22'), '899.75'))).lines;
    expect(other?.modification.external_id).not.toBe(one?.modification.external_id);
    const { lines } = await preparedMessage(statement(incoming + incoming, '1060.00'));
    expect(new Set(lines.map(({ modification }) => modification.external_id)).size).toBe(4);
  });
});

describe('Entries', () => {
  it('What was not booked is left out', async () => {
    const pending = outgoing.replace('BOOK', 'PDNG');
    const { summary } = await preparedMessage(statement(incoming + pending, '1030.00'));
    expect(summary).toMatchObject({ transactions: 2, leftOut: 1, errors: 0 });
  });

  it('What was booked counts: charges that were taken off are in the original amount', async () => {
    const charged = outgoing
      .replace('100.25', '95.25')
      .replace('<RmtInf>', '<Chrgs><Rcrd><Amt Ccy="EUR">5.00</Amt></Rcrd></Chrgs><RmtInf>')
      .replace('</Refs>', '</Refs><Amt Ccy="EUR">100.25</Amt>');
    const { lines, summary } = await preparedMessage(statement(charged, '904.75'));
    expect(summary.errors).toBe(0);
    expect(lines[0]).toMatchObject({
      modification: { amount: 95.25, original_amount: 100.25 },
      additional_fields: { charges: '5.00 EUR' },
    });
  });

  it.each([
    ['other amounts', statement(incoming.replace('19.50', '9.50'), '1030.00'), 'add up to 20'],
    [
      'fewer transactions than it says',
      statement(incoming.replace('<NtryDtls>', '<NtryDtls><Btch><NbOfTxs>3</NbOfTxs></Btch>'), '1030.00'),
      'batch of 3',
    ],
  ])('That have %s within are named', async (_, text, words) => {
    const { summary } = await preparedMessage(text);
    expect(summary.errors).toBe(1);
    expect(inEnglish(summary.kinds[0]?.message ?? '')).toContain(words);
  });
});

describe('Pages of an MT940', () => {
  it.each([
    ['the last is missing', mt940.replace(':62F:', ':62M:'), 'last page'],
    ['the first is missing', mt940.replace(':60F:', ':60M:'), 'first page'],
    ['it has no end', mt940.replace(/:62F:.*\r\n/, ''), 'no closing balance'],
    ['another statement is between two', `${mt940}\r\n${mt940.replaceAll('//', '//X')}`, 'one between them is missing'],
  ])('Are missed where %s', async (_, text, words) => {
    const { summary } = await preparedMessage(text, 'day.sta');
    expect(summary.kinds.map(({ message }) => inEnglish(message)).join('\n')).toContain(words);
  });

  it('The next message may follow on the same line, as in a file of FIN', async () => {
    const next = mt940
      .replaceAll('//', '//X')
      .replace('1000,00', '910,25')
      .replace('62F:C261123EUR910,25', '62F:C261123EUR820,50');
    const { summary } = await preparedMessage(`\u0001${mt940}\u0003\u0001${next}\u0003`, 'day.fin');
    expect(summary).toMatchObject({ transactions: 4, errors: 0 });
  });
});

/** By a reader in Python that was written without knowing this one, from the guides of the banks. */
const expected: Record<string, Record<string, string>[]> = JSON.parse(
  await readFile(new URL('payment-files/expected.json', import.meta.url), 'utf8'),
);

describe('Dialects of banks are read as another program reads them', () => {
  it.each(Object.entries(expected))('%s', async (name, transactions) => {
    const bytes = await readFile(new URL(`payment-files/${name}`, import.meta.url));
    const { lines } = await preparedMessage(bytes, name);
    const withoutSpaces = (text = '') => text.replace(/\s/g, '');
    const told = lines.map(({ sender, receiver, modification, additional_fields: more, ...line }) => {
      const isCredit = receiver.by_external_id !== undefined;
      const [own, other] = isCredit ? [receiver, sender] : [sender, receiver];
      return {
        own: own.by_external_id,
        name: other.unknown?.full_name ?? '',
        amount: Number(modification.amount),
        country: (isCredit ? line.payment_source_country : line.payment_target_country) ?? '',
        currency: modification.currency,
        date: modification.created_at.slice(0, 10),
        direction: isCredit ? 'CRDT' : 'DBIT',
        endToEnd: more['end_to_end_id'] ?? '',
        remittance: withoutSpaces(more['remittance']),
      };
    });
    expect(told).toEqual(transactions.map((one) => ({ ...one, amount: Number(one['amount']) })));
  });
});

describe('Messages without transactions', () => {
  it.each([
    ['pain.002', '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt/></Document>'],
    ['MT199', '{1:F01BYLADEM1AXXX0000000000}{2:I199NDEASESSXXXXN}{4:\r\n:20:A\r\n:79:Text\r\n-}'],
  ])('%s is named, and never taken for a table', async (name, text) => {
    const thrown = await preparedMessage(text).catch((reason: unknown) => reason);
    expect(thrown).toBeInstanceOf(AppError);
    expect(thrown instanceof AppError ? thrown.detail : '').toContain(name);
  });
});
