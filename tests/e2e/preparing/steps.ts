/** @file What a clerk does who prepares an export in the window, and exports as a German core system writes them. */

import type { Locator, Page } from '@playwright/test';
import { dropFiles, expect } from '../story.ts';

/** The columns of a wide export. */
export const header = [
  ...['Buchungsnr', 'Zahlungs-ID', 'Buchungsdatum', 'Valuta', 'Betrag', 'Währung', 'Soll/Haben', 'Zahlungsart'],
  ...[
    'Auftraggeber-Nr',
    'Auftraggeber',
    'Empfänger-ID',
    'Empfänger',
    'Land von',
    'Land nach',
    'Filiale',
    'Kostenstelle',
  ],
  ...['Verwendungszweck', 'Sachbearbeiter', 'Kanal', 'Notiz'],
].join(';');

/** As a German core system writes it: Windows-1252, semicolons, decimal commas, days without a time. */
export const bookings = (first: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => {
    const number = first + at;
    const day = String((number % 28) + 1).padStart(2, '0');
    return [
      ...[
        `B-${number}`,
        `Z-${number}`,
        `${day}.12.2024`,
        `${day}.12.2024`,
        `${number}.234,${50 + (number % 50)}`,
        'EUR',
      ],
      ...[
        number % 2 === 0 ? 'S' : 'H',
        'Überweisung',
        `K-${number % 7}`,
        'Möller GmbH',
        `E-${number}`,
        'Straße & Söhne',
      ],
      ...['DE', 'SE', 'Köln', '4711', `Rechnung ${number}; "bezahlt"`.replaceAll('"', '""').replace(/^(.*)$/, '"$1"')],
      ...['Jäger', 'Online', ''],
    ].join(';');
  });

/** As a German core system writes it: Windows-1252, semicolons, decimal commas. */
export const konten = [
  'Buchungsnr;Zahlungs-ID;Betrag;Währung;Buchungsdatum;Art;Auftraggeber-Nr;Empfänger;Empfänger-ID;Land von;Land nach;Filiale;Notiz',
  'B-1001;Z-1;1.234,50;EUR;30.11.2025 08:15:00;CR;K-17;Möller GmbH;E-1;DE;SE;Hamburg;Miete',
  'B-1002;Z-1;7,00;SEK;01.12.2025 09:00:00;DB;K-18;Åkesson AB;E-2;DE;SE;Kiel;',
  'B-1003;Z-2;99.000,01;EUR;01.12.2025 10:30:59;CR;K-17;Straße & Söhne;E-3;DE;NO;Hamburg;"Zeile; mit Semikolon"',
];

/** Windows-1252, with the line ends of Windows. */
export const latin = (...lines: string[]) => Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1');

/** Drops exports and opens their preparation. */
export async function beginPreparing(page: Page, paths: readonly string[], title: string): Promise<void> {
  await dropFiles(page, paths);
  await page.getByRole('dialog').getByRole('button', { name: 'Prepare…' }).click();
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
}

/** The first row of the table whose column, or field, has this name. */
export const rowOfTable = (page: Page, name: string | RegExp): Locator =>
  page
    .getByRole('region', { name: 'Columns and fields' })
    .getByRole('row')
    .filter({
      has: page.getByRole('rowheader', { name }),
    })
    .first();

/** Chooses in a row of the table, as people do: letters find it. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${label}: `) }).click();
  await page
    .getByRole('combobox', { name: label, exact: true })
    .or(page.getByRole('textbox', { name: label, exact: true }))
    .first()
    .fill(option);
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Waits until it is known what would come of it, and opens what is decided before it goes on. */
export async function goOn(page: Page, lines: string): Promise<Locator> {
  await page.getByRole('button', { name: `Prepare ${lines}` }).click();
  const dialog = page.getByRole('dialog', { name: /^Prepare / });
  await expect(dialog).toBeVisible();
  return dialog;
}
