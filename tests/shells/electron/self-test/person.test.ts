/** @file What a report of the self-test says of the person who ran it: nothing. */

import { expect, it } from 'vitest';
import { withoutPerson } from '../../../../src-main/actions/self-test/person.ts';

const ofWindows = {
  folder: String.raw`C:\Users\ERIKAM~1\AppData\Local\Temp\tranship-self-test-x1`,
  home: String.raw`C:\Users\Erika.Mustermann`,
  user: 'Erika.Mustermann',
  computer: 'PC-4711',
};

it.each([
  [
    String.raw`There is no file at ${ofWindows.folder}\disk.bin.`,
    String.raw`There is no file at (folder of the test)\disk.bin.`,
  ],
  [
    String.raw`${ofWindows.home}\AppData\Local\Programs is read-only.`,
    String.raw`(home)\AppData\Local\Programs is read-only.`,
  ],
  [
    String.raw`D:\Profiles\Erika.Mustermann\x is locked by PC-4711.`,
    String.raw`D:\Profiles\(user)\x is locked by (this computer).`,
  ],
  ['100 MB at 80 MB/s', '100 MB at 80 MB/s'],
])('“%s” says where, and not whose it is', (said, told) => {
  expect(withoutPerson(said, ofWindows)).toBe(told);
});

it('a person without a name, and a computer with one of a letter,, changes no words', () => {
  const nameless = { folder: '/tmp/test', home: '/', user: '', computer: 'a' };
  expect(withoutPerson('a thread at //a/b', nameless)).toBe('a thread at //a/b');
});
