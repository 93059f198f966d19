import { describe, expect, it } from 'vitest';
import { statedFigures } from '../../src-main/exports/payments/message-facts.ts';
import type { MessageFacts } from '../../src-shared/preparation-shapes.ts';
import { preparedMessage } from './exports/prepare-message.ts';

const OWN = 'DE02120300000000202051';

interface Transfer {
  amount: string;
  currency?: string;
}

interface Group {
  transfers: readonly Transfer[];
  count?: number;
}

const order = ({ groups, count, sum }: { groups: readonly Group[]; count: number; sum: string }) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn><GrpHdr><MsgId>P1</MsgId><NbOfTxs>${count}</NbOfTxs><CtrlSum>${sum}</CtrlSum></GrpHdr>${groups.map(group).join('')}</CstmrCdtTrfInitn></Document>`;

const group = ({ transfers, count }: Group, at: number) =>
  `<PmtInf><PmtInfId>G${at}</PmtInfId>${count === undefined ? '' : `<NbOfTxs>${count}</NbOfTxs>`}<ReqdExctnDt><Dt>2026-11-25</Dt></ReqdExctnDt><Dbtr><Nm>Own GmbH</Nm></Dbtr><DbtrAcct><Id><IBAN>${OWN}</IBAN></Id></DbtrAcct>${transfers.map(transfer).join('')}</PmtInf>`;

const transfer = ({ amount, currency = 'EUR' }: Transfer, at: number) =>
  `<CdtTrfTxInf><PmtId><EndToEndId>E-${at}</EndToEndId></PmtId><Amt><InstdAmt Ccy="${currency}">${amount}</InstdAmt></Amt><Cdtr><Nm>Creditor ${at}</Nm></Cdtr><CdtrAcct><Id><IBAN>FI2112345600000785</IBAN></Id></CdtrAcct></CdtTrfTxInf>`;

const two: Group = { transfers: [{ amount: '1.10' }, { amount: '2.20' }] };

interface Entry {
  amount: string;
  side?: 'CRDT' | 'DBIT';
  status?: string;
}

const entries = (all: readonly Entry[]) =>
  all
    .map(
      ({ amount, side = 'CRDT', status = 'BOOK' }, at) =>
        `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Sts><Cd>${status}</Cd></Sts><BookgDt><Dt>2026-11-23</Dt></BookgDt><AcctSvcrRef>R${at}</AcctSvcrRef></Ntry>`,
    )
    .join('');

const statements = (summary: string, all: readonly Entry[]) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId></GrpHdr><Stmt><Id>S-1</Id><Acct><Id><IBAN>${OWN}</IBAN></Id></Acct>${summary}${entries(all)}</Stmt></BkToCstmrStmt></Document>`;

describe('What a payment message states about itself', () => {
  it('Is counted with what is in it', async () => {
    const { summary } = await preparedMessage(order({ groups: [{ ...two, count: 2 }, two], count: 4, sum: '6.6' }));
    expect(summary.messages).toEqual([
      {
        message: 'pain.001.001.09',
        parts: 2,
        transactions: 4,
        agreeing: 3,
        differing: 0,
        figures: [
          { of: 'Group G0', kind: 'transactions', stated: '2', found: '2' },
          { of: 'Message P1', kind: 'transactions', stated: '4', found: '4' },
          { of: 'Message P1', kind: 'sum', stated: '6.6', found: '6.6' },
        ],
        totals: [{ count: 4 }, { currency: 'EUR', sum: '6.6' }],
      },
    ]);
  });

  it('Is in English in the manifest, which programs read', async () => {
    const { manifest } = await preparedMessage(order({ groups: [two], count: 2, sum: '3.30' }));
    const of = manifest.tables.flatMap(({ message }) => message?.figures.map((figure): unknown => figure.of) ?? []);
    expect(new Set(of)).toEqual(new Set(['Message P1']));
    expect(of.every((one) => typeof one === 'string')).toBe(true);
  });

  it('Is compared with what is made, as the figures of the source system', async () => {
    const { summary } = await preparedMessage(order({ groups: [two], count: 2, sum: '3.30' }));
    expect(summary.control).toEqual({
      figures: [{ count: 2 }, { currency: 'EUR', sum: '3.3' }],
      differences: [],
    });
  });

  it('Differs by what was refused', async () => {
    const wrong = { transfers: [{ amount: '1.10' }, { amount: '2.20', currency: 'euro' }] };
    const { summary } = await preparedMessage(order({ groups: [wrong], count: 2, sum: '3.30' }));
    expect(summary).toMatchObject({ transactions: 1, refused: 1 });
    expect(summary.control?.differences).toEqual([{ expected: { count: 2 }, actual: { count: 1 } }]);
  });

  it('Is no figure for what is made where it is wrong itself, which is a finding', async () => {
    const { summary } = await preparedMessage(order({ groups: [two], count: 2, sum: '3.31' }));
    expect(summary.messages[0]).toMatchObject({ differing: 1, totals: [{ count: 2 }] });
    expect(summary.errors).toBe(1);
    // It is kept among what differs, so that a person is asked before anything of it is sent.
    expect(summary.control?.differences).toEqual([{ sentence: expect.stringContaining('add up to 3.31') }]);
    expect(summary.control?.figures).toEqual([{ count: 2 }]);
  });

  it('Of several currencies, only the number can be compared', async () => {
    const mixed = { transfers: [{ amount: '1.10' }, { amount: '2.20', currency: 'USD' }] };
    const { summary } = await preparedMessage(order({ groups: [mixed], count: 2, sum: '3.30' }));
    expect(summary.control).toEqual({ figures: [{ count: 2 }], differences: [] });
  });

  it('Of a statement, is the sum of its entries, without what was not booked', async () => {
    const summaryOf =
      '<TxsSummry><TtlCdtNtries><NbOfNtries>1</NbOfNtries><Sum>5.00</Sum></TtlCdtNtries><TtlDbtNtries><NbOfNtries>1</NbOfNtries><Sum>2.00</Sum></TtlDbtNtries></TxsSummry>';
    const all: Entry[] = [{ amount: '5.00' }, { amount: '2.00', side: 'DBIT' }, { amount: '9.00', status: 'PDNG' }];
    const { summary } = await preparedMessage(statements(summaryOf, all));
    expect(summary).toMatchObject({ transactions: 2, leftOut: 1 });
    expect(summary.messages[0]).toMatchObject({ parts: 1, entries: 3, transactions: 3, notBooked: 1, agreeing: 4 });
    expect(summary.control).toEqual({ figures: [{ currency: 'EUR', sum: '7' }], differences: [] });
  });
});

describe('The figures of several messages', () => {
  const told = (totals: MessageFacts['totals'], notBooked?: number): MessageFacts => ({
    message: 'pain.001',
    parts: 1,
    transactions: 2,
    agreeing: 1,
    differing: 0,
    figures: [],
    totals,
    ...(notBooked !== undefined && { notBooked }),
  });
  const euros = told([{ count: 2 }, { currency: 'EUR', sum: '3.3' }]);

  it('Are added up', () => {
    const dollars = told([{ count: 2 }, { currency: 'USD', sum: '0.70' }]);
    expect(statedFigures([euros, dollars, euros], 0)).toEqual([
      { count: 6 },
      { currency: 'EUR', sum: '6.6' },
      { currency: 'USD', sum: '0.7' },
    ]);
  });

  it('Are none of a kind that one of them does not state', () => {
    expect(statedFigures([euros, told([{ count: 2 }])], 0)).toEqual([{ count: 4 }]);
    expect(statedFigures([euros, told([{ currency: 'EUR', sum: '1' }])], 0)).toEqual([{ currency: 'EUR', sum: '4.3' }]);
  });

  it('Are none beside an export that is no payment message', () => {
    expect(statedFigures([euros, undefined], 0)).toEqual([]);
  });

  it('Are none where a person has left out more than what was not booked', () => {
    expect(statedFigures([told([{ count: 2 }], 1)], 1)).toEqual([{ count: 2 }]);
    expect(statedFigures([told([{ count: 2 }], 1)], 2)).toEqual([]);
  });
});
