import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { defaultRuleSet } from '../../src-main/check/rules/rule-set.ts';
import { examine } from '../../src-main/exports/examine.ts';
import { WorkArea } from '../../src-main/exports/work-area.ts';
import { firstTemplate } from '../../src-main/prepare/first-template.ts';
import { AppError } from '../../src-shared/errors.ts';
import { inEnglish } from '../../src-shared/languages/message.ts';
import { prepareHere } from './exports/prepare-here.ts';
import { preparedMessage } from './exports/prepare-message.ts';

const OWN = 'DE02120300000000202051';
const OTHER = 'FI2112345600000785';

interface StatementParts {
  id?: string;
  account?: string;
  balances?: string;
  summary?: string;
  entries: string;
}

const balance = (code: string, amount: string, currency = 'EUR') =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`;

const statement = ({ id = 'S1', account = '', balances = '', summary = '', entries }: StatementParts) =>
  `<Stmt><Id>${id}</Id><Acct><Id><IBAN>${OWN}</IBAN></Id>${account}</Acct>${balances}${summary}${entries}</Stmt>`;

const statements = (...all: readonly StatementParts[]) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId></GrpHdr>${all.map(statement).join('')}</BkToCstmrStmt></Document>`;

const DAY = '<BookgDt><Dt>2026-11-23</Dt></BookgDt>';
const entry = ({
  amount = '5.00',
  currency = 'EUR',
  side = '<CdtDbtInd>CRDT</CdtDbtInd>',
  day = DAY,
  status = 'BOOK',
  ref = 'R1',
  more = '',
} = {}) =>
  `<Ntry><Amt Ccy="${currency}">${amount}</Amt>${side}<Sts><Cd>${status}</Cd></Sts>${day}${ref === '' ? '' : `<AcctSvcrRef>${ref}</AcctSvcrRef>`}${more}</Ntry>`;

const order = ({
  debtor,
  creditor = OTHER,
  amount = '10.00',
  uetr = '',
}: {
  debtor: string;
  creditor?: string;
  amount?: string;
  uetr?: string;
}) =>
  `<PmtInf><PmtInfId>1</PmtInfId><ReqdExctnDt><Dt>2026-11-25</Dt></ReqdExctnDt><Dbtr><Nm>Payer</Nm></Dbtr><DbtrAcct><Id><IBAN>${debtor}</IBAN></Id></DbtrAcct><CdtTrfTxInf><PmtId><EndToEndId>1</EndToEndId>${uetr}</PmtId><Amt><InstdAmt Ccy="EUR">${amount}</InstdAmt></Amt><Cdtr><Nm>Payee</Nm></Cdtr><CdtrAcct><Id><IBAN>${creditor}</IBAN></Id></CdtrAcct></CdtTrfTxInf></PmtInf>`;

const orders = (...groups: readonly string[]) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn><GrpHdr><MsgId>20261030</MsgId></GrpHdr>${groups.join('')}</CstmrCdtTrfInitn></Document>`;

const transfer = (fields: readonly string[], { before = '' } = {}) =>
  `${before}{1:F01COBADEFFAXXX0000000000}{2:O1031200261030DEUTDEFFAXXX00000000002610301200N}{4:\r\n${fields.join('\r\n')}\r\n-}`;

const mt103 = ({ payer = OWN, payee = OTHER, amount = 'EUR5,' } = {}) => [
  ...[':20:REF1', ':23B:CRED', `:32A:261030${amount}`, `:50K:/${payer}`, 'PAYER', `:59:/${payee}`, 'PAYEE', ':71A:SHA'],
];

const mt940 = (entries: readonly string[]) =>
  [':20:S1', `:25:${OWN}`, ':28C:1/1', ':60F:C261122EUR100,00', ...entries].join('\r\n');

async function problemsOf(text: string, name?: string): Promise<string> {
  const { summary } = await preparedMessage(text, name);
  return summary.kinds.map(({ message }) => inEnglish(message)).join('\n');
}

async function refusalOf(text: string, name?: string): Promise<string> {
  const thrown: unknown = await preparedMessage(text, name).catch((error: unknown) => error);
  if (!(thrown instanceof AppError)) throw new Error('It was prepared.');
  return thrown.detail;
}

const idOf = async (text: string, name?: string): Promise<string | undefined> =>
  (await preparedMessage(text, name)).lines[0]?.modification.external_id;

describe('Messages of several kinds', () => {
  it('Are each read by their own look, in whichever order', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tranship-messages-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const workFolder = join(folder, 'work');
    await mkdir(workFolder);
    await writeFile(join(folder, 'a.xml'), statements({ entries: entry() }));
    await writeFile(join(folder, 'b.sta'), mt940([':61:2611231123C7,00NTRFNONREF//R2', ':62F:C261123EUR107,00', '-']));
    const sources = ['b.sta', 'a.xml'].map((name) => ({ path: join(folder, name), name }));
    const workArea = new WorkArea({ parent: workFolder });
    const { tables } = await examine([join(folder, 'b.sta')], { workArea, signal: new AbortController().signal });
    workArea.remove();
    const summary = await prepareHere({
      sources,
      template: firstTemplate(tables, [], 'Messages').template,
      workFolder,
      name: 'made',
      threads: 1,
      limits: { bytes: 1e9, lines: 1e9 },
      grouping: 'none',
      keepPayments: false,
      ruleSet: defaultRuleSet,
      toolVersion: '1.0.0',
    });
    expect(summary.messages.map(({ message, transactions }) => [message, transactions])).toEqual([
      ['MT940', 1],
      ['camt.053.001.08', 1],
    ]);
  });

  it('Name one beside them that is not read', async () => {
    const report =
      '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt></CstmrPmtStsRpt></Document>';
    expect(await problemsOf(`<Envelope>${statements({ entries: entry() })}${report}</Envelope>`)).toContain(
      'A message pain.002 is among the messages',
    );
  });
});

describe('Ids', () => {
  it('Of two senders are different, though they gave the same references', async () => {
    const ids = [
      orders(order({ debtor: OWN })),
      orders(order({ debtor: 'SE4550000000058398257466', amount: '999.00' })),
    ];
    const transfers = [mt103(), mt103({ payer: 'SE4550000000058398257466', amount: 'EUR700,5' })];
    expect(new Set(await Promise.all(ids.map((text) => idOf(text)))).size).toBe(2);
    expect(new Set(await Promise.all(transfers.map((fields) => idOf(transfer(fields), 'm.fin')))).size).toBe(2);
  });

  it('Of two fees without a reference are different, if different things are said about them', async () => {
    const fee = (text: string) =>
      statements({ entries: entry({ ref: '', more: `<AddtlNtryInf>${text}</AddtlNtryInf>` }) });
    const [one, other, again] = await Promise.all(['Fee A', 'Fee B', 'FEE  a'].map((text) => idOf(fee(text))));
    expect(one).not.toBe(other);
    expect(again).toBe(one);
  });
});

describe('What cannot be sent as it is', () => {
  it.each([
    ['without a date', { day: '' }, 'has no date'],
    ['with a negative amount', { amount: '-5.00' }, 'is not written as the standard says'],
    ['with an amount in another notation', { amount: '1e3' }, 'is not written as the standard says'],
    ['without a side', { side: '' }, 'does not say whether it is a credit or a debit'],
  ])('An entry %s is refused', async (_, parts, words) => {
    const { summary } = await preparedMessage(statements({ entries: entry({ ref: 'R0' }) + entry(parts) }));
    expect(summary).toMatchObject({ transactions: 1, refused: 1 });
    expect(summary.kinds.map(({ message }) => inEnglish(message)).join('\n')).toContain(words);
  });

  it.each(['261323', '260230'])('An entry of SWIFT with the value date %s is refused', async (day) => {
    const text = mt940([
      `:61:${day}C7,00NTRFNONREF//R2`,
      ':61:261123C7,00NTRFNONREF//R3',
      ':62F:C261123EUR114,00',
      '-',
    ]);
    expect(await problemsOf(text, 'm.sta')).toContain('does not begin with the day of its value');
  });

  it('A transfer that was cut off is refused', async () => {
    const text = [...mt103(), ...mt103().slice(0, 5)].join('\r\n');
    expect(await problemsOf(text, 'm.txt')).toContain('has no field 59, which each transfer has');
  });

  it('What the network has refused is left out, and named', async () => {
    const refused = transfer(mt103(), { before: '{1:F21COBADEFFAXXX0000000000}{4:{177:2610301200}{451:1}{405:T26}}' });
    const { summary, lines } = await preparedMessage(`${refused}\r\n${transfer(mt103({ amount: 'EUR8,' }))}`, 'm.fin');
    expect(lines.map(({ modification }) => modification.amount)).toEqual([8]);
    expect(summary.kinds.map(({ message }) => inEnglish(message)).join('\n')).toContain('they were never sent');
  });

  it('A document of which a part is encrypted is refused', async () => {
    const hidden = '<EncryptedData xmlns="http://www.w3.org/2001/04/xmlenc#"><CipherData/></EncryptedData>';
    expect(await refusalOf(statements({ entries: entry() + hidden }))).toContain('A part of it is encrypted');
  });

  it('A statement of a day on which nothing was booked says so, and a wrong one says what is wrong', async () => {
    const nil = (closing: string) =>
      statements({ balances: balance('OPBD', '4.00') + balance('CLBD', closing), entries: '' });
    expect(await refusalOf(nil('4.00'))).toContain('without any transaction');
    expect(await problemsOf(nil('5.00'))).toContain('closes with 5');
  });
});

describe('Figures', () => {
  const ofDay = (opening: string, closing: string, currency?: string) =>
    balance('OPBD', opening, currency) + balance('CLBD', closing, currency);

  it('That cannot be read agree with nothing', async () => {
    expect(await problemsOf(statements({ balances: ofDay('1.00', 'abc'), entries: entry() }))).toContain(
      'closes with abc',
    );
  });

  it('Go on from one statement to the next by account and currency, and may begin with the newest', async () => {
    const inDollars = {
      id: 'S2',
      balances: ofDay('50.00', '55.00', 'USD'),
      entries: entry({ currency: 'USD', ref: 'R2' }),
    };
    const [older, newer] = [
      { id: 'S1', balances: ofDay('1.00', '6.00'), entries: entry() },
      { id: 'S3', balances: ofDay('6.00', '11.00'), entries: entry({ ref: 'R3' }) },
    ];
    expect(await problemsOf(statements(older, inDollars, newer))).toBe('');
    expect(await problemsOf(statements(newer, older))).toBe('');
    const gap = { id: 'S4', balances: ofDay('7.00', '12.00'), entries: entry({ ref: 'R4' }) };
    expect(await problemsOf(statements(older, gap))).toContain('the statement before it closes with 6');
  });

  it('May count what is not booked', async () => {
    const summary = '<TxsSummry><TtlNtries><NbOfNtries>2</NbOfNtries><Sum>10.00</Sum></TtlNtries></TxsSummry>';
    const all = entry() + entry({ status: 'PDNG', ref: 'R2' });
    expect(await problemsOf(statements({ summary, entries: all }))).toBe('');
    expect(await problemsOf(statements({ summary, entries: entry() }))).toContain('says that it has 2 entries');
  });

  it('Are in the currency of the account, and so are its balances', async () => {
    expect(await problemsOf(statements({ account: '<Ccy>GBP</Ccy>', entries: entry() }))).toContain(
      'is kept in GBP, but has entries in EUR',
    );
    const balances = balance('OPBD', '1.00') + balance('CLBD', '6.00', 'USD');
    expect(await problemsOf(statements({ account: '<Ccy>EUR</Ccy>', balances, entries: entry() }))).toContain(
      'is kept in USD, but has entries in EUR',
    );
  });

  it('An entry behind the closing balance is named', async () => {
    const text = mt940([
      ':61:261123C7,00NTRFNONREF//R2',
      ':62F:C261123EUR107,00',
      ':61:261123C7,00NTRFNONREF//R3',
      '-',
    ]);
    expect(await problemsOf(text, 'm.sta')).toContain('stands behind the closing balance');
  });
});

describe('What is in a message twice', () => {
  it('A group of orders with the same id is named', async () => {
    const group = order({ debtor: OWN });
    expect(await problemsOf(orders(group, group))).toContain('Group 1 is in the message twice');
  });

  it('A UETR of two payments is named', async () => {
    const uetr = '<UETR>8a562c67-ca16-48ba-b074-65581be6f001</UETR>';
    const [one, other] = [order({ debtor: OWN, uetr }), order({ debtor: OWN, uetr, amount: '11.00' })];
    expect(await problemsOf(orders(one, other.replace('>1</PmtInfId>', '>2</PmtInfId>')))).toContain(
      'which belongs to one payment',
    );
  });
});
