/** @file The app as a whole: it lets go of all that it took, however its start or its work ends. */

import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { App, type AppPorts } from '../src-main/app.ts';
import { FakeClock } from './fake-clock.ts';
import { unzipped } from './ground/logs/folders.ts';
import { MemorySettings } from './memory-stores.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { createLastingBox } from './wire/credentials/lasting-box.ts';
import { listen } from './wire/network/hosts.ts';

function ports(given: Partial<AppPorts> = {}): AppPorts {
  const folder = temporaryFolder();
  const box = createLastingBox();
  const boxes = { secretBox: box, sessionBox: box };
  return { folder, holder: 'a test', settings: new MemorySettings(), ...boxes, environment: {}, ...given };
}

/** What the log of a data folder tells, in order. */
function eventsIn(folder: string): string[] {
  const logs = join(folder, 'logs');
  const lines = readdirSync(logs).flatMap((name) => readFileSync(join(logs, name), 'utf8').trimEnd().split('\n'));
  return lines.map((line) => JSON.parse(line).event);
}

class UnreadableRuns extends MemorySettings {
  override get(key: string): unknown {
    if (key === 'ruleRuns') throw new Error('The settings cannot be read.');
    return super.get(key);
  }
}

describe('a start that fails', () => {
  it('lets go of the data folder and of the log', () => {
    const clock = new FakeClock();
    const failing = ports({ settings: new UnreadableRuns(), clock });
    expect(() => new App(failing)).toThrow('cannot be read');
    expect(eventsIn(failing.folder).at(-1)).toBe('app.closed');
    expect(clock.remaining).toEqual([]);
  });

  it('leaves the folder to the next one', async () => {
    const failing = ports({ settings: new UnreadableRuns() });
    expect(() => new App(failing)).toThrow('cannot be read');
    const app = new App({ ...failing, settings: new MemorySettings() });
    await app.close();
    expect(eventsIn(failing.folder).filter((event) => event === 'app.started')).toHaveLength(2);
  });
});

describe('closing the app', () => {
  it('ends a diagnosis that is under way, before the log and the queue are closed', async () => {
    const asked = Promise.withResolvers<void>();
    const service = createServer(({ url }, response) => {
      if (url === '/token') asked.resolve();
      else response.end();
    });
    const origin = `http://127.0.0.1:${await listen(service)}`;
    const environment = {
      TRANSHIP_BASE_URL: origin,
      TRANSHIP_TOKEN_URL: `${origin}/token`,
      TRANSHIP_SCOPE: 'tenant/a',
      TRANSHIP_CLIENT_ID: 'a-client',
      TRANSHIP_CLIENT_SECRET: 'a-secret',
    };
    const given = ports({ environment });
    const app = new App(given);
    const options = { audience: 'window', askForStorage: false } as const;
    const diagnosis = app.diagnose(undefined, options, new AbortController().signal).catch((thrown) => thrown);
    await asked.promise;

    await app.close();

    expect(await diagnosis).toBeInstanceOf(Error);
    expect(eventsIn(given.folder).slice(-2)).toEqual(['request', 'app.closed']);
  });
});

describe('the settings of the network', () => {
  it('are those that another process has set since', async () => {
    const settings = new MemorySettings();
    const app = new App(ports({ settings }));
    settings.set('network', { proxy: { mode: 'none' }, authorities: '' });
    expect(app.network.settings).toEqual({ proxy: { mode: 'none' }, authorities: [] });
    await app.close();
  });
});

describe('the export for support', () => {
  it('tells what a person has set, and no setting that is not on its list', async () => {
    const settings = new MemorySettings();
    settings.set('ruleSet', '{"canary":1}');
    settings.set('tokens', 'canary');
    const given = ports({ settings });
    const app = new App(given);
    const path = join(given.folder, 'help.zip');
    await app.exportForSupport(path, new AbortController().signal);
    await app.close();

    const texts = await unzipped(path);
    expect(JSON.parse(texts.get('facts.json') ?? '')).toMatchObject({
      settings: { ruleSet: 'own', transfer: { uploadsPerConnection: 2 }, network: { proxy: { mode: 'system' } } },
    });
    expect([...texts.values()].join('\n')).not.toContain('canary');
  });
});
