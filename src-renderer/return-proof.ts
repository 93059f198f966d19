/** @file The proof by which a page knows its app again, as src-main/shells/browser/secrets.ts makes it. */

/** A number that no one can guess, as 43 characters of base64url. */
export function createNumber(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}

/** What an app answers that knows the digest of the key. */
export async function proofFor(key: string, about: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key));
  const hmac = await crypto.subtle.importKey('raw', digest, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return base64url(new Uint8Array(await crypto.subtle.sign('HMAC', hmac, new TextEncoder().encode(about))));
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
