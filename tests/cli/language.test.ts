/** @file The language of the command line: whose words are printed, and what stays English. */

import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { languageOf, type Reader } from '../../src-main/shells/cli/language.ts';
import { startOpponent } from '../harness/opponent/carried.ts';
import { writeDuplicates, writeTransactions } from './transactions.ts';
import { environmentOf, openWorkplace } from './tranship.ts';

const german = { TRANSHIP_LANGUAGE: 'de' };

describe('The language of a call', () => {
  const spoken = async (reader: Reader, settings: string, variables: Record<string, string> = {}) => {
    await using workplace = await openWorkplace();
    const { home, folder } = workplace;
    await mkdir(home);
    await writeFile(join(home, 'settings.json'), settings);
    const environment = { TRANSHIP_HOME: home, ...variables };
    return languageOf({ environment, folder, preferredLanguages: () => ['fr-CH'] }, reader).code;
  };
  const chosen = '{"language":"de"}';

  it.each<[Reader, string, string, Record<string, string>?]>([
    ['person', chosen, 'de'],
    ['person', '{"language":"system"}', 'fr'],
    ['person', '{}', 'fr'],
    ['person', 'no JSON', 'fr'],
    ['either', chosen, 'en'],
    ['either', chosen, 'fr', { TRANSHIP_LANGUAGE: 'fr' }],
    ['person', chosen, 'en', { TRANSHIP_LANGUAGE: 'en' }],
    ['program', chosen, 'en', german],
  ])('for a %s with the settings %s is %s', async (reader, settings, code, variables) => {
    expect(await spoken(reader, settings, variables)).toBe(code);
  });
});

describe('A call in German', () => {
  it('says what a check found, and to a program says it in English', async () => {
    await using workplace = await openWorkplace(german);
    const path = await writeDuplicates(workplace);
    const { exitCode, stdout } = await workplace.run(['check', path]);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/Zeile 1 {2}Fehler/);
    expect(stdout).toContain(`${path} hat Fehler.`);
    expect(stdout).toMatch(/3 Zeilen; \d von 3 Transaktionen gültig/);

    const { events } = await workplace.run(['check', join(workplace.folder, 'missing.jsonl'), '--json']);
    expect(events[0]).toMatchObject({ title: 'The file was not found' });
  });

  it('says what is wrong with it', async () => {
    await using workplace = await openWorkplace(german);
    const { exitCode, stderr } = await workplace.run(['statement', '--from', '2026-02-02', '--to', '2026-01-01']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('2026-02-02 ist nach 2026-01-01: Der erste Tag kommt zuerst.');
    expect(stderr).toContain('Siehe „tranship statement --help“.');
  });

  it('shows its help, which stays English in a script', async () => {
    await using workplace = await openWorkplace();
    const help = async (environment: Record<string, string>, ...more: string[]) =>
      (await workplace.run(['check', '--help', ...more], { environment })).stdout;
    expect(await help(german)).toMatch(/^Aufruf: tranship check \[Optionen\] <Datei\.\.\.>/);
    expect(await help({})).toMatch(/^Usage: tranship check \[options\] <file\.\.\.>/);
    expect(await help(german, '--json')).toMatch(/^Usage: /);

    const { exitCode, stderr } = await workplace.run(['check', 'x', '--workers', '99'], { environment: german });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('Der Wert „99“ der Option „--workers <Anzahl>“ ist ungültig.');
    expect(stderr).toContain('Siehe „tranship check --help“.');
  });

  it('sends with an app that keeps its logs in English, and shows what came of it', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace({ ...environmentOf(service), ...german });
    const path = await writeTransactions(workplace, 3);
    const shown = async (call: readonly string[]) => (await workplace.run(call)).stdout;
    const sent = await workplace.run(['send', path, '--wait']);
    expect(sent).toMatchObject({ exitCode: 0, stderr: '' });
    expect(sent.stdout).toContain('fertig');
    expect(await shown(['queue', 'list'])).toContain('Verbindung');
    expect(await shown(['queue', 'open'])).toContain('Nichts ist offen: Jede Zeile wurde angenommen.');
    expect(await shown(['receipt', '1'])).toContain('Beleg zu Sendung 1');
    expect(await shown(['history'])).toContain('was geschah');
    const table = join(workplace.folder, 'statement.csv');
    await shown(['statement', '--to', '2100-01-01', '--csv', table]);
    expect(await readFile(table, 'utf8')).toMatch(/^\uFEFFsubmission,file,/);
    const page = join(workplace.folder, 'receipt.html');
    await shown(['receipt', '1', '--html', page]);
    expect(await readFile(page, 'utf8')).toMatch(/^<!doctype html>\s*<html lang="de"/);

    const folder = join(workplace.home, 'logs');
    const logs = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')));
    expect(logs.join('')).not.toBe('');
    expect(logs.join('')).not.toMatch(/fertig|verarbeitet|Paket|Sendung|Datei|Verbindung/);
  });
});
