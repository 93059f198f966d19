import { describe, expect, it } from 'vitest';
import { readAuthorities } from '../../../src-main/wire/network/authorities.ts';
import { beforeAllWith } from '../../before-all-with.ts';
import { Authority } from './authority.ts';
import { networkWith } from './hosts.ts';

let authority: Authority;
beforeAllWith(['openssl'], () => {
  authority = new Authority();
});

const wrong = (words: RegExp) =>
  expect.objectContaining({ code: 'network.authorities', message: expect.stringMatching(words) });

describe('additional authorities', () => {
  it('additional authorities may be none', () => {
    expect(readAuthorities(' \n')).toEqual([]);
  });

  it('additional authorities are found among other text, with any line ends', () => {
    const text = `Our authorities:\n${authority.cert}\nand:\n${authority.cert.replaceAll('\n', '\r\n')}`;
    expect(readAuthorities(text)).toHaveLength(2);
  });

  it('additional authorities must be PEM', () => {
    expect(() => readAuthorities('no certificate')).toThrow(wrong(/no certificate in PEM form/));
  });

  it('additional authorities must be complete', () => {
    expect(() => readAuthorities(`${authority.cert}\n${authority.cert.slice(0, 200)}`)).toThrow(wrong(/not complete/));
  });

  it('additional authorities must be readable, and the faulty one is named', () => {
    const broken = authority.cert.replace(/\n[^\n]{40}/, '\nAAAA');
    expect(() => readAuthorities(`${authority.cert}\n${broken}`)).toThrow(wrong(/certificate 2 of 2 cannot be read/));
  });

  it('additional authorities must be authorities, and the wrong one is named', () => {
    expect(() => readAuthorities(authority.client('clerk').cert)).toThrow(
      wrong(/does not belong to an authority but to CN=clerk/),
    );
  });

  it('additional authorities must not come with a private key', () => {
    expect(() => readAuthorities(`${authority.cert}\n${authority.key}`)).toThrow(wrong(/private key/));
  });

  it('additional authorities that cannot be used fail a request with the same words', async () => {
    const network = networkWith({ authorities: 'no certificate' });
    await expect(network.fetch()('https://localhost:9')).rejects.toThrow(wrong(/no certificate in PEM form/));
  });
});
