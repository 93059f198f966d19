/** @file The command that stores a watched folder: what a person copies does what the window showed. */

import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { watchAddCommand } from '../../src-shared/watch-add-command.ts';

const usual = { folder: '/exports/in', connection: 'environment', release: false, shared: false };

describe('the command that stores a watched folder', () => {
  it('leaves out what is as usual', () => {
    expect(watchAddCommand({ ...usual, settleSeconds: 60 })).toBe('tranship watch add /exports/in');
  });

  it('says all that was chosen', () => {
    const chosen = { template: 'SEPA', connection: 'Nordbank', marker: '.done', release: true, shared: true };
    expect(watchAddCommand({ ...usual, ...chosen })).toBe(
      'tranship watch add /exports/in --template SEPA --connection Nordbank --marker .done --release --shared',
    );
    expect(watchAddCommand({ ...usual, settleSeconds: 300 })).toBe('tranship watch add /exports/in --settle 300');
  });

  it('puts what the shell would divide between double quotes on Windows', () => {
    const folder = 'D:\\My Exports\\in';
    expect(watchAddCommand({ ...usual, folder })).toBe('tranship watch add "D:\\My Exports\\in"');
  });

  it.skipIf(process.platform === 'win32')('hands each word to the shell as it is', () => {
    const words = ['/my exports/$HOME `id`; "x"', "it's the bank’s $(id)"];
    const [folder = '', connection = ''] = words;
    const command = watchAddCommand({ ...usual, folder, connection }).replace('tranship', 'printf "%s\\n"');
    const said = execFileSync('sh', ['-c', command], { encoding: 'utf8' });
    expect(said.split('\n')).toEqual(['watch', 'add', folder, '--connection', connection, '']);
  });
});
