/** @file A desk is one data folder at one place. */

import { expect, it } from 'vitest';
import { deskOf } from '../../src-main/team/desk.ts';
import { MemorySettings } from '../memory-stores.ts';

const here = { folder: '/data/tranship', machine: 'desk-7' };

it('keeps its id from run to run', () => {
  const file = new MemorySettings();
  expect(deskOf(file, here)).toEqual({ id: deskOf(file, here).id, name: 'desk-7' });
});

it.each([
  ['in another folder', { ...here, folder: '/data/copy' }],
  ['on another computer', { ...here, machine: 'desk-8' }],
])('is another desk where the data folder was copied: %s', (_, there) => {
  const file = new MemorySettings();
  const { id } = deskOf(file, here);
  expect(deskOf(file, there).id).not.toBe(id);
});

it('is a new one where what is stored is none', () => {
  const file = new MemorySettings();
  file.set('desk', { id: 'not a UUID', ...here });
  expect(deskOf(file, here).id).toMatch(/^[0-9a-f-]{36}$/);
});
