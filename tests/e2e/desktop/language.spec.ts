/** @file What surrounds the page speaks its language: that of the system, and another one as soon as it is set. */

import { expect, test } from './desktop-story.ts';

test('menu and tray are in the language of the system, until a person sets another', async ({ desk }) => {
  const page = await desk.open({ languages: ['de-CH', 'en'] });
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await desk.double.act('application-menu');
  await desk.double.do('chooseInMenu', { labels: ['Ansicht', 'Einstellungen …'] });
  const inTray = async () => (await desk.double.do('trayLabels', {})).labels;
  await expect.poll(inTray).toContain('Alle anhalten');

  await page.getByRole('combobox', { name: 'Sprache des Fensters' }).click();
  await page.getByRole('option', { name: 'Français' }).click();
  const { labels } = await desk.double.act('application-menu', undefined, 1);
  expect(labels).toEqual(['Fichier', 'Édition', 'Affichage', 'Fenêtre', 'Aide']);
  await expect.poll(inTray).toContain('Tout suspendre');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
});
