/** @file What a build knows about updates, from its environment. */

/**
 * The public key and the feed, as a text of JavaScript; `undefined` without both.
 * @throws Error for one without the other, or where they cannot be meant: such a build would never find an update
 */
export function updateSource(environment: NodeJS.ProcessEnv): string {
  const publicKey = environment['TRANSHIP_UPDATE_PUBLIC_KEY'] ?? '';
  const feed = environment['TRANSHIP_UPDATE_FEED'] ?? '';
  if (publicKey === '' && feed === '') return 'undefined';
  if (Buffer.from(publicKey, 'base64url').length !== 32)
    throw new Error('TRANSHIP_UPDATE_PUBLIC_KEY must be an Ed25519 key of 32 bytes in base64url.');
  if (URL.parse(feed)?.protocol !== 'https:') throw new Error('TRANSHIP_UPDATE_FEED must be an https address.');
  return JSON.stringify({ publicKey, feed });
}
