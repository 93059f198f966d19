/** @file Two persons at two desks and one team ledger: what one offers, the other releases or refuses. */

import { copyFile, readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { z } from 'zod';
import { writeFaultySample } from '../../src-main/practice/sample-export.ts';
import type { PracticeTenant } from '../../src-main/practice/tenant.ts';
import { environmentOf, makeFolder, openWorkplace, type Workplace } from '../cli/tranship.ts';
import { INSTALL_PATIENCE_MS } from '../debian-packages.ts';
import { install, provisionHere } from '../installed-programs.ts';
import { PASSWORD } from '../team/postgres-server.ts';
import { TeamOfTest } from '../team/team-of-test.ts';
import { makeReadyFolder, PASSPHRASE } from './app/ready-folder.ts';
import { addConnection, expectState, goToPage, openSubmission } from './gestures.ts';
import { bothAppearances, inspect } from './inspection.ts';
import { dropFiles, expect, test as story } from './story.ts';

/** The window of one person, at a desk of their own. */
interface Desk {
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

const test = story.extend<TeamFixtures, { teamOfWorker: TeamOfTest }>({
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
        ...{ TRANSHIP_PASSPHRASE: PASSPHRASE, ...environmentOf(service) },
        TRANSHIP_LEDGER: `postgresql://${person}@127.0.0.1:${team.server.port}/${database}`,
        ...{ TRANSHIP_LEDGER_PASSWORD: PASSWORD, TRANSHIP_LEDGER_AUTHORITY: team.authorityFile },
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
      const served = workplace.startProcess(['serve', '--json'], { hasInput: true });
      const { address } = await served.event(({ event }) => event === 'serving');
      await page.goto(z.string().parse(address));
      await page.waitForFunction(() => !location.hash.includes('token='));
      return { page, workplace };
    });
    for (const context of open) await context.close();
  },
});

test.beforeAll(() => {
  const provision = provisionHere('openssl', 'PostgreSQL');
  if (provision.kind === 'skip') test.skip(true, provision.reason);
  if (provision.kind !== 'to-install') return;
  test.setTimeout(INSTALL_PATIENCE_MS);
  install(provision.packages);
});

/** Checks a file at a desk, and offers it from its page. */
async function offer({ page, workplace }: Desk, name: string, reason: string): Promise<string> {
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

async function openOffer(page: Page, name: string): Promise<void> {
  await goToPage(page, 'Team');
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
}

async function chooseCopy(page: Page, path: string): Promise<void> {
  const asked = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /^Choose (the|another) file…$/ }).click();
  await (await asked).setFiles([path]);
}

test('what one person offers, another one releases with their own copy, at the same figures @browser', async ({
  deskOf,
}) => {
  const mara = await deskOf('mara');
  const path = await offer(mara, 'november.jsonl', 'The export of November.');

  // The maker sees that it is for others to decide.
  await mara.page.getByRole('link', { name: 'Show offer 1' }).click();
  await expect(mara.page.getByText('This is your own offer')).toBeVisible();
  await expect(mara.page.getByRole('button', { name: 'Release', exact: true })).toBeHidden();
  const figures = mara.page.getByRole('table', { name: 'Figures' });
  const offered = await figures.innerText();

  const cem = await deskOf('cem');
  await goToPage(cem.page, 'Team');
  await expect(cem.page.getByRole('region', { name: 'For you to decide' })).toContainText('november.jsonl');
  await openOffer(cem.page, 'november.jsonl');
  await expect.poll(() => cem.page.getByRole('table', { name: 'Figures' }).innerText()).toBe(offered);
  await expect(cem.page.getByText('The export of November.')).toBeVisible();

  // Without the file, nothing is released.
  await cem.page.getByRole('textbox', { name: 'Reason' }).fill('The sums agree.');
  await cem.page.getByRole('button', { name: 'Release', exact: true }).click();
  await expect(cem.page.getByText('Choose your own copy of the file first.')).toBeVisible();

  const copy = `${cem.workplace.folder}/as handed over.jsonl`;
  await copyFile(path, copy);
  await chooseCopy(cem.page, copy);
  await expect(cem.page.getByText('as handed over.jsonl has the same bytes and the same figures.')).toBeVisible();
  await expect(cem.page.getByRole('region', { name: 'Findings by rule' })).toContainText('First in line');
  await cem.page.getByRole('button', { name: 'Release', exact: true }).click();
  await expect(cem.page.getByRole('heading', { name: /^Released by cem/ })).toBeVisible();

  await cem.page.getByRole('link', { name: 'Back to the offers' }).click();
  await cem.page.getByText('Who did what', { exact: true }).click();
  const happened = cem.page.getByRole('region', { name: 'Who did what at which desk' });
  await expect(happened.getByRole('row', { name: /cem.*Released \(offer 1\).*november\.jsonl/ })).toBeVisible();
  await expect(happened.getByRole('row', { name: /mara.*Offered for release \(offer 1\)/ })).toBeVisible();
  await cem.page.getByRole('textbox', { name: 'Person' }).fill('mara');
  await expect(happened.getByText('Released (offer 1)')).toBeHidden();

  // The maker's window hears of it by itself.
  await expect(mara.page.getByRole('heading', { name: /^Released by cem/ })).toBeVisible();
  await expect(mara.page.getByText('The sums agree.')).toBeVisible();
});

test('another file is not released, and an offer is refused with a reason that the maker reads @browser', async ({
  deskOf,
}) => {
  const mara = await deskOf('mara');
  await offer(mara, 'november.jsonl', 'The export of November.');
  const cem = await deskOf('cem');
  await openOffer(cem.page, 'november.jsonl');
  const other = `${cem.workplace.folder}/november (old).jsonl`;
  await writeFaultySample(other, 4);
  await chooseCopy(cem.page, other);
  await expect(cem.page.getByText('This is another file')).toBeVisible();
  await cem.page.getByRole('textbox', { name: 'Reason' }).fill('x');
  await cem.page.getByRole('button', { name: 'Release', exact: true }).click();
  await expect(cem.page.getByText('Choose your own copy of the file first.')).toBeVisible();

  await cem.page.getByRole('textbox', { name: 'Reason' }).fill('');
  await cem.page.getByRole('button', { name: 'Refuse', exact: true }).click();
  await expect(cem.page.getByText('Say why you release or refuse it.')).toBeVisible();
  await cem.page.getByRole('textbox', { name: 'Reason' }).fill('A day is missing.');
  await cem.page.getByRole('button', { name: 'Refuse', exact: true }).click();
  await expect(cem.page.getByRole('heading', { name: /^Refused by cem/ })).toBeVisible();

  await mara.page.reload();
  const standing = mara.page.getByRole('region', { name: 'Release by another person' });
  await expect(standing).toContainText('Refused by cem');
  await expect(standing).toContainText('A day is missing.');
});

test('the same bytes are offered a second time only knowingly @browser', async ({ deskOf }) => {
  const mara = await deskOf('mara');
  await offer(mara, 'november.jsonl', 'The export of November.');
  await mara.page.getByRole('button', { name: 'Offer again…' }).click();
  const dialog = mara.page.getByRole('dialog');
  await expect(dialog).toContainText('The same bytes were offered before, by mara.');
  await dialog.getByRole('textbox').fill('Once more.');
  await dialog.getByRole('button', { name: 'Offer it' }).click();
  await expect(mara.page.getByRole('link', { name: 'Show offer 2' })).toBeVisible();
});

test('who has no role is told so, and the window says when the ledger is away and back @browser', async ({
  team,
  deskOf,
}) => {
  const ben = await deskOf('ben');
  await goToPage(ben.page, 'Team');
  await expect(ben.page.getByText(/does not let you in|You have no role/)).toBeVisible();

  const cem = await deskOf('cem');
  await goToPage(cem.page, 'Team');
  await expect(cem.page.getByText('Answers', { exact: true })).toBeVisible();
  await expect(cem.page.getByText('Nothing waits for a decision.')).toBeVisible();
  await team.server.crash();
  await expect(cem.page.getByText('Does not answer', { exact: true })).toBeVisible();
  // What was known stays in sight.
  await expect(cem.page.getByText('Nothing waits for a decision.')).toBeVisible();
  await team.server.revive();
  await expect(cem.page.getByText('Answers', { exact: true })).toBeVisible();
});

test('the page says whether a release is required, by whom, and that an administrator wants to end it @browser', async ({
  team,
  database,
  deskOf,
}) => {
  const sol = await deskOf('sol');
  await goToPage(sol.page, 'Team');
  await expect(sol.page.getByText('No release is required of what is sent.')).toBeVisible();
  const require = (isRequired: boolean) =>
    team.as('ada', database, (ledger) => ledger.requireRelease(isRequired, 'From December on.'));
  await require(true);
  const required = sol.page.getByText(
    /^Only what another person has released is sent\. Required by ada, .*: From December on\./,
  );
  await expect(required).toBeVisible();
  await require(false);
  await expect(sol.page.getByText(/^ada asked to end that.*once another administrator says the same\.$/)).toBeVisible();
  await expect(required).toBeVisible();
  await inspect(sol.page, 'required release');
});

test('a person names the ledger in a connection, and its page is there @browser', async ({
  page,
  team,
  database,
  startTenant,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  await expect(page.getByRole('link', { name: 'Team', exact: true })).toBeHidden();
  await goToPage(page, 'Connections');
  await page.getByRole('button', { name: 'Team ledger of Nordbank' }).click();
  const dialog = page.getByRole('dialog', { name: 'Team ledger of Nordbank' });
  await dialog
    .getByRole('textbox', { name: 'Address of the ledger' })
    .fill(`postgresql://127.0.0.1:${team.server.port}/${database}`);
  await dialog.getByRole('textbox', { name: 'Your login' }).fill('mara');
  await dialog.getByLabel('Password of this login', { exact: true }).fill('mistyped');
  const asked = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose its file (PEM)…' }).click();
  await (await asked).setFiles([team.authorityFile]);
  await inspect(page, 'ledger of a connection');
  await dialog.getByRole('button', { name: 'Save and try' }).click();
  await expect(dialog.getByText('The team ledger does not let you in')).toBeVisible();
  await dialog.getByLabel('Password of this login', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Save and try' }).click();
  await expect(dialog).toBeHidden();

  await page.reload();
  await goToPage(page, 'Team');
  await expect(page.getByText('Your roles: maker')).toBeVisible();
  await goToPage(page, 'Connections');
  await page.getByRole('button', { name: 'Team ledger of Nordbank' }).click();
  await expect(dialog.getByText('A password is stored.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Use no ledger' }).click();
  await expect(page.getByRole('link', { name: 'Team', exact: true })).toBeHidden();
});

/** A sender's window with a connection, and a file dropped on it. */
async function dropExport({ page }: Desk, service: PracticeTenant, path: string) {
  await addConnection(page, service, { name: 'Nordbank' });
  await dropFiles(page, [path]);
  const dialog = page.getByRole('dialog', { name: 'Add 1 file' });
  return { dialog, byTeam: dialog.getByRole('radio', { name: 'The team' }) };
}

test('a sender gives a file to the team, and another computer carries it to the end @browser', async ({
  deskOf,
  workplaceOf,
  service,
  writeExport,
}) => {
  test.slow();
  const sol = await deskOf('sol');
  const path = await writeExport('november.jsonl', { bytes: 40_000 });
  const { dialog, byTeam } = await dropExport(sol, service, path);
  await byTeam.check();
  await expect(dialog).toContainText('this copy came through the browser');
  await dialog.getByRole('button', { name: 'Check and let the team send to Nordbank' }).click();
  await expect(dialog).toBeHidden();
  await expectState(sol.page, 'november.jsonl', 'Waiting');
  await expectState(sol.page, 'november.jsonl', 'The team sends it');
  await openSubmission(sol.page, 'november.jsonl');
  await expect(sol.page.getByText('Who sends it')).toBeVisible();
  await expect(sol.page.getByRole('button', { name: 'Pause' })).toBeHidden();

  const other = await workplaceOf('sol');
  const folder = await makeFolder(other, 'exports');
  await copyFile(path, `${folder}/november.jsonl`);
  const parts = async () => (await other.run(['team', 'parts', '--json'])).stdout;
  await expect.poll(parts).toContain('waiting');
  const sent = await other.run(['work', '--team', '--until-done', '--files', folder, '--json']);
  expect(sent).toMatchObject({ exitCode: 0, stderr: '' });
  await sol.page.getByRole('link', { name: 'Back to the queue' }).click();
  await expectState(sol.page, 'november.jsonl', 'Done');
  await expectState(sol.page, 'november.jsonl', 'Sent by the team');

  // The next file begins with the same choice.
  await dropFiles(sol.page, [await writeExport('december.jsonl', { seed: 2 })]);
  await expect(byTeam).toBeChecked();
});

test('a file that was only checked, and is held then, is still for the team once a person sends it @browser', async ({
  deskOf,
  service,
}) => {
  const sol = await deskOf('sol');
  const path = `${sol.workplace.folder}/faulty.jsonl`;
  await writeFaultySample(path, 3);
  const { dialog } = await dropExport(sol, service, path);
  await dialog.getByRole('button', { name: 'Check only' }).click();
  await sol.page.getByRole('button', { name: 'Send…', exact: true }).click();
  const sending = sol.page.getByRole('dialog', { name: 'Send faulty.jsonl' });
  await sending.getByRole('radio', { name: 'The team' }).check();
  await sending.getByRole('button', { name: 'Let the team send to Nordbank' }).click();
  await expect(sending).toBeHidden();
  await sol.page.getByRole('button', { name: 'Send anyway' }).click();
  const anyway = sol.page.getByRole('dialog', { name: 'Send faulty.jsonl anyway?' });
  await anyway.getByRole('textbox').fill('The service is to decide.');
  await anyway.getByRole('button', { name: 'Send anyway' }).click();
  await expect(anyway).toBeHidden();
  await expect(sol.page.getByText('Waiting', { exact: true })).toBeVisible();
  await expect(sol.page.getByText('The team sends it')).toBeVisible();
});

test('only a sender has the choice, and one who is none any more is told so in the dialog @browser', async ({
  deskOf,
  service,
  team,
  database,
  writeExport,
}) => {
  const path = await writeExport('november.jsonl');
  const mara = await dropExport(await deskOf('mara'), service, path);
  await expect(mara.dialog.getByRole('button', { name: 'Check and send to Nordbank' })).toBeEnabled();
  await expect(mara.byTeam).toBeHidden();

  const sol = await dropExport(await deskOf('sol'), service, path);
  await sol.byTeam.check();
  await team.as('ada', database, async (ledger) => await ledger.withdrawRole('sol', 'sender'));
  await sol.dialog.getByRole('button', { name: 'Check and let the team send to Nordbank' }).click();
  await expect(sol.dialog).toContainText('The team ledger does not let you in');
  await expect(sol.dialog).toContainText('november.jsonl');
});

test('the choice who sends @browser', async ({ deskOf, service, writeExport, team }) => {
  const sol = await deskOf('sol');
  const { dialog, byTeam } = await dropExport(sol, service, await writeExport('november.jsonl'));
  await byTeam.check();
  await inspect(sol.page, 'file for the team', bothAppearances);
  await team.server.crash();
  await expect(dialog).toContainText('The team ledger does not answer now');
  await inspect(sol.page, 'file for the team, ledger away', bothAppearances);
  await team.server.revive();
  await expect(dialog).not.toContainText('The team ledger does not answer now');
  await dialog.getByRole('button', { name: 'Check and let the team send to Nordbank' }).click();
  await expectState(sol.page, 'november.jsonl', 'Waiting');
  await inspect(sol.page, 'queue with a file for the team', bothAppearances);
  await openSubmission(sol.page, 'november.jsonl');
  await inspect(sol.page, 'submission for the team', bothAppearances);
});

test('the screens of the team @browser', async ({ deskOf, team }) => {
  test.slow();
  const mara = await deskOf('mara');
  const name = 'migration of the old core system, 4th trial.jsonl';
  const path = await offer(mara, name, 'The export of November, as agreed with the provider.');
  await inspect(mara.page, 'submission that was offered', bothAppearances);
  await mara.page.getByRole('button', { name: 'Offer again…' }).click();
  await inspect(mara.page, 'offering again', bothAppearances);
  await mara.page.getByRole('button', { name: 'Go back' }).click();
  await mara.page.getByRole('link', { name: 'Show offer 1' }).click();
  await expect(mara.page.getByText('This is your own offer')).toBeVisible();
  await inspect(mara.page, 'own offer', bothAppearances);

  const cem = await deskOf('cem');
  await goToPage(cem.page, 'Team');
  await expect(cem.page.getByRole('link', { name })).toBeVisible();
  await inspect(cem.page, 'offers of a team', bothAppearances);
  await openOffer(cem.page, name);
  await inspect(cem.page, 'offer to decide', bothAppearances);
  const other = `${cem.workplace.folder}/another.jsonl`;
  await writeFaultySample(other, 4);
  await chooseCopy(cem.page, other);
  await expect(cem.page.getByText('This is another file')).toBeVisible();
  await cem.page.getByRole('button', { name: 'Release', exact: true }).click();
  await inspect(cem.page, 'offer with another file', bothAppearances);
  await chooseCopy(cem.page, path);
  await expect(cem.page.getByText('You can release it.')).toBeVisible();
  await inspect(cem.page, 'offer with the same file', bothAppearances);
  await cem.page.getByRole('textbox', { name: 'Reason' }).fill('The sums agree.');
  await cem.page.getByRole('button', { name: 'Release', exact: true }).click();
  await expect(cem.page.getByRole('heading', { name: /^Released by cem/ })).toBeVisible();
  await inspect(cem.page, 'released offer', bothAppearances);
  await cem.page.getByRole('link', { name: 'Back to the offers' }).click();
  await cem.page.getByText('Decided', { exact: true }).click();
  await expect(cem.page.getByRole('link', { name })).toBeVisible();
  await inspect(cem.page, 'decided offers', bothAppearances);
  await cem.page.getByText('Who did what', { exact: true }).click();
  await expect(cem.page.getByText('Released (offer 1)')).toBeVisible();
  await inspect(cem.page, 'who did what', bothAppearances);
  await team.server.crash();
  await expect(cem.page.getByText('Does not answer', { exact: true })).toBeVisible();
  await inspect(cem.page, 'ledger that is away', bothAppearances);
});

/** The first modification id of a file. */
async function firstIdOf(path: string): Promise<string> {
  return /"modification":{"external_id":"([^"]+)/.exec(await readFile(path, 'utf8'))?.[1] ?? '';
}

test('an id is found in the files of colleagues, and also while the ledger is away in those of this computer @browser', async ({
  deskOf,
  workplaceOf,
  service,
  team,
  database,
  writeExport,
}) => {
  test.slow();
  await team.as('ada', database, (ledger) => ledger.giveRole('ben', 'sender'));
  const [theirs, own] = [await writeExport('theirs.jsonl'), await writeExport('own.jsonl')];
  const ben = await workplaceOf('ben');
  expect(await ben.run(['send', theirs, '--wait', '--json'])).toMatchObject({ exitCode: 0 });
  const { page, ...sol } = await deskOf('sol');
  const { dialog } = await dropExport({ page, ...sol }, service, own);
  await dialog.getByRole('button', { name: 'Check and send to Nordbank' }).click();
  await expectState(page, 'own.jsonl', 'Done');

  const search = page.getByRole('searchbox', { name: 'Find by name, folder or id' });
  const [theirId, ownId] = [await firstIdOf(theirs), await firstIdOf(own)];
  await search.fill(theirId);
  const ofTeam = page.getByRole('table', { name: `${theirId} in the team ledger` });
  await expect(ofTeam.getByRole('row', { name: /theirs\.jsonl ben .*Announced, counts as sent/ })).toBeVisible();
  await inspect(page, 'id that a colleague sent');
  await search.fill(ownId);
  const here = page.getByRole('table', { name: `Where ${ownId} went` });
  await expect(here.getByRole('link', { name: 'own.jsonl' })).toBeVisible();
  await expect(page.getByText('No other desk has announced it in the team ledger')).toBeVisible();

  // The ledger answers late: what this computer knows does not wait, and what was typed before is not shown any more.
  const held = team.server.asSuperuser(database, [
    'BEGIN',
    'LOCK TABLE tranship.places IN ACCESS EXCLUSIVE MODE',
    'SELECT pg_sleep(600)',
  ]);
  const ended = held.catch(() => {});
  await search.fill(theirId);
  await expect(page.getByText('Asking the team ledger')).toBeVisible();
  await search.fill(ownId);
  await expect(here.getByRole('link', { name: 'own.jsonl' })).toBeVisible();
  await team.server.asSuperuser(database, [
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(600)'",
  ]);
  await ended;
  await expect(page.getByText('No other desk has announced it in the team ledger')).toBeVisible();
  await expect(ofTeam).toBeHidden();

  await team.server.crash();
  await search.fill(theirId);
  await expect(page.getByText(/does not answer, so only this computer was searched/)).toBeVisible();
  await search.fill(ownId);
  await expect(here.getByRole('link', { name: 'own.jsonl' })).toBeVisible();
  await team.server.revive();
  await search.fill(theirId);
  await expect(ofTeam.getByText('theirs.jsonl')).toBeVisible();
});
