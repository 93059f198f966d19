/** @file The start of every story of a team: a ledger in which everybody has their role, and the windows of several persons. */

import type { BrowserContext, Page } from '@playwright/test';
import { z } from 'zod';
import { writeFaultySample } from '../../../src-main/practice/sample-export.ts';
import type { PracticeTenant } from '../../../src-main/practice/tenant.ts';
import { environmentOf, openWorkplace, type Workplace } from '../../cli/tranship.ts';
import { INSTALL_PATIENCE_MS } from '../../debian-packages.ts';
import { install, provisionHere } from '../../installed-programs.ts';
import { PASSWORD } from '../../team/postgres-server.ts';
import { TeamOfTest } from '../../team/team-of-test.ts';
import { makeReadyFolder, PASSPHRASE } from '../app/ready-folder.ts';
import { addConnection, goToPage } from '../gestures.ts';
import { dropFiles, expect, test as story } from '../story.ts';

export { expect };

export interface Desk {
  page: Page;
  workplace: Workplace;
}

interface TeamFixtures {
  /** Running, also where the story before it has let it crash. */
  team: TeamOfTest;
  /** The name of a ledger in which everybody has their role. */
  database: string;
  /** The service that all desks send to. */
  service: PracticeTenant;
  /** A computer with a data folder of its own, on which a person has signed in. */
  workplaceOf: (person: string) => Promise<Workplace>;
  /** Opens the window of a person: mara and milo are makers, cem is a checker, sol is a sender, ben has no role. */
  deskOf: (person: string) => Promise<Desk>;
}

export const test = story.extend<TeamFixtures, { teamOfWorker: TeamOfTest }>({
  teamOfWorker: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      await using team = await TeamOfTest.start();
      await use(team);
    },
    { scope: 'worker' },
  ],
  team: async ({ teamOfWorker }, use) => {
    await use(teamOfWorker);
    await teamOfWorker.server.crash();
    await teamOfWorker.server.revive();
  },
  database: async ({ team }, use) => use(await team.ledger()),
  service: async ({ startTenant }, use) => use(await startTenant()),
  workplaceOf: async ({ team, database, service }, use) => {
    const open: Workplace[] = [];
    await use(async (person) => {
      const workplace = await openWorkplace({
        TRANSHIP_PASSPHRASE: PASSPHRASE,
        ...environmentOf(service),
        TRANSHIP_LEDGER: `postgresql://${person}@127.0.0.1:${team.server.port}/${database}`,
        TRANSHIP_LEDGER_PASSWORD: PASSWORD,
        TRANSHIP_LEDGER_AUTHORITY: team.authorityFile,
      });
      open.push(workplace);
      await makeReadyFolder(workplace.home, { hasPassphrase: true });
      return workplace;
    });
    for (const workplace of open) await workplace[Symbol.asyncDispose]();
  },
  deskOf: async ({ chromium, workplaceOf }, use) => {
    const open: BrowserContext[] = [];
    await use(async (person) => {
      if (chromium === undefined) throw new Error('Two desks need a browser; tag the story @browser.');
      const workplace = await workplaceOf(person);
      const context = await chromium.newContext();
      open.push(context);
      const page = await context.newPage();
      const served = workplace.start(['serve', '--json'], { hasInput: true });
      const { address } = await served.event(({ event }) => event === 'serving');
      await page.goto(z.string().parse(address));
      await page.waitForFunction(() => !location.hash.includes('token='));
      return { page, workplace };
    });
    for (const context of open) await context.close();
  },
});

/** Skips the stories of a file where PostgreSQL cannot be had. */
export function needsPostgres(): void {
  test.beforeAll(() => {
    const provision = provisionHere('openssl', 'PostgreSQL');
    if (provision.kind === 'skip') test.skip(true, provision.reason);
    if (provision.kind !== 'to-install') return;
    test.setTimeout(INSTALL_PATIENCE_MS);
    install(provision.packages);
  });
}

/** Checks a file at a desk, and offers it from its page. */
export async function offer({ page, workplace }: Desk, name: string, reason: string): Promise<string> {
  const path = `${workplace.folder}/${name}`;
  await writeFaultySample(path, 3);
  await dropFiles(page, [path]);
  await page.getByRole('dialog', { name: 'Add 1 file' }).getByRole('button', { name: 'Check only' }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Offer for release…' }).click();
  const dialog = page.getByRole('dialog', { name: `Offer ${name} for release?` });
  await dialog.getByRole('textbox', { name: 'Why is it to be sent?' }).fill(reason);
  await dialog.getByRole('button', { name: 'Offer it' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('region', { name: 'Release by another person' })).toContainText('waits for a decision');
  return path;
}

export async function openOffer(page: Page, name: string): Promise<void> {
  await goToPage(page, 'Team');
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
}

export async function chooseCopy(page: Page, path: string): Promise<void> {
  const asked = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /^Choose (the|another) file…$/ }).click();
  await (await asked).setFiles([path]);
}

/** A sender's window with a connection, and a file dropped on it. */
export async function dropExport({ page }: Desk, service: PracticeTenant, path: string) {
  await addConnection(page, service, { name: 'Nordbank' });
  await dropFiles(page, [path]);
  const dialog = page.getByRole('dialog', { name: 'Add 1 file' });
  return { dialog, byTeam: dialog.getByRole('radio', { name: 'The team' }) };
}
