import { describe, expect, it, vi } from 'vitest';
import { filesInArguments, OpenedFiles } from '../../../src-main/shells/electron/opened-files.ts';
import { FakeClock } from '../../fake-clock.ts';

describe('the arguments of a process', () => {
  it('name files after the app and its switches', () => {
    const argv = ['/opt/Tranship', '--allow-file-access-from-files', '/exports/a.jsonl'];
    expect(filesInArguments(argv, '/home', true)).toEqual(['/exports/a.jsonl']);
  });

  it('are relative to the folder of that process', () => {
    expect(filesInArguments(['Tranship', 'a.jsonl'], '/exports', true)).toEqual(['/exports/a.jsonl']);
  });

  it('begin with two that are no files in development', () => {
    expect(filesInArguments(['electron', '--inspect', '.', 'a.jsonl'], '/exports', false)).toEqual([
      '/exports/a.jsonl',
    ]);
  });
});

describe('opened files', () => {
  it('wait for somebody to offer them to', async () => {
    const clock = new FakeClock();
    const opened = new OpenedFiles(clock);
    opened.add(['/a.jsonl']);
    await clock.advance(5000);
    const offer = vi.fn();
    opened.follow(offer);
    expect(offer.mock.calls).toEqual([[['/a.jsonl']]]);
  });

  it('that come together are offered together, each once', async () => {
    const clock = new FakeClock();
    const opened = new OpenedFiles(clock);
    const offer = vi.fn();
    opened.follow(offer);
    opened.add(['/a.jsonl']);
    opened.add(['/b.jsonl', '/a.jsonl']);
    await clock.advance(1000);
    expect(offer.mock.calls).toEqual([[['/a.jsonl', '/b.jsonl']]]);
  });

  it('are not offered when there are none', async () => {
    const clock = new FakeClock();
    const opened = new OpenedFiles(clock);
    const offer = vi.fn();
    opened.follow(offer);
    opened.add([]);
    await clock.advance(1000);
    expect(offer).not.toHaveBeenCalled();
  });
});
