/** @file Makes payment messages of ISO 20022 that are as odd as a bank could write them: the same ones from the same seed. */

/** Numbers from 0 up to `below`, by a generator that is the same everywhere. */
function chances(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const NAMES = [
  'Müller &amp; Söhne',
  'Åke',
  '<![CDATA[A & B]]>',
  ' two\n lines ',
  'tab\there',
  'say "yes"',
  'Ł. Żak',
  '😀',
];
const ACCOUNTS = [
  ...[
    '<IBAN>DE02120300000000202051</IBAN>',
    '<IBAN>SE45 5000 0000 0583 9825 7466</IBAN>',
    '<Othr><Id>12-34</Id></Othr>',
  ],
  ...['<IBAN>fi2112345600000785</IBAN>', '<PrtryAcct><Id>77</Id></PrtryAcct>', ''],
];
const AMOUNTS = ['10.50', '10.5', '7', ' 3.00 ', '0.00', '1e3', 'none', '', '123456789012.34', '5.<!-- cents -->25'];
const REFERENCES = ['E-1', 'E-2', 'NOTPROVIDED', '', 'a | b', '8a562c67-ca16-48ba-b074-65581be6f001', 'R&#x20AC;7'];
const DAYS = ['2026-11-23', '2026-11-24Z', '2026-11-23T10:00:00+01:00', ''];

export function paymentDocument(message: string, seed: number): string {
  const chance = chances(seed);
  const one = <Some>(of: readonly Some[]): Some => of[chance(of.length)] as Some;
  const prefix = one(['', '', 'ns2:']);
  const gap = one(['', '\n  ', '\r\n\t']);
  const tag = (name: string, content: string, attributes = '') => `${gap}<${name}${attributes}>${content}</${name}>`;
  const maybe = (content: () => string, often = 2) => (chance(often + 1) === 0 ? '' : content());
  const times = (content: () => string, most: number) => Array.from({ length: chance(most + 1) }, content).join('');
  const amount = (name = 'Amt') => tag(name, one(AMOUNTS), one([' Ccy="EUR"', ' Ccy="EUR"', " Ccy = 'USD'", '']));
  const side = () => tag('CdtDbtInd', one(['CRDT', 'DBIT', 'DBIT', 'both']));
  const status = () => tag('Sts', one(['<Cd>BOOK</Cd>', 'BOOK', '<Cd>PDNG</Cd>', 'INFO']));
  const day = (name: string) => tag(name, one([tag('Dt', one(DAYS)), tag('DtTm', '2026-11-23T08:00:00Z'), one(DAYS)]));
  const agent = (name: string) =>
    tag(name, tag('FinInstnId', one(['<BICFI>NDEASESS</BICFI>', '<BIC>BYLADEM1001</BIC>', ''])));
  const person = (name: string) => {
    const inner =
      maybe(() => tag('Nm', one(NAMES)), 4) + maybe(() => tag('PstlAdr', tag('Ctry', one(['DE', 'SE', '']))));
    return tag(name, one([inner, tag('Pty', inner), tag('Agt', tag('FinInstnId', inner))]));
  };
  const account = (name: string) => tag(name, tag('Id', one(ACCOUNTS)) + maybe(() => tag('Prxy', tag('Id', '+39'))));
  const role = (name: string) =>
    maybe(() => person(name)) + maybe(() => account(`${name}Acct`)) + maybe(() => person(`Ultmt${name}`), 1);
  const agents = () => maybe(() => agent('DbtrAgt')) + maybe(() => agent('CdtrAgt'));
  const remittance = () =>
    tag(
      'RmtInf',
      times(() => tag('Ustrd', one(['Invoice 7 &amp; 8', ' twice  spaced ', ''])), 2) +
        times(
          () =>
            tag(
              'Strd',
              maybe(() => tag('RfrdDocInf', '<Nb>D1</Nb>')) +
                tag('CdtrRefInf', '<Ref>RF18</Ref>') +
                maybe(() => tag('AddtlRmtInf', 'more')),
            ),
          2,
        ),
    );
  const code = () =>
    tag(
      'BkTxCd',
      one([
        '<Prtry><Cd>NTRF</Cd></Prtry>',
        `<Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>${one(['ESCT', 'RRTN'])}</SubFmlyCd></Fmly></Domn>`,
      ]),
    );
  const exchange = () =>
    tag(
      'AmtDtls',
      tag(
        one(['InstdAmt', 'TxAmt', 'CntrValAmt']),
        amount() + maybe(() => '<CcyXchg><XchgRate>1.1</XchgRate></CcyXchg>'),
      ),
    );
  const charges = () =>
    tag('Chrgs', one([amount(), tag('Rcrd', amount()) + tag('Rcrd', amount()), amount('TtlChrgsAndTaxAmt')]));
  const detail = () =>
    tag(
      'TxDtls',
      maybe(() =>
        tag(
          'Refs',
          ['MsgId', 'AcctSvcrRef', 'EndToEndId', 'TxId', 'InstrId', 'MndtId', 'UETR']
            .map((name) => maybe(() => tag(name, one(REFERENCES)), 1))
            .join(''),
        ),
      ) +
        maybe(() => amount()) +
        maybe(side) +
        maybe(exchange, 1) +
        maybe(charges, 1) +
        maybe(() => tag('RltdPties', role('Dbtr') + role('Cdtr')), 3) +
        maybe(() => tag('RltdAgts', agents())) +
        maybe(remittance) +
        maybe(code, 1) +
        maybe(() => tag('Purp', '<Cd>SALA</Cd>')) +
        maybe(() => '<RtrInf/>', 1) +
        maybe(() => tag('AddtlTxInf', 'told')),
    );
  const entry = () =>
    tag(
      'Ntry',
      maybe(() => tag('NtryRef', one(REFERENCES))) +
        maybe(() => amount(), 9) +
        maybe(side, 9) +
        maybe(() => tag('RvslInd', one(['true', 'false', '1'])), 1) +
        status() +
        maybe(() => day('BookgDt'), 5) +
        maybe(() => day('ValDt')) +
        maybe(() => tag('AcctSvcrRef', one(REFERENCES))) +
        maybe(code) +
        maybe(charges, 1) +
        maybe(exchange, 1) +
        times(
          () => tag('NtryDtls', maybe(() => tag('Btch', tag('NbOfTxs', one(['1', '2', '3']))), 1) + times(detail, 3)),
          2,
        ) +
        maybe(() => tag('AddtlNtryInf', 'of the entry')),
    );
  const balance = (kind: string) => tag('Bal', `<Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp>${amount()}${side()}`);
  const part = (name: string) =>
    tag(
      name,
      tag('Id', one(REFERENCES)) +
        maybe(() => tag('StmtPgntn', tag('LastPgInd', one(['true', 'false']))), 1) +
        maybe(() => account('Acct').replace('</Acct>', `${person('Ownr')}${agent('Svcr')}</Acct>`), 4) +
        balance('OPBD') +
        balance('CLBD') +
        maybe(() => tag('TxsSummry', tag('TtlNtries', tag('NbOfNtries', '3') + tag('Sum', '40.5'))), 1) +
        times(entry, 5) +
        // An element that usually stands before the entries.
        maybe(() => account('Acct'), 1),
    );
  const order = (name: string) =>
    tag(
      name,
      maybe(() =>
        tag(
          'PmtId',
          ['InstrId', 'EndToEndId', 'TxId', 'UETR'].map((id) => maybe(() => tag(id, one(REFERENCES)))).join(''),
        ),
      ) +
        maybe(
          () =>
            one([
              tag('Amt', amount('InstdAmt')),
              amount('IntrBkSttlmAmt'),
              amount('InstdAmt'),
              amount('IntrBkSttlmAmt') + amount('InstdAmt'),
            ]),
          9,
        ) +
        maybe(() => day('ReqdExctnDt'), 1) +
        maybe(() => tag('ChrgBr', 'SLEV')) +
        role('Dbtr') +
        role('Cdtr') +
        agents() +
        maybe(remittance),
    );
  const head = tag(
    'GrpHdr',
    tag('MsgId', one(REFERENCES)) +
      tag('CreDtTm', '2026-11-24T01:00:00') +
      maybe(() => tag('NbOfTxs', '4') + tag('CtrlSum', '17.50')),
  );
  const kind = message.slice(0, 4);
  const transaction = message === 'pain.008' || message === 'pacs.003' ? 'DrctDbtTxInf' : 'CdtTrfTxInf';
  const level = { 'camt.052': 'Rpt', 'camt.053': 'Stmt', 'camt.054': 'Ntfctn' }[message];
  const content =
    level !== undefined
      ? Array.from({ length: 1 + chance(3) }, () => part(level)).join('')
      : kind === 'pain'
        ? Array.from({ length: 1 + chance(3) }, () =>
            tag(
              'PmtInf',
              tag('PmtInfId', one(REFERENCES)) +
                day('ReqdColltnDt') +
                role('Dbtr') +
                role('Cdtr') +
                agents() +
                times(() => order(transaction), 3),
            ),
          ).join('')
        : times(() => order(transaction), 6);
  // One is there at least, for it to be read at all.
  const least =
    level === undefined
      ? kind === 'pain'
        ? tag('PmtInf', order(transaction))
        : order(transaction)
      : tag(level, entry());
  const inner = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${message}.001.08">${tag('Message', head + content + least)}${gap}</Document>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${inner}`
    .replaceAll(/<(\/?)(?=[A-Z])/g, `<$1${prefix}`)
    .replace('xmlns=', prefix === '' ? 'xmlns=' : 'xmlns:ns2=');
}
