/**
 * @file Removes secrets from everything that is shown, logged or stored: one function for each kind of secret, and
 * `redactAll` for all of them. Text from the network passes through it before it becomes part of an error, so each step
 * takes linear time for any text: an expression that begins its search again at each character would freeze the app.
 */

const MARK = '[redacted]';

/**
 * Removes the query of every address, because that of a pre-signed one is its signature. Also handles JSON's escaped
 * slashes.
 */
export function redactQueries(text: string): string {
  return text.replace(unbroken, (run) => {
    const query = run.indexOf('?', addressIn(run));
    return query < 0 ? run : `${run.slice(0, query)}?${MARK}`;
  });
}

/** Removes the query of each address that holds a signature. Other queries stay: they are useful to a reader. */
export function redactSignedQueries(text: string): string {
  return text.replace(unbroken, (run) => {
    const query = run.indexOf('?', addressIn(run));
    return query < 0 || !/sig(?:nature)?=/i.test(run.slice(query)) ? run : `${run.slice(0, query)}?${MARK}`;
  });
}

/** What an address, at most, extends over. */
const unbroken = /[^\s"'<>]+/g;

/** Where an address begins; beyond the end where there is none. */
function addressIn(run: string): number {
  const index = run.search(/https?:(?:\\?\/){2}/i);
  return index < 0 ? run.length : index;
}

/** Removes the user name and password from addresses: https://name:password@host. */
export function redactUserInfo(text: string): string {
  return text.replace(/(https?:(?:\\?\/){2})[^\s"'<>/\\?#@]*@/gi, `$1${MARK}@`);
}

/** Removes the credentials of an Authorization or Proxy-Authorization header. */
export function redactAuthorization(text: string): string {
  return text.replace(/\b(Bearer|Basic|Negotiate)(\s+|%20|\+)[\w.~+/=-]{6,}/gi, `$1 ${MARK}`);
}

/** Removes JSON Web Tokens. */
export function redactJsonWebTokens(text: string): string {
  return text.replace(/\beyJ[\w-]+(?:\.[\w-]*)*/g, MARK);
}

const secretName =
  '(?:access_?token|refresh_?token|id_?token|(?:client_?)?secret|client_?assertion|password|passphrase|api_?key|signature|sig|X-Amz-(?:Signature|Credential|Security-Token))';
const secretField = new RegExp(
  `(["']?${secretName}\\\\?["']?\\s*(?:=|:|%3D|\\\\u003d)\\s*\\\\?["']?)[^\\s"'&<>,;}\\\\]+`,
  'gi',
);

/** Removes the values of fields whose names indicate a secret: in JSON, forms and queries, also in encoded ones. */
export function redactSecretFields(text: string): string {
  return text.replace(secretField, `$1${MARK}`);
}

const secretNamed = new RegExp(`(?:${secretName}|secret|token|authorization)$`, 'i');

/** A copy of a record without secrets in any text, and without the values of fields whose names indicate a secret. */
export function redactFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const clean = ([name, value]: [string, unknown]): [string, unknown] => {
    if (typeof value === 'object' && value !== null) return [name, redactFields({ ...value })];
    if (typeof value !== 'string') return [name, value];
    return [name, secretNamed.test(name) ? MARK : redactAll(value)];
  };
  return Object.fromEntries(Object.entries(fields).map(clean));
}

/** Removes long unbroken runs of characters: tokens, keys and signatures look like that; words and UUIDs do not. */
export function redactOpaqueRuns(text: string): string {
  return text.replace(/(?<![\w+=-])[\w+=-]{48,}/g, MARK);
}

/** Removes the secrets in use, in every encoding in which they are sent: an opaque token has no recognisable shape. */
export function redactKnown(text: string, secrets: readonly string[]): string {
  const spellings = secrets
    .filter((secret) => secret.length >= 4)
    .flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      new URLSearchParams([['', secret]]).toString().slice(1),
      JSON.stringify(secret).slice(1, -1),
      Buffer.from(secret).toString('base64'),
    ])
    .sort((a, b) => b.length - a.length);
  return spellings.reduce((clean, spelling) => clean.replaceAll(spelling, MARK), text);
}

/** Removes every secret recognised by its shape, its name or (for `secrets`) its value. */
export function redactAll(text: string, secrets: readonly string[] = []): string {
  const steps = [
    redactQueries,
    redactUserInfo,
    redactSecretFields,
    redactAuthorization,
    redactJsonWebTokens,
    redactOpaqueRuns,
  ];
  return steps.reduce((clean, step) => step(clean), redactKnown(text, secrets));
}

/** An error as a cause that is safe to log: its message and those of its causes, redacted, and no other property. */
export function redactedCause(thrown: unknown, secrets: readonly string[] = []): Error {
  const words: string[] = [];
  for (let error = thrown; words.length < 5 && error instanceof Error; error = error.cause)
    words.push(`${error.name}: ${error.message}`);
  return new Error(redactAll(words.join(' < ') || String(thrown), secrets));
}

/** Enough of a client id to tell two apart, but too little to use: “back…-7”. */
export function shortenedId(id: string): string {
  return id.length < 8 ? `${id.slice(0, 1)}…` : `${id.slice(0, 4)}…${id.slice(-2)}`;
}
