import { describe, expect, it } from 'vitest';
import { signingOf, signingVariables, withoutSecrets } from '../../build/signing.ts';

const PATH = '/bin';
const empty = Object.fromEntries(signingVariables.map((name) => [name, '']));

describe('A build without a certificate', () => {
  it.each(['darwin', 'win32', 'linux'] as const)('is unsigned on %s when all secrets are empty', (platform) => {
    expect(signingOf({ PATH, ...empty }, platform)).toEqual({
      isSigned: false,
      environment: { PATH, CSC_IDENTITY_AUTO_DISCOVERY: 'false' },
      options: [],
    });
  });

  it('does not notarise, even where it could', () => {
    const apple = { APPLE_ID: 'a@b.example', APPLE_APP_SPECIFIC_PASSWORD: 'secret', APPLE_TEAM_ID: 'T' };
    expect(signingOf({ PATH, CSC_LINK: ' ', ...apple }, 'darwin').environment).not.toHaveProperty('APPLE_ID');
  });

  it('is not signed on a Mac with the certificate for Windows', () => {
    expect(signingOf({ WIN_CSC_LINK: 'a.pfx' }, 'darwin').isSigned).toBe(false);
  });
});

describe('A build with a certificate', () => {
  it.each([
    ['darwin', { CSC_LINK: 'a.p12', CSC_KEY_PASSWORD: 'secret' }],
    ['darwin', { CSC_NAME: 'A Bank' }],
    ['win32', { WIN_CSC_LINK: 'a.pfx' }],
    ['win32', { CSC_LINK: 'a.pfx' }],
  ] as const)('fails on %s where a part stays unsigned: %j', (platform, secrets) => {
    expect(signingOf({ PATH, ...secrets }, platform)).toEqual({
      isSigned: true,
      environment: { PATH, ...secrets },
      options: ['--config.forceCodeSigning=true'],
    });
  });

  it('does not know the secrets that are empty', () => {
    const { environment } = signingOf({ ...empty, CSC_LINK: 'a.p12' }, 'darwin');
    expect(environment).toEqual({ CSC_LINK: 'a.p12' });
  });
});

describe('The other programs of the build', () => {
  it.each(signingVariables)('do not see %s', (name) => {
    expect(withoutSecrets({ PATH, [name]: 'secret' })).toEqual({ PATH });
  });
});
