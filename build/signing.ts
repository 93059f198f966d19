/**
 * @file What the environment says about signing: which variables count, and what Electron-builder is told. Pure.
 */

/** All that Electron-builder reads to sign and to notarise. */
export const signingVariables: readonly string[] = [
  ...['CSC_LINK', 'CSC_KEY_PASSWORD', 'CSC_NAME', 'CSC_KEYCHAIN', 'CSC_INSTALLER_LINK', 'CSC_INSTALLER_KEY_PASSWORD'],
  ...['WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD'],
  ...['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
  ...['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER', 'APPLE_KEYCHAIN', 'APPLE_KEYCHAIN_PROFILE'],
];

/** Any of these names a certificate. */
const certificates: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['CSC_LINK', 'CSC_NAME', 'CSC_KEYCHAIN'],
  win32: ['WIN_CSC_LINK', 'CSC_LINK'],
};

export interface Signing {
  isSigned: boolean;
  /** For Electron-builder. */
  environment: NodeJS.ProcessEnv;
  /** For Electron-builder, after the configuration. */
  options: string[];
}

/**
 * Signs if a certificate is named, and only then: a signed build fails where a part stays unsigned, an unsigned one is not
 * notarised, and takes no certificate that it happens to find on the machine.
 */
export function signingOf(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): Signing {
  const given = withoutEmpty(environment);
  const isSigned = (certificates[platform] ?? []).some((name) => given[name] !== undefined);
  return isSigned
    ? { isSigned, environment: given, options: ['--config.forceCodeSigning=true'] }
    : { isSigned, environment: { ...withoutSecrets(given), CSC_IDENTITY_AUTO_DISCOVERY: 'false' }, options: [] };
}

/** The environment for all other programs of the build, which have nothing to sign. */
export function withoutSecrets(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return without(environment, (name) => signingVariables.includes(name));
}

/** A secret that a workflow does not have arrives as an empty variable, which Electron-builder takes for a path. */
function withoutEmpty(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return without(environment, (name, value) => signingVariables.includes(name) && value.trim() === '');
}

function without(environment: NodeJS.ProcessEnv, leavesOut: (name: string, value: string) => boolean) {
  return Object.fromEntries(Object.entries(environment).filter(([name, value = '']) => !leavesOut(name, value)));
}
