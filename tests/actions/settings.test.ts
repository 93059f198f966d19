import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeError } from '../../src-shared/errors.ts';
import { openWindow, type TestWindow } from './window.ts';

let window: TestWindow;

beforeEach(async () => {
  window = await openWindow();
});

afterEach(() => window.close());

const changed = (values: object) => window.call('settings.change', values);

const patience = { askSeconds: 120, retryHours: 12 };

describe('The settings', () => {
  it('Settings start with sensible defaults', async () => {
    expect(await window.value('settings.get')).toEqual({
      appearance: 'system',
      language: 'system',
      notifications: { ended: true, needsPerson: true },
      startAtLogin: false,
      window: { hasSeenTour: false, singleStrokes: true, recentCommands: [] },
      idIndex: true,
      transfer: { uploadsPerConnection: 2, stallSeconds: 60, ...patience },
      retention: { submissions: null, findings: null, reports: null, ids: null, logs: 14 },
      sending: { connection: '', onInvalid: 'stop', ingestValid: false, maxBatchBytes: 2_000_000_000 },
      ruleSet: '',
      list: { rows: 'comfortable', grouping: 'together', details: 'beside', detailsWidth: 380 },
    });
  });

  it('Settings change only where a value is given, and survive a restart', async () => {
    const notifications = { ended: false, needsPerson: true };
    await changed({ appearance: 'dark', notifications });
    window = await window.reopened();
    expect(await window.value('settings.get')).toMatchObject({ appearance: 'dark', notifications, ruleSet: '' });
  });

  it("Settings that a person's edits have made invalid count as absent", async () => {
    window.settings.set('appearance', 'pink');
    window.settings.set('language', 'Deutsch');
    window.settings.set('sending', { connection: 7 });
    expect(await window.value('settings.get')).toMatchObject({
      appearance: 'system',
      language: 'system',
      sending: { onInvalid: 'stop' },
    });
  });

  it('How the list looks survives a restart, and counts as absent where an edit has made it invalid', async () => {
    const list = { rows: 'compact', grouping: 'single', details: 'page', detailsWidth: 520 };
    await changed({ list });
    window = await window.reopened();
    expect((await window.value('settings.get')).list).toEqual(list);
    for (const edited of [{ ...list, rows: 'tiny' }, { ...list, detailsWidth: 9000 }, 'compact']) {
      window.settings.set('list', edited);
      const usual = { rows: 'comfortable', grouping: 'together', details: 'beside', detailsWidth: 380 };
      expect((await window.value('settings.get')).list).toEqual(usual);
    }
  });

  it('Settings about sending take effect at once', async () => {
    const transfer = { uploadsPerConnection: 5, stallSeconds: 30, bytesPerSecond: 9000, askSeconds: 60, retryHours: 2 };
    await changed({ transfer });
    expect(window.app.transferSettings).toEqual(transfer);
  });

  it('Settings about what is kept take effect at once, and survive a restart', async () => {
    const retention = { submissions: 30, findings: null, reports: 7, ids: 365, logs: 5 };
    await changed({ retention });
    expect(window.app.keptData.retention).toEqual(retention);
    window = await window.reopened();
    expect((await window.value('settings.get')).retention).toEqual(retention);
    const kept = await window.value('retention.kept');
    expect(kept.find(({ kind }) => kind === 'submissions')).toMatchObject({ count: 0, bytes: expect.any(Number) });
  });

  it('Settings about what is kept that an earlier version has stored set no limit to the ids of what was sent', async () => {
    const stored = { submissions: 30, findings: null, reports: 7, logs: 5 };
    window.settings.set('retention', stored);
    expect((await window.value('settings.get')).retention).toEqual({ ...stored, ids: null });
  });

  it('Settings without an upload limit remove the limit', async () => {
    await changed({ transfer: { uploadsPerConnection: 1, stallSeconds: 30, bytesPerSecond: 9000, ...patience } });
    const unlimited = { uploadsPerConnection: 1, stallSeconds: 30, ...patience };
    await changed({ transfer: unlimited });
    expect((await window.value('settings.get')).transfer).toEqual(unlimited);
  });

  it.each([
    ['is no JSON', '{"severities": '],
    ['names a rule that there is not', '{"severities":{"field.unknwon":"off"}}'],
    ['wants a field that there is not', '{"required":["sendr"]}'],
  ])('Settings refuse a rule set that %s, name the place, and keep the earlier one', async (_what, ruleSet) => {
    await changed({ ruleSet: '{"mainEntity":"sender"}' });
    const result = await changed({ ruleSet });
    if (result.ok) throw new Error('a failure expected');
    expect(result.error.code).toBe('rules.unreadable');
    expect(describeError(result.error).detail).toMatch(/JSON|field.unknwon|required.1/);
    expect((await window.value('settings.get')).ruleSet).toBe('{"mainEntity":"sender"}');
  });

  it('Settings give the next file a connection that exists', async () => {
    const form = { kind: 'test', baseUrl: 'https://a.example', tokenUrl: 'https://a.example', clientId: 'c' } as const;
    await window.value('connections.add', { ...form, name: 'One', scope: 'tenant/1' });
    await window.value('connections.add', { ...form, name: 'Two', scope: 'tenant/2' });
    const { sending } = await window.value('settings.get');
    await changed({ sending: { ...sending, connection: 'Two' } });
    expect((await window.value('settings.get')).sending.connection).toBe('Two');
    await window.value('connections.remove', { name: 'Two' });
    expect((await window.value('settings.get')).sending.connection).toBe('One');
  });
});
