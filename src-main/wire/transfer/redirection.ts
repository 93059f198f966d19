/** @file Where a storage may redirect an upload to (S3 answers 307 for a recently made bucket). Pure. */

export type Redirection =
  /** The same object, at a host that the storage may speak for. */
  { kind: 'trusted'; address: string; host: string } | { kind: 'untrusted'; host: string };

/**
 * What a `Location` asks of an upload to this signed address; undefined when it names no host. Only the same request
 * (scheme, port, query) for the same object is trusted, at the same host or at another endpoint of the same S3 storage.
 */
export function redirectionOf(address: string, location: string | undefined): Redirection | undefined {
  if (location === undefined || !URL.canParse(location, address)) return undefined;
  const [from, to] = [new URL(address), new URL(location, address)];
  const { host } = to;
  if (host === '') return undefined;
  // Parsers read spaces, controls, backslashes and letters beyond ASCII in different ways, so they are not trusted.
  const isPlain = /^[\x21-\x7e]+$/.test(location) && !location.includes('\\');
  const isSameRequest =
    to.protocol === from.protocol && to.port === from.port && to.search === from.search && to.hash === '';
  const isAnonymous = to.username === '' && to.password === '';
  if (!isPlain || !isSameRequest || !isAnonymous || !isSameObject(from, to)) return { kind: 'untrusted', host };
  return { kind: 'trusted', address: to.href, host };
}

function isSameObject(from: URL, to: URL): boolean {
  if (to.hostname === from.hostname) return to.pathname.endsWith(from.pathname);
  const [one, other] = [readS3Object(from), readS3Object(to)];
  if (one === undefined || other === undefined) return false;
  return one.domain === other.domain && one.bucket === other.bucket && one.key === other.key;
}

interface S3Object {
  /** Everything after the name of the endpoint, for example `amazonaws.com`. */
  domain: string;
  bucket: string;
  key: string;
}

/** `s3`, `s3.eu-west-1`, `s3-eu-west-1` or `s3.dualstack.eu-west-1`, with the bucket before it or first in the path. */
const S3_HOST =
  /^(?:(?<bucket>.+)\.)?s3(?:\.dualstack)?(?:[.-][a-z]{2,}(?:-[a-z]+)+-\d+)?\.(?<domain>(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*)$/;

/** Which object of an S3 storage an address is for; undefined for any other storage. */
export function readS3Object({ hostname, pathname }: URL): S3Object | undefined {
  const { bucket, domain } = S3_HOST.exec(hostname)?.groups ?? {};
  if (domain === undefined || isOpenToAll(domain)) return undefined;
  if (bucket !== undefined) return { domain, bucket, key: pathname };
  const [, first, key] = /^\/([^/]+)(\/.+)$/.exec(pathname) ?? [];
  return first === undefined || key === undefined ? undefined : { domain, bucket: first, key };
}

/** Whether the public may register names in this domain, as in `co.uk`. When in doubt, yes. */
function isOpenToAll(domain: string): boolean {
  const [second = '', top = '', ...more] = domain.split('.');
  return more.length === 0 && top.length === 2 && second.length <= 3;
}
