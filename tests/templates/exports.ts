/** @file Headers and rows as banks and programs export them, with what each column is. Written by hand from real forms. */

import type { Reading } from '../../src-shared/template-shapes.ts';

export interface ExportSample {
  name: string;
  delimiter: ';' | ',' | '\t' | '|';
  /** The header, then rows. */
  lines: readonly string[];
  /** The columns of each field that must be found; nothing else may come from a column but ids. */
  fields: Readonly<Record<string, readonly string[]>>;
  dates: readonly string[];
  decimal: '.' | ',';
}

export const readingOf = ({ delimiter }: ExportSample): Reading => ({ format: 'delimited', delimiter });

const createdAt = 'modification.created_at';
const amount = 'modification.amount';
const currency = 'modification.currency';

export const exportSamples: readonly ExportSample[] = [
  {
    name: 'a German savings bank',
    delimiter: ';',
    lines: [
      'Auftragskonto;Buchungstag;Valutadatum;Buchungstext;Verwendungszweck;Beguenstigter/Zahlungspflichtiger;Kontonummer;BLZ;Betrag;Waehrung;Info',
      '12345678;31.01.24;31.01.24;DAUERAUFTRAG;Miete;Hans Müller;DE02120300000000202051;BYLADEM1001;-1.250,00;EUR;Umsatz gebucht',
      '12345678;15.01.24;15.01.24;GUTSCHRIFT;Gehalt;ACME GmbH;DE02500105170137075030;INGDDEFF;3.412,57;EUR;Umsatz gebucht',
      '12345678;03.01.24;03.01.24;LASTSCHRIFT;Strom;Stadtwerke Köln;DE88100900001234567892;BEVODEBB;-89,90;EUR;Umsatz gebucht',
    ],
    fields: {
      [createdAt]: ['Buchungstag'],
      payment_type: ['Buchungstext'],
      [amount]: ['Betrag'],
      [currency]: ['Waehrung'],
    },
    dates: ['DD.MM.YY'],
    decimal: ',',
  },
  {
    name: 'a German core system',
    delimiter: ';',
    lines: [
      'Kundennummer;Kundenname;Empfänger;Empfängerkonto;Empfängerland;Buchungsdatum;Uhrzeit;Betrag;Währung;Zahlungsart;Risiko',
      'K-1001;Anna Vogel;Jürgen Weiß;DE02120300000000202051;Österreich;31.01.2024;14:05;12,50;EUR;Überweisung;hoch',
      'K-1002;Bernd Kraus;Luisa Rossi;IT60X0542811101000000123456;Italien;01.02.2024;09:30;1.200,00;EUR;Überweisung;hoch',
      'K-1001;Anna Vogel;Jan Kowalski;PL61109010140000071219812874;Polen;02.02.2024;23:59;7,05;EUR;Karte;gering',
    ],
    fields: {
      'sender.by_external_id': ['Kundennummer'],
      'sender.unknown.full_name': ['Kundenname'],
      'receiver.unknown.full_name': ['Empfänger'],
      'receiver.unknown.external_id': ['Empfängerkonto'],
      payment_target_country: ['Empfängerland'],
      [createdAt]: ['Buchungsdatum', 'Uhrzeit'],
      [amount]: ['Betrag'],
      [currency]: ['Währung'],
      payment_method: ['Zahlungsart'],
    },
    dates: ['DD.MM.YYYY HH:mm', 'DD.MM.YYYY'],
    decimal: ',',
  },
  {
    name: 'an English payments table',
    delimiter: ',',
    lines: [
      'transaction_id,created_at,amount,currency,sender_name,sender_country,beneficiary_name,beneficiary_country,payment_method,transaction_type,category',
      '0e984725-c51c-4bf4-9960-e1c80e27aba0,2024-01-31T14:05:00,1250.00,GBP,John Smith,GB,Marie Curie,FR,card,purchase,travel',
      '3f333df6-90a4-4fda-8dd3-9485d27cee36,2024-02-01T09:30:00,7.5,EUR,Jane Doe,IE,Hans Weber,DE,transfer,refund,food',
    ],
    fields: {
      transaction_external_id: ['transaction_id'],
      [createdAt]: ['created_at'],
      [amount]: ['amount'],
      [currency]: ['currency'],
      'sender.unknown.full_name': ['sender_name'],
      payment_source_country: ['sender_country'],
      'receiver.unknown.full_name': ['beneficiary_name'],
      payment_target_country: ['beneficiary_country'],
      payment_method: ['payment_method'],
      payment_type: ['transaction_type'],
      'additional_fields.payment_category': ['category'],
    },
    dates: ['iso'],
    decimal: '.',
  },
  {
    name: 'an American ledger, month first',
    delimiter: ',',
    lines: [
      'Posting Date,Description,Debit,Credit,Balance,Reference Number',
      '01/31/2024,Rent,"1250.00",,4000.00,R001',
      '02/01/2024,Salary,,"3,412.57",7412.57,R002',
      '02/02/2024,Coffee,4.5,,7408.07,R003',
    ],
    fields: { [createdAt]: ['Posting Date'], [amount]: ['Debit', 'Credit'] },
    dates: ['MM/DD/YYYY'],
    decimal: '.',
  },
  {
    name: 'a French bank',
    delimiter: ';',
    lines: [
      "Date d'opération;Date de valeur;Libellé;Montant;Devise;Nom du bénéficiaire;Pays du bénéficiaire;Type d'opération;Référence opération",
      '31/01/2024;01/02/2024;Loyer;-1 250,00;EUR;Marie Dubois;FR;VIREMENT;OP001',
      '15/01/2024;15/01/2024;Salaire;3 412,57;EUR;Société ACME;BE;VIREMENT;OP002',
      '03/01/2024;03/01/2024;Café;-4,50;EUR;Café de Flore;FR;CARTE;OP003',
    ],
    fields: {
      [createdAt]: ["Date d'opération"],
      [amount]: ['Montant'],
      [currency]: ['Devise'],
      'receiver.unknown.full_name': ['Nom du bénéficiaire'],
      payment_target_country: ['Pays du bénéficiaire'],
      payment_type: ["Type d'opération"],
      transaction_external_id: ['Référence opération'],
    },
    dates: ['DD/MM/YYYY'],
    decimal: ',',
  },
  {
    name: 'a Spanish bank',
    delimiter: ';',
    lines: [
      'Fecha operación;Fecha valor;Concepto;Importe;Moneda;Ordenante;Beneficiario;País destino;Tipo operación',
      '31/01/2024;31/01/2024;Alquiler;-1.250,00;EUR;Juan García;María López;ES;TRANSFERENCIA',
      '15/02/2024;15/02/2024;Nómina;3.412,57;EUR;ACME SA;Juan García;ES;NOMINA',
      '16/02/2024;16/02/2024;Pago;12,00;USD;Juan García;Bob Stone;US;TRANSFERENCIA',
    ],
    fields: {
      [createdAt]: ['Fecha operación'],
      [amount]: ['Importe'],
      [currency]: ['Moneda'],
      'sender.unknown.full_name': ['Ordenante'],
      'receiver.unknown.full_name': ['Beneficiario'],
      payment_target_country: ['País destino'],
      payment_type: ['Tipo operación'],
    },
    dates: ['DD/MM/YYYY'],
    decimal: ',',
  },
  {
    name: 'an Italian bank',
    delimiter: ';',
    lines: [
      'Data contabile;Data valuta;Importo;Valuta;Causale;Ordinante;Beneficiario;Codice cliente',
      '31.01.2024;31.01.2024;-1.250,00;EUR;BONIFICO;Anna Bianchi;Mario Rossi;C1',
      '15.01.2024;16.01.2024;3.412,57;EUR;STIPENDIO;ACME Srl;Anna Bianchi;C2',
      '16.01.2024;16.01.2024;12,00;CHF;BONIFICO;Anna Bianchi;Luca Verdi;C1',
    ],
    fields: {
      [createdAt]: ['Data contabile'],
      [amount]: ['Importo'],
      [currency]: ['Valuta'],
      payment_type: ['Causale'],
      'sender.unknown.full_name': ['Ordinante'],
      'receiver.unknown.full_name': ['Beneficiario'],
      'sender.by_external_id': ['Codice cliente'],
    },
    dates: ['DD.MM.YYYY'],
    decimal: ',',
  },
  {
    name: 'a Dutch bank',
    delimiter: ',',
    lines: [
      'Datum,Naam / Omschrijving,Rekening,Tegenrekening,Code,Af Bij,Bedrag (EUR),Mutatiesoort,Mededelingen',
      '20240131,J. de Vries,NL69INGB0123456789,NL39RABO0300065264,BA,Af,"12,50",Betaalautomaat,Pas 001',
      '20240201,ACME BV,NL69INGB0123456789,NL02ABNA0123456789,OV,Bij,"1200,00",Overschrijving,Salaris',
      '20240202,P. Bakker,NL69INGB0123456789,NL91ABNA0417164300,GT,Af,"7,05",Online bankieren,Etentje',
    ],
    fields: { [createdAt]: ['Datum'], [amount]: ['Bedrag (EUR)'], payment_type: ['Mutatiesoort'] },
    dates: ['iso'],
    decimal: ',',
  },
  {
    name: 'a Polish bank',
    delimiter: ';',
    lines: [
      'Data operacji;Data księgowania;Rodzaj transakcji;Kwota;Waluta;Nadawca;Odbiorca;Kraj odbiorcy;Numer transakcji',
      '2024-01-31;2024-02-01;PRZELEW;-1 250,00;PLN;Jan Kowalski;Anna Nowak;PL;T/001',
      '2024-01-15;2024-01-15;KARTA;3 412,57;PLN;ACME Sp. z o.o.;Jan Kowalski;PL;T/002',
      '2024-01-16;2024-01-16;PRZELEW;12,00;EUR;Jan Kowalski;Piotr Zając;DE;T/003',
    ],
    fields: {
      [createdAt]: ['Data operacji'],
      payment_type: ['Rodzaj transakcji'],
      [amount]: ['Kwota'],
      [currency]: ['Waluta'],
      'sender.unknown.full_name': ['Nadawca'],
      'receiver.unknown.full_name': ['Odbiorca'],
      payment_target_country: ['Kraj odbiorcy'],
      transaction_external_id: ['Numer transakcji'],
    },
    dates: ['iso'],
    decimal: ',',
  },
  {
    name: 'a Portuguese bank',
    delimiter: ';',
    lines: [
      'Data movimento;Tipo de operação;Montante;Moeda;Ordenante;Beneficiário;País de destino;Categoria',
      '31-01-2024;TRANSFERÊNCIA;1.250,00;EUR;João Silva;Maria Santos;PT;casa',
      '15-01-2024;CARTÃO;3.412,57;EUR;João Silva;Loja Central;PT;lazer',
      '16-01-2024;CARTÃO;12,00;EUR;João Silva;Bar Lisboa;ES;lazer',
    ],
    fields: {
      [createdAt]: ['Data movimento'],
      payment_type: ['Tipo de operação'],
      [amount]: ['Montante'],
      [currency]: ['Moeda'],
      'sender.unknown.full_name': ['Ordenante'],
      'receiver.unknown.full_name': ['Beneficiário'],
      payment_target_country: ['País de destino'],
      'additional_fields.payment_category': ['Categoria'],
    },
    dates: ['DD-MM-YYYY'],
    decimal: ',',
  },
  {
    name: 'camt.053 as flattened paths',
    delimiter: ',',
    lines: [
      'Ntry/NtryRef,Ntry/Amt,Ntry/Amt@Ccy,Ntry/CdtDbtInd,Ntry/BookgDt/DtTm,TxDtls/Refs/EndToEndId,RltdPties/Dbtr/Nm,RltdPties/Cdtr/Nm,RltdPties/CdtrAcct/Id/IBAN,RltdPties/Cdtr/PstlAdr/Ctry',
      'N1,1250.00,EUR,DBIT,2024-01-31T14:05:00+01:00,E2E-1,Anna Vogel,Marie Dubois,FR1420041010050500013M02606,FR',
      'N2,3412.57,EUR,CRDT,2024-02-01T09:30:00+01:00,E2E-2,ACME GmbH,Anna Vogel,DE02120300000000202051,DE',
    ],
    fields: {
      transaction_external_id: ['Ntry/NtryRef'],
      [amount]: ['Ntry/Amt'],
      [currency]: ['Ntry/Amt@Ccy'],
      [createdAt]: ['Ntry/BookgDt/DtTm'],
      payment_external_id: ['TxDtls/Refs/EndToEndId'],
      'sender.unknown.full_name': ['RltdPties/Dbtr/Nm'],
      'receiver.unknown.full_name': ['RltdPties/Cdtr/Nm'],
      'receiver.unknown.external_id': ['RltdPties/CdtrAcct/Id/IBAN'],
      payment_target_country: ['RltdPties/Cdtr/PstlAdr/Ctry'],
    },
    dates: ['iso'],
    decimal: '.',
  },
  {
    name: 'the fields of the interface themselves',
    delimiter: ',',
    lines: [
      'request_uuid,payment_type,sender.by_external_id,receiver.by_external_id,modification.external_id,modification.type,modification.amount,modification.monitoring_amount,modification.currency,modification.monitoring_currency,modification.created_at,additional_fields.payment_category',
      '0e984725-c51c-4bf4-9960-e1c80e27aba0,payout,K1,K2,3f333df6-90a4-4fda-8dd3-9485d27cee36,created,100,93.5,USD,EUR,2024-01-31T14:05:00,x',
      '6ba7b810-9dad-11d1-80b4-00c04fd430c8,payin,K2,K1,6ba7b811-9dad-11d1-80b4-00c04fd430c8,created,7,7,EUR,EUR,2024-02-01T14:05:00,y',
    ],
    fields: {
      request_uuid: ['request_uuid'],
      payment_type: ['payment_type'],
      'sender.by_external_id': ['sender.by_external_id'],
      'receiver.by_external_id': ['receiver.by_external_id'],
      'modification.external_id': ['modification.external_id'],
      'modification.type': ['modification.type'],
      [amount]: ['modification.amount'],
      'modification.monitoring_amount': ['modification.monitoring_amount'],
      [currency]: ['modification.currency'],
      'modification.monitoring_currency': ['modification.monitoring_currency'],
      [createdAt]: ['modification.created_at'],
      'additional_fields.payment_category': ['additional_fields.payment_category'],
    },
    dates: ['iso'],
    decimal: '.',
  },
  {
    name: 'camel case of a payment provider, with unix time',
    delimiter: ',',
    lines: [
      'paymentId,customerId,payerName,payeeName,payeeIban,sourceCountry,targetCountry,txnAmount,currencyCode,paymentMethod,status,createdAt',
      'pay_1,cus_9,Ann Lee,Bob Ray,GB33BUKB20201555555555,gb,fr,10.00,gbp,CARD,settled,1706709900000',
      'pay_2,cus_8,Cid Roe,Dee Fox,FR1420041010050500013M02606,gb,de,1250.5,gbp,BANK,settled,1706796300123',
    ],
    fields: {
      payment_external_id: ['paymentId'],
      'sender.by_external_id': ['customerId'],
      'sender.unknown.full_name': ['payerName'],
      'receiver.unknown.full_name': ['payeeName'],
      'receiver.unknown.external_id': ['payeeIban'],
      payment_source_country: ['sourceCountry'],
      payment_target_country: ['targetCountry'],
      [amount]: ['txnAmount'],
      [currency]: ['currencyCode'],
      payment_method: ['paymentMethod'],
      'modification.type': ['status'],
      [createdAt]: ['createdAt'],
    },
    dates: ['unix-milliseconds'],
    decimal: '.',
  },
  {
    name: 'a header without telling names',
    delimiter: '|',
    lines: ['F1|F2|F3|F4', 'AX-1|20.02.2024|1.234,56|SEK', 'AX-2|21.02.2024|99,00|NOK'],
    fields: { [createdAt]: ['F2'], [amount]: ['F3'], [currency]: ['F4'] },
    dates: ['DD.MM.YYYY'],
    decimal: ',',
  },
];
