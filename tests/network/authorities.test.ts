import { beforeAll, describe, expect, it } from 'vitest';
import { machineAuthorities, readAuthorities } from '../../src-main/network/authorities.ts';
import { INSTALL_PATIENCE_MS } from '../debian-packages.ts';
import { Authority } from './authority.ts';
import { networkWith } from './hosts.ts';
import { installPrograms } from './install-programs.ts';

let authority: Authority;
beforeAll(() => {
  installPrograms();
  authority = new Authority();
}, INSTALL_PATIENCE_MS);

const wrong = (words: RegExp) =>
  expect.objectContaining({ code: 'network.authorities', message: expect.stringMatching(words) });

describe('additional authorities', () => {
  it('may be none', () => {
    expect(readAuthorities(' \n')).toEqual([]);
  });

  it('are found among other text, whatever ends the lines', () => {
    const text = `Our authorities:\n${authority.cert}\nand:\n${authority.cert.replaceAll('\n', '\r\n')}`;
    expect(readAuthorities(text)).toHaveLength(2);
  });

  it('must be PEM', () => {
    expect(() => readAuthorities('no certificate')).toThrow(wrong(/no certificate in PEM form/));
  });

  it('must be complete', () => {
    expect(() => readAuthorities(`${authority.cert}\n${authority.cert.slice(0, 200)}`)).toThrow(wrong(/not complete/));
  });

  it('must be readable, and the one that is not is named', () => {
    const broken = authority.cert.replace(/\n[^\n]{40}/, '\nAAAA');
    expect(() => readAuthorities(`${authority.cert}\n${broken}`)).toThrow(wrong(/certificate 2 of 2 cannot be read/));
  });

  it('must be those of authorities, and the one that is not is named', () => {
    expect(() => readAuthorities(authority.client('clerk').cert)).toThrow(
      wrong(/does not belong to an authority but to CN=clerk/),
    );
  });

  it('must not come with a private key', () => {
    expect(() => readAuthorities(`${authority.cert}\n${authority.key}`)).toThrow(wrong(/private key/));
  });

  it('that cannot be used fail a request with the same words', async () => {
    const network = networkWith({ authorities: 'no certificate' });
    await expect(network.fetch()('https://localhost:9')).rejects.toThrow(wrong(/no certificate in PEM form/));
  });
});

it('the machine’s own authorities are there, each once', () => {
  const all = machineAuthorities();
  expect(all.length).toBeGreaterThan(50);
  expect(new Set(all).size).toBe(all.length);
});
