/** @file What the window builds of pieces reads as the language writes it. */

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { defaultRuleSet } from '../../src-main/check/rules/rule-set.ts';
import { checkTransaction } from '../../src-main/check/transaction-check.ts';
import { formShown, formTyped } from '../../src-renderer/texts/date-forms.ts';
import { shortMoment } from '../../src-renderer/wording.ts';
import { findingSentence } from '../../src-shared/finding-sentence.ts';
import { fact } from '../../src-shared/languages/fact.ts';
import { labelled } from '../../src-shared/languages/labelled.ts';
import { languageFor } from '../../src-shared/languages/languages.ts';
import { speaking } from '../../src-shared/languages/message.ts';
import { quoted } from '../../src-shared/languages/quoted.ts';
import { dateOfDay, writtenMoment } from '../../src-shared/quantities.ts';
import { statementTitle } from '../../src-shared/statement-words.ts';
import { transactionLine } from '../cli/transactions.ts';

async function inLanguage<T>(code: string, say: () => T): Promise<T> {
  const language = languageFor(code, []);
  return speaking(language, await language.load(), say);
}

describe('A sentence of the check', () => {
  const notANumber = fact('{path} must be a number, but is {value}.', {
    path: 'modification.amount',
    value: quoted('5827,85'),
  });
  const both = fact('{role} must have either by_external_id or {other}, but it has both.', {
    role: 'sender',
    other: 'unknown',
  });
  const missing = fact('{path} is required, but it is missing.', { path: 'modification.created_at' });

  it.each([
    [
      'en',
      [
        'The amount “5827,85” is written as text, not as a number.',
        'The sender is given as a known entity and as an unknown one: keep one of the two.',
        '“Date and time” is required, but it is missing.',
      ],
    ],
    [
      'de',
      [
        'Der Betrag „5827,85“ ist als Text geschrieben, nicht als Zahl.',
        'Der Auftraggeber ist zugleich als bekannt und als unbekannt angegeben: Behalten Sie eines von beiden.',
        '„Datum und Uhrzeit“ ist Pflicht, fehlt aber.',
      ],
    ],
    [
      'fr',
      [
        'Le montant «\u202f5827,85\u202f» est écrit comme texte, pas comme nombre.',
        'L’émetteur est indiqué à la fois comme client connu et comme inconnu\u202f: gardez l’un des deux.',
        '«\u202fDate et heure\u202f» est obligatoire, mais manque.',
      ],
    ],
  ])('calls fields in the window what people call them: %s', async (code, sentences) => {
    expect(await inLanguage(code, () => [notANumber, both, missing].map(findingSentence))).toEqual(sentences);
  });

  it('tells what the check really finds without the names that only a line has', () => {
    const unknown = { external_entity_type: 'unknown', unknown: { external_id: randomUUID(), risk_assessment: 'LOW' } };
    const [known, one] = [{ by_external_id: 'customer-1' }, JSON.parse(transactionLine())];
    const either = [
      { ...one, sender: { ...unknown, ...known } },
      { ...one, sending_partner: {} },
      { ...one, sender: unknown },
      { ...one, modification: { ...one.modification, amount: '5827,85', monitoring_amount: 'much' } },
    ];
    const main = (['sender', 'receiver'] as const).map((mainEntity) => ({ ...defaultRuleSet, mainEntity }));
    const found = [
      ...either.map((line) => checkTransaction(JSON.stringify(line), defaultRuleSet, Date.now())),
      ...main.map((ruleSet) =>
        checkTransaction(JSON.stringify({ ...one, sender: unknown, receiver: unknown }), ruleSet, Date.now()),
      ),
    ].flat();
    expect(found).toHaveLength(7);
    for (const { message } of found) expect(findingSentence(message)).not.toMatch(/[a-z]_[a-z]|modification/);
  });

  it('keeps the name of a field that has no other', () => {
    expect(findingSentence(fact('{path} must be a text, but is {value}.', { path: 'colour', value: '7' }))).toBe(
      'colour must be a text, but is 7.',
    );
  });
});

describe('The form of a date', () => {
  it.each([
    ['en', 'DD.MM.YYYY HH:mm', 'YYYY-MM-DDTHH:mm', 'D.M.YY h:mm A', 'YYYY-MM-DD'],
    ['de', 'TT.MM.JJJJ HH:mm', 'JJJJ-MM-TTTHH:mm', 'T.M.JJ h:mm A', 'JJJJ-MM-TT'],
    ['fr', 'JJ.MM.AAAA HH:mm', 'AAAA-MM-JJTHH:mm', 'J.M.AA h:mm A', 'AAAA-MM-JJ'],
  ])('has the letters of %s, and is kept in English ones', async (code, ...shown) => {
    const kept = ['DD.MM.YYYY HH:mm', 'YYYY-MM-DDTHH:mm', 'D.M.YY h:mm A', 'iso'];
    expect(await inLanguage(code, () => kept.map(formShown))).toEqual(shown);
    expect(await inLanguage(code, () => [...shown, ...kept, '[DD] iso'].map(formTyped))).toEqual([
      ...kept,
      ...kept,
      '[DD] iso',
    ]);
  });
});

describe('A moment', () => {
  it.each([
    ['en', '3 Nov 2026, 20:14:14.744', '1 Nov 2026'],
    ['de', '03.11.2026, 20:14:14,744', '01.11.2026'],
    ['fr', '3 nov. 2026, 20:14:14,744', '1er nov. 2026'],
  ])('of a line, and the first day of a month, are written as in %s', async (code, moment, first) => {
    const said = await inLanguage(code, () => [writtenMoment('2026-11-03T20:14:14.744'), dateOfDay('2026-11-01')]);
    expect(said).toEqual([moment, first]);
  });

  it('of another day is short, also on the first of a month', async () => {
    const at = new Date(2026, 10, 1, 12).getTime();
    expect(await inLanguage('fr', () => shortMoment(at, at + 3 * 86_400_000))).toBe('1er nov.');
  });

  it('that is none stays as it is', () => {
    expect(['', 'yesterday', '2026-13-03T20:14:14', '2026-11-03T20:14'].map(writtenMoment)).toEqual([
      '',
      'yesterday',
      '2026-13-03T20:14:14',
      '2026-11-03T20:14',
    ]);
  });
});

it('A statement of one day names it once', async () => {
  const day = { from: '2026-11-29', to: '2026-11-29' };
  expect(await inLanguage('fr', () => statementTitle(day))).toBe('Relevé du 29 nov. 2026');
});

it('A name and what is said of it have the colon of the language between them', async () => {
  expect(await inLanguage('fr', () => labelled('Lot 1', 'annulé'))).toBe('Lot 1\u202f: annulé');
  expect(labelled('Batch 1', 'cancelled')).toBe('Batch 1: cancelled');
});
