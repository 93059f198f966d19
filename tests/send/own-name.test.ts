import { describe, expect, it } from 'vitest';
import { underOwnName } from '../../src-main/send/own-name.ts';
import { AppError } from '../../src-shared/errors.ts';

const inbox = '/data/inbox/3f2c8f0e-5a6b-4a54-9d0d-0b8f5f5f5f5f/con_.jsonl';

describe('An error about a file that came through a browser', () => {
  it.each([
    new AppError('file.not-found', { path: inbox }),
    new AppError('file.unreadable', { path: inbox, reason: `cannot open ${inbox}` }),
  ])('names the file as it was called, not where it lies: $code', (error) => {
    const record = underOwnName(error.toRecord(), { name: 'con?.jsonl', content: inbox });
    expect(Object.values(record.params).join()).not.toContain('inbox');
    expect(record.params).toMatchObject({ path: 'con?.jsonl' });
    expect(record.code).toBe(error.code);
  });

  it('keeps what is no name', () => {
    const record = new AppError('file.no-line', { path: inbox, line: 7 }).toRecord();
    expect(underOwnName(record, { name: 'a.jsonl', content: inbox }).params).toEqual({ path: 'a.jsonl', line: 7 });
  });

  it('stays as it is where the file lies under its own name', () => {
    const record = new AppError('file.not-found', { path: '/exports/a.jsonl' }).toRecord();
    expect(underOwnName(record, { name: '/exports/a.jsonl', content: '/exports/a.jsonl' })).toBe(record);
  });
});
