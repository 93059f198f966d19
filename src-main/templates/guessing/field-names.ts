/**
 * @file The names under which exports have the fields, as data: English, German, French, Spanish, Italian, Dutch,
 * Polish, Portuguese, and those of ISO 20022, camt and MT940. Separated by commas.
 */

import { counterpartyCountryNames, counterpartyNames } from '../../../src-shared/column-words.ts';

/** What a sender and a receiver are called. */
const parties = {
  sender:
    'sender, debtor, dbtr, payer, remitter, ordering customer, ordering party, originator, auftraggeber, zahler, zahlungspflichtiger, absender, schuldner, donneur ordre, emetteur, debiteur, payeur, expediteur, ordenante, deudor, remitente, pagador, ordinante, debitore, mittente, pagante, opdrachtgever, betaler, verzender, debiteur, nadawca, zleceniodawca, platnik, dluznik, ordenante, devedor, remetente, pagador',
  receiver:
    'receiver, creditor, cdtr, payee, beneficiary, bene, recipient, empfanger, zahlungsempfanger, begunstigter, glaubiger, beguenstigter, beneficiaire, crediteur, destinataire, beneficiario, acreedor, destinatario, creditore, begunstigde, ontvanger, crediteur, odbiorca, beneficjent, wierzyciel, favorecido, credor',
} as const;

const list = (text: string) => text.trim().split(/\s*,\s*/);

/** Whoever is called so pays, or is paid, in each row. */
export const partyNames = { sender: list(parties.sender), receiver: list(parties.receiver) } as const;

/** Opposite to the customer, who is taken for the sender. */
const named = { sender: parties.sender, receiver: `${parties.receiver}, ${counterpartyNames.join(', ')}` } as const;

const each = (party: string, words: string) =>
  party.split(', ').flatMap((name) => words.split(', ').map((word) => word.replace('*', name)));

const directions = { sender: 'from', receiver: 'to' } as const;

function namesOfParty(party: 'sender' | 'receiver'): Readonly<Record<string, readonly string[]>> {
  const names = named[party];
  return {
    [`${party}.by_external_id`]: each(
      names,
      '* id, * external id, * customer id, * client id, * number, * nummer, * kundennummer, * identifier, * no, * code, id *, * nr',
    ),
    [`${party}.unknown.full_name`]: each(
      `${names}, ${directions[party]}`,
      '*, * name, name *, * nm, * full name, nom *, nombre *, nome *, naam *, nazwa *',
    ),
    [`${party}.unknown.risk_assessment`]: each(
      names,
      '* risk, * risk assessment, risk *, * risiko, * risque, * riesgo, * rischio, * risico, * ryzyko, * risco',
    ),
    /** Not written as they are; a UUID is made of them. */
    [`${party}.unknown.external_id`]: each(
      `${names}, ${directions[party]}`,
      '* iban, * account, * account number, * acct, * acct id iban, * acct iban, * acct id, iban *, account *, * konto, * kontonummer, konto *, compte *, * compte, iban *, cuenta *, conto *, rekening *, * rekening, rachunek *, konto *, conta *, * uuid',
    ),
  };
}

/** By dotted path of the field. Names of a field itself need not be listed. */
export const fieldNames: Readonly<Record<string, readonly string[]>> = {
  request_uuid: list('request, request id, request uuid, message id, msg id, anfrage id'),
  payment_external_id: list(
    'payment id, payment reference, payment uuid, end to end id, end to end, zahlungs id, zahlungsreferenz, zahlungsnummer, id paiement, reference paiement, id pago, referencia pago, id pagamento, riferimento pagamento, betalings id, betalingskenmerk, id platnosci, referencia pagamento, instr id, instruction id, pmt inf id',
  ),
  transaction_external_id: list(
    'transaction id, transaction uuid, txn id, tx id, trx id, transaction reference, transaction number, transaction ref, buchungsnummer, transaktionsnummer, transaktions id, buchungs id, umsatz id, vorgangsnummer, belegnummer, beleg nr, id transaction, numero operation, reference operation, numero transaction, id transaccion, numero operacion, id operacion, numero operazione, id transazione, transactie id, transactienummer, volgnummer, volgnr, numer transakcji, id transakcji, numero transacao, id transacao, acct svcr ref, ntry ref, reference',
  ),
  payment_source_country: [
    ...list(
      'source country, country source, origin country, country of origin, from country, country from, quellland, herkunftsland, ursprungsland, pays origine, pays source, pays emetteur, pais origen, pais ordenante, paese origine, paese ordinante, land herkomst, land van herkomst, herkomstland, kraj nadawcy, kraj pochodzenia, pais origem',
    ),
    ...each(
      parties.sender,
      '* country, country *, * ctry, * pstl adr ctry, * land, land *, pays *, pais *, paese *, kraj *',
    ),
  ],
  payment_target_country: [
    ...list(
      'target country, country target, destination country, country of destination, to country, country to, zielland, bestimmungsland, pays destination, pays destinataire, pais destino, paese destinazione, land bestemming, land van bestemming, bestemmingsland, kraj docelowy, kraj przeznaczenia, kraj odbiorcy, pais destino',
    ),
    ...counterpartyCountryNames,
    ...each(
      named.receiver,
      '* country, country *, * ctry, * pstl adr ctry, * land, land *, pays *, pais *, paese *, kraj *',
    ),
  ],
  payment_method: list(
    'payment method, kind of payment, payment kind, way of payment, payment instrument, zahlungsmethode, zahlungsart, zahlart, zahlweg, zahlungsweg, methode paiement, mode paiement, moyen paiement, metodo pago, forma pago, medio pago, metodo pagamento, modalita pagamento, betaalmethode, betaalwijze, metoda platnosci, sposob platnosci, forma pagamento, meio pagamento, pmt mtd',
  ),
  payment_type: list(
    'payment type, transaction type, txn type, trx type, tx type, type, booking type, buchungsart, buchungstext, buchungsschlussel, umsatzart, zahlungstyp, transaktionsart, transaktionstyp, geschaftsvorfall, gvc, vorgang, type operation, type paiement, type transaction, nature operation, tipo operacion, tipo transaccion, tipo pago, tipo movimiento, tipo operazione, tipo transazione, causale, tipo pagamento, mutatiesoort, transactietype, soort transactie, type betaling, soort, rodzaj transakcji, typ transakcji, typ operacji, tipo transacao, tipo operacao, tipo movimento, bk tx cd',
  ),
  'modification.external_id': list(
    'modification id, modification external id, event id, change id, version id, anderungs id, id modification, id modificacion, id modifica, wijzigings id, id modyfikacji, id modificacao',
  ),
  'modification.type': list(
    'modification type, event type, status, state, transaction status, anderungsart, buchungsstatus, zustand, statut, etat, estado, stato, toestand, stan, situacao, sts',
  ),
  'modification.amount': list(
    'amount, amt, transaction amount, value, sum, total, betrag, umsatz, buchungsbetrag, summe, wert, betrag in eur, montant, montant operation, somme, importe, cantidad, monto, importo, ammontare, somma, bedrag, transactiebedrag, bedrag eur, kwota, kwota transakcji, kwota operacji, suma, valor, montante, quantia, tx amt, instd amt, amt text, amount lcy',
  ),
  'modification.monitoring_amount': list(
    'monitoring amount, monitored amount, base amount, amount base currency, uberwachungsbetrag, hauswahrungsbetrag, betrag hauswahrung, montant surveille, importe monitorizado',
  ),
  'modification.original_amount': list(
    'original amount, orig amount, foreign amount, amount foreign currency, fx amount, instructed amount, ursprungsbetrag, originalbetrag, fremdwahrungsbetrag, betrag fremdwahrung, montant origine, montant initial, montant devise, importe original, importe divisa, importo originale, importo divisa, oorspronkelijk bedrag, kwota oryginalna, kwota pierwotna, valor original, montante original',
  ),
  'modification.currency': list(
    'currency, currency code, ccy, cur, curr, wahrung, wahrungscode, wkz, devise, code devise, monnaie, moneda, divisa, codigo moneda, valuta, codice valuta, munt, muntsoort, waluta, kod waluty, moeda, codigo moeda, amt ccy, tx ccy, isowahrung',
  ),
  'modification.monitoring_currency': list(
    'monitoring currency, base currency, uberwachungswahrung, hauswahrung, local currency',
  ),
  'modification.original_currency': list(
    'original currency, orig currency, foreign currency, instructed currency, originalwahrung, ursprungswahrung, fremdwahrung, devise origine, moneda original, moneda origen, valuta originale, oorspronkelijke valuta, waluta oryginalna, moeda original',
  ),
  'modification.created_at': list(
    'created at, created, creation date, date, transaction date, booking date, posting date, date time, datetime, timestamp, time stamp, execution date, trade date, booked at, bookg dt, bookg dt dt, bookg dt dt tm, cre dt tm, buchungstag, buchungsdatum, datum, zeitpunkt, zeitstempel, ausfuhrungsdatum, erstellt am, valutadatum, wertstellung, date operation, date comptable, date transaction, horodatage, fecha, fecha operacion, fecha contable, fecha transaccion, fecha hora, data operazione, data contabile, data, data transazione, boekdatum, boekingsdatum, transactiedatum, datum tijd, data operacji, data ksiegowania, data transakcji, data movimento, data operacao, data transacao, data lancamento, entry date',
  ),
  ...namesOfParty('sender'),
  ...namesOfParty('receiver'),
  'additional_fields.payment_category': list(
    'payment category, category, category code, kategorie, zahlungskategorie, categorie, categoria, kategoria, ctgy purp, purpose code',
  ),
};

/** The customer of the bank: the sender, unless the export says more. */
export const customerIdNames = list(
  'customer id, customer number, customer no, client id, client number, cif, kunde, kunden nr, kundennummer, kunden id, stammnummer, numero client, id client, code client, id cliente, numero cliente, codigo cliente, codice cliente, klantnummer, klant id, numer klienta, id klienta, party id',
);
export const customerNameNames = list(
  'customer name, client name, kundenname, nom client, nombre cliente, nome cliente, klantnaam, nazwa klienta',
);

/** The customer of the bank, by an id or by a name: only the cells tell. */
export const ourCustomerNames = list(
  'our customer, own customer, unser kunde, eigener kunde, notre client, nuestro cliente, nostro cliente, onze klant, eigen klant, nasz klient, nosso cliente, account holder, kontoinhaber, titulaire, titulaire compte, titular, titular cuenta, intestatario, rekeninghouder, posiadacz, posiadacz rachunku, titular conta',
);

/** A payment method, or the branch, the app, the desk where it was ordered: only the cells tell. */
export const vagueMethodNames = list(
  'method, channel, payment channel, instrument, kanal, zahlungskanal, canal, canal paiement, canal pago, canale, canale pagamento, betaalkanaal, kanaal, kanal platnosci',
);

/** Amounts that are not the one of the transaction. */
export const otherAmounts = list(
  'fee, fees, charge, charges, commission, tax, vat, balance, saldo, gebuhr, entgelt, steuer, provision, kontostand, frais, commission, solde, comision, comisiones, impuesto, commissione, commissioni, imposta, kosten, provisie, oplata, prowizja, taxa, comissao, imposto, rate, kurs, exchange',
);

/** Money out and money in, each in a column of its own. */
export const outgoingNames = list(
  'debit, debit amount, soll, money out, paid out, withdrawal, withdrawals, belastung, ausgang, lastschrift, cargo, cargos, adeudo, dare, addebiti, uscite, addebito, af, obciazenie, obciazenia, wyplata, debito, paid out amount',
);
export const incomingNames = list(
  'credit, credit amount, haben, money in, paid in, deposit, deposits, gutschrift, eingang, abono, abonos, avere, accrediti, entrate, accredito, bij, uznanie, uznania, wplata, credito, paid in amount',
);

/** The columns that say whether an amount is a debit. */
export const sideNames = list(
  'debit credit, credit debit, dc, cd, dr cr, cr dr, debit credit indicator, credit debit indicator, cdt dbt ind, soll haben, sh, soll haben kennzeichen, sens, sens operation, debe haber, signo, sentido, segno, dare avere, af bij, debet credit, wn ma, strona, debito credito, indicator',
);

/** The columns that say whether money came in or went out. */
export const directionNames = [
  ...sideNames.filter((name) => name !== 'indicator'),
  ...list(
    'direction, payment direction, transaction direction, in out, inout, in out indicator, inbound outbound, incoming outgoing, money in out, flow, flow direction, cash flow direction, debit or credit, credit or debit, dr cr indicator, dc indicator, d c indicator, cd indicator, dc kz, sh kz, sh kennzeichen, soll haben kz, richtung, zahlungsrichtung, buchungsrichtung, ein ausgang, eingang ausgang, direccion, direzione, direction operation, richting, kierunek, direcao',
  ),
];

/** The risk of the counterparty: that of the customer is known to the service. */
export const riskNames = list(
  'risk, risk assessment, risk class, risk level, risk rating, risk category, risk score, risiko, risikoklasse, risikostufe, risikobewertung, risque, niveau risque, classe risque, riesgo, nivel riesgo, rischio, livello rischio, risico, ryzyko, risco',
);

/** A time of day beside the date. */
export const timeNames = list(
  'time, transaction time, booking time, uhrzeit, buchungszeit, zeit, heure, hora, ora, tijd, godzina, czas, tm',
);
