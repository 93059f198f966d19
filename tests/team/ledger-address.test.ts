/** @file Where the team ledger is, read from the variables of the environment. */

import { expect, it } from 'vitest';
import { ledgerAddressFrom } from '../../src-main/wire/credentials/ledger-address.ts';

it('the address names person, host, port and database; the password stands beside it', () => {
  const address = ledgerAddressFrom({
    TRANSHIP_LEDGER: 'postgresql://mara%40bank@ledger.bank.example:6432/tranship',
    TRANSHIP_LEDGER_PASSWORD: 'secret',
    TRANSHIP_LEDGER_AUTHORITY: '/etc/bank.pem',
  });
  expect(address).toEqual({
    name: 'ledger.bank.example:6432/tranship',
    host: 'ledger.bank.example',
    isSocket: false,
    isBehindPooler: false,
    port: 6432,
    database: 'tranship',
    person: 'mara@bank',
    password: 'secret',
    authorityFile: '/etc/bank.pem',
  });
});

it('without a port it is 5432, and the folder of a socket may stand in place of the host', () => {
  expect(ledgerAddressFrom({ TRANSHIP_LEDGER: 'postgresql://dba@%2Fvar%2Frun%2Fpostgresql/tranship' })).toMatchObject({
    host: '/var/run/postgresql',
    isSocket: true,
    port: 5432,
    password: undefined,
    authorityFile: undefined,
  });
});

it('a host may be a number of either kind', () => {
  const hostOf = (host: string) => ledgerAddressFrom({ TRANSHIP_LEDGER: `postgresql://mara@${host}/tranship` }).host;
  expect(['10.0.0.7', '[::1]'].map(hostOf)).toEqual(['10.0.0.7', '::1']);
});

it('only the address itself can say that a pooler ends TLS, in the words of libpq', () => {
  const read = (TRANSHIP_LEDGER: string) => ledgerAddressFrom({ TRANSHIP_LEDGER });
  const address = read('postgresql://mara@pooler.bank.example/tranship?channel_binding=disable');
  expect(address).toMatchObject({ name: 'pooler.bank.example:5432/tranship', isBehindPooler: true });
});

it.each([
  [undefined, /is not set/],
  ['', /is not set/],
  ['ledger.bank.example', /is no address/],
  ['https://mara@ledger.bank.example/tranship', /is no address/],
  ['postgresql://mara:canary@ledger.bank.example/tranship', /holds a password/],
  ['postgresql://mara@ledger.bank.example/tranship?sslmode=disable', /holds options/],
  ['postgresql://mara@ledger.bank.example/tranship?channel_binding=disable&sslmode=disable', /holds options/],
  ['postgresql://ledger.bank.example/tranship', /names no person/],
  ['postgresql://mara@ledger.bank.example', /names no database/],
  ['postgresql://mara@ledger.bank.example/one/two', /names no database/],
  ['postgresql://mara@ledger.bank.example/%zz', /percent sign/],
])('%s is refused with what is wrong with it', (text, said) => {
  const read = () => ledgerAddressFrom({ TRANSHIP_LEDGER: text });
  expect(read).toThrow(said);
  expect(read).not.toThrow(/canary/);
});
