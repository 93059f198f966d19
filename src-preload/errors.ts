/**
 * @file Every failure that Tranship knows, with the words a clerk reads: what happened, and what to do.
 * Codes cross process borders, texts do not: both sides look the words up here.
 */

import prettyBytes from 'pretty-bytes';
import prettyMilliseconds from 'pretty-ms';

/** Values that fill a text. They are shown and logged, so no secret, token or signed query may be among them. */
export type ErrorParams = Readonly<Record<string, string | number>>;

interface Wording {
  /** What happened, in a few words. */
  title: string;
  /** What happened, in full. */
  detail: string;
  /** What the app does by itself, or what the person can do in the window. */
  remedy: string;
  /** The same for whoever works in a terminal, where other words are needed: commands, options, variables. */
  remedyInTerminal?: string;
}

/** Who reads the words: a clerk in the window, or whoever typed a command. */
export type Audience = 'window' | 'terminal';

interface ErrorKind<Params extends ErrorParams> {
  /** True when the same call may succeed later without anybody changing anything. */
  retryable: boolean;
  words: (params: Params) => Wording;
}

function kind<Params extends ErrorParams = Record<never, never>>(
  retryable: boolean,
  words: (params: Params) => Wording,
): ErrorKind<Params> {
  return { retryable, words };
}

/** An ISO 8601 time as the person’s own clock shows it. */
function moment(time: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(date);
}

const catalogue = {
  // Credentials and permission (§5, §7)
  'auth.refused': kind<{ reason: string }>(false, ({ reason }) => ({
    title: 'The sign-in was refused',
    detail: `The client id, the secret or the scope was not accepted. The answer was: ${reason}`,
    remedy: 'Check the client id, the secret and the scope (tenant/<tenant-id>) of this connection, then try again.',
  })),
  'auth.token-rejected': kind<{ endpoint: string }>(false, ({ endpoint }) => ({
    title: 'The service does not accept the sign-in',
    detail: `${endpoint} answered 401, although the sign-in itself had just succeeded.`,
    remedy:
      'Check that the base address, the token address and the scope of this connection belong to the same tenant.',
  })),
  'auth.forbidden': kind<{ endpoint: string }>(false, ({ endpoint }) => ({
    title: 'These credentials may not do this',
    detail: `${endpoint} answered 403: the credentials are valid but lack the permission.`,
    remedy: endpoint.includes('/batch/')
      ? 'Ask the provider to enable batch upload for this tenant; it is off by default.'
      : 'Ask the provider to give these credentials the permission for it.',
  })),
  'auth.no-secret': kind<{ connection: string }>(false, ({ connection }) => ({
    title: 'The client secret is missing',
    detail: `No secret is at hand for the connection “${connection}”.`,
    remedy: 'Open Connections, change this connection and enter its secret, or choose its client certificate.',
    remedyInTerminal:
      'Set TRANSHIP_CLIENT_SECRET or TRANSHIP_CLIENT_CERTIFICATE, or store one with “tranship connection secret” or “tranship connection certificate”.',
  })),
  'secret.unreadable': kind<{ connection: string }>(false, ({ connection }) => ({
    title: 'The stored secret cannot be opened',
    detail: `The secret or the client certificate of the connection “${connection}” was encrypted with another passphrase or on another machine.`,
    remedy: 'Open Connections, change this connection and enter its secret again, and its certificate if it has one.',
    remedyInTerminal: 'Set the TRANSHIP_PASSPHRASE it was stored with, or enter the secret again.',
  })),
  'secret.no-store': kind(false, () => ({
    title: 'There is no place to keep the secret',
    detail: 'A secret is stored only encrypted, and there is nothing to encrypt it with.',
    remedy: 'Ask IT to make the key store of this computer available, then enter the secret again.',
    remedyInTerminal:
      'Set TRANSHIP_PASSPHRASE, or store nothing and set TRANSHIP_CLIENT_SECRET or TRANSHIP_CLIENT_CERTIFICATE at each call.',
  })),
  'certificate.unusable': kind<{ reason: string }>(false, ({ reason }) => ({
    title: 'The client certificate cannot be used',
    detail: `The certificate, or the key that belongs to it, was not accepted: ${reason}`,
    remedy: 'Choose the file again and check its passphrase, or ask whoever issued it for a new one.',
    remedyInTerminal:
      'Check the file and TRANSHIP_CERTIFICATE_PASSPHRASE, or ask whoever issued the certificate for a new one.',
  })),
  'certificate.expired': kind<{ connection: string; at: string }>(false, ({ connection, at }) => ({
    title: 'The client certificate has expired',
    detail: `The certificate of the connection “${connection}” was valid until ${moment(at)}.`,
    remedy: 'Ask for a new certificate, then change this connection and choose it.',
    remedyInTerminal: 'Ask for a new certificate, then store it with “tranship connection certificate”.',
  })),
  'certificate.expires-soon': kind<{ connection: string; at: string }>(false, ({ connection, at }) => ({
    title: 'The client certificate expires soon',
    detail: `The certificate of the connection “${connection}” is valid until ${moment(at)}.`,
    remedy: 'Ask for a new certificate in time, then change this connection and choose it.',
    remedyInTerminal: 'Ask for a new certificate in time, then store it with “tranship connection certificate”.',
  })),

  // Connections
  'connection.none': kind<{ missing: string }>(false, ({ missing }) => ({
    title: 'There is no connection to send to',
    detail: 'No connection is named.',
    remedy: 'Add a connection under Connections, or choose one when you add the file.',
    remedyInTerminal: `Add one with “tranship connection add NAME …” and name it with --connection, or set ${missing}.`,
  })),
  'connection.unknown': kind<{ connection: string }>(false, ({ connection }) => ({
    title: 'Unknown connection',
    detail: `There is no connection named “${connection}”.`,
    remedy: 'Choose another connection, or add one of this name under Connections.',
    remedyInTerminal: 'See “tranship connection list” for the names.',
  })),
  'connection.invalid': kind<{ field: string; problem: string }>(false, ({ field, problem }) => ({
    title: 'The connection is not complete',
    detail: `${field}: ${problem}`,
    remedy: 'Correct this value and try again.',
  })),
  'connection.moved': kind<{ connection: string }>(false, ({ connection }) => ({
    title: 'The connection leads somewhere else now',
    detail: `The connection “${connection}” has another address, client or scope than when this file was approved.`,
    remedy: 'Change the connection back, or cancel the submission and add the file again.',
  })),
  'connection.exists': kind<{ connection: string }>(false, ({ connection }) => ({
    title: 'This name is taken',
    detail: `A connection named “${connection}” exists already.`,
    remedy: 'Choose another name, or remove the old connection first.',
  })),

  'connection.in-use': kind<{ connection: string; submissions: number }>(false, ({ connection, submissions }) => ({
    title: 'The connection is in use',
    detail: `${submissions} of the files in the queue are still to be sent or followed over “${connection}”.`,
    remedy: 'Wait until they have ended, or cancel them. Then the connection can be changed or removed.',
  })),
  'practice.port-taken': kind<{ port: number }>(true, ({ port }) => ({
    title: 'The practice service cannot start',
    detail: `Another program uses its place on this machine (port ${port}).`,
    remedy:
      'Close other windows of Tranship and start it again, or start practising again when nothing is left to practise.',
  })),

  // The service (§7, §8)
  'service.rate-limited': kind<{ endpoint: string; seconds: number }>(true, ({ endpoint, seconds }) => ({
    title: 'The service asks to wait',
    detail: `${endpoint} answered 429: too many requests for this tenant.`,
    remedy: `Tranship asks again by itself in ${seconds} s.`,
  })),
  'service.unavailable': kind<{ endpoint: string; status: number; reason: string }>(
    true,
    ({ endpoint, status, reason }) => ({
      title: 'The service is not available',
      detail: `${endpoint} answered ${status}: ${reason}`,
      remedy: 'Tranship tries again by itself with growing pauses.',
    }),
  ),
  'service.refused': kind<{ endpoint: string; status: number; reason: string }>(
    false,
    ({ endpoint, status, reason }) => ({
      title: 'The service refused the request',
      detail: `${endpoint} answered ${status}: ${reason}`,
      remedy: 'This does not heal by itself. Pass the sentence above on to the provider.',
    }),
  ),
  'service.not-found': kind<{ endpoint: string; reason: string }>(false, ({ endpoint, reason }) => ({
    title: 'The service does not know this',
    detail: `${endpoint} answered 404: ${reason}`,
    remedy: 'Check the addresses of this connection. If they are right, pass the sentence above on to the provider.',
  })),
  'service.bad-reply': kind<{ endpoint: string; excerpt: string }>(true, ({ endpoint, excerpt }) => ({
    title: 'The reply cannot be understood',
    detail: `${endpoint} answered something unexpected: ${excerpt}`,
    remedy:
      'Tranship asks again a few times by itself. If it stays, check the addresses of this connection, and ask IT whether a proxy is in between.',
  })),
  'service.path-invalid': kind<{ path: string; problem: string }>(false, ({ path, problem }) => ({
    title: 'This path cannot be asked about',
    detail: `“${path}” ${problem}. Only what lies below the base address of the connection is asked.`,
    remedy: 'Give only what follows the base address, for example /api/name?day=2026-01-31.',
  })),

  // The network
  'network.unreachable': kind<{ host: string; reason: string }>(true, ({ host, reason }) => ({
    title: 'The host cannot be reached',
    detail: `No connection to ${host}: ${reason}`,
    remedy: 'Check the network, the VPN and the address. Tranship goes on by itself once there is an answer.',
  })),
  'network.no-answer': kind<{ host: string; seconds: number }>(true, ({ host, seconds }) => ({
    title: 'The host does not answer',
    detail: `${host} gave no answer within ${seconds} s. The request may have arrived all the same.`,
    remedy: 'Check the network and the VPN. Tranship goes on by itself once there is an answer.',
  })),
  'network.cut': kind<{ host: string; reason: string }>(true, ({ host, reason }) => ({
    title: 'The connection was cut',
    detail: `The connection to ${host} ended early: ${reason}`,
    remedy: 'Tranship tries again by itself.',
  })),
  'network.untrusted': kind<{ host: string; reason: string }>(false, ({ host, reason }) => ({
    title: 'The host cannot be trusted',
    detail: `The certificate of ${host} was not accepted: ${reason}`,
    remedy: 'Ask IT whether a proxy inspects the traffic; its certificate authority must be installed on this machine.',
  })),
  'network.identity-wanted': kind<{ host: string }>(false, ({ host }) => ({
    title: 'The host asks for a client certificate',
    detail: `${host} lets nobody in without a client certificate, or does not accept the one of this connection.`,
    remedy:
      'Open Connections, change this connection and choose the certificate that the provider has registered. If there is one, see whether it has expired.',
    remedyInTerminal: 'Store the certificate that the provider has registered with “tranship connection certificate”.',
  })),
  'network.proxy-unreachable': kind<{ proxy: string; reason: string }>(true, ({ proxy, reason }) => ({
    title: 'The proxy cannot be reached',
    detail: `No way leads through the proxy ${proxy}: ${reason}`,
    remedy:
      'Check the network, the VPN and the proxy under Settings. Tranship goes on by itself once the proxy answers.',
    remedyInTerminal: 'Check the network, the VPN, and the proxy that HTTPS_PROXY or the settings name.',
  })),
  'network.proxy-credentials': kind<{ proxy: string }>(false, ({ proxy }) => ({
    title: 'The proxy asks for a password',
    detail: `The proxy ${proxy} wants a user name and a password, or does not accept those it got.`,
    remedy: 'Open Settings, set this proxy by hand and enter the user name and the password for it.',
    remedyInTerminal:
      'Put them into the address, as in HTTPS_PROXY=http://name:password@host:port, or into the settings.',
  })),
  'network.proxy-refused': kind<{ proxy: string; host: string; status: number }>(false, ({ proxy, host, status }) => ({
    title: 'The proxy does not let this through',
    detail: `The proxy ${proxy} answered ${status} instead of opening a way to ${host}.`,
    remedy: `Ask IT to allow ${host} on this proxy. If it is allowed, the proxy could not reach it: check the address.`,
  })),
  'network.proxy-unusable': kind<{ problem: string }>(false, ({ problem }) => ({
    title: 'The proxy cannot be used',
    detail: `No way leads out: ${problem}.`,
    remedy: 'Ask IT for an http or https proxy, and set it by hand under Settings.',
    remedyInTerminal: 'Ask IT for an http or https proxy, and name it in HTTPS_PROXY.',
  })),
  'network.authorities': kind<{ problem: string }>(false, ({ problem }) => ({
    title: 'The additional authorities cannot be used',
    detail: `Of the certificates of authorities in the settings: ${problem}.`,
    remedy: 'Ask IT for the certificate of the authority as a PEM file, and choose that under Settings.',
  })),
  'network.invalid': kind<{ field: string; problem: string }>(false, ({ field, problem }) => ({
    title: 'The network settings are not right',
    detail: `${field}: ${problem}`,
    remedy: 'Correct this value and try again.',
  })),
  'network.proxy-password': kind(false, () => ({
    title: 'The password of the proxy cannot be opened',
    detail: 'It was encrypted with another passphrase or on another machine.',
    remedy: 'Open Settings and enter the password of the proxy again.',
    remedyInTerminal:
      'Set the TRANSHIP_PASSPHRASE it was stored with, or enter it again with “tranship network proxy”.',
  })),

  // The upload (§2.1, §4)
  'upload.address-expired': kind(true, () => ({
    title: 'The upload address has expired',
    detail: 'The storage no longer accepts the address that the service had issued.',
    remedy: 'Tranship asks the service for a new address by itself.',
  })),
  'upload.refused': kind<{ status: number; reason: string }>(false, ({ status, reason }) => ({
    title: 'The storage refused the upload',
    detail: `The storage answered ${status}: ${reason}`,
    remedy: 'Try again; if it happens once more, pass the sentence above on to the provider.',
  })),
  'upload.conflict': kind(false, () => ({
    title: 'The storage holds another object already',
    detail: 'The storage already held an object at a fresh upload address, before anything was sent.',
    remedy: 'Try again: a new address is asked for then. Tell the provider if it happens once more.',
  })),
  'upload.busy': kind<{ status: number; reason: string }>(true, ({ status, reason }) => ({
    title: 'The storage is busy',
    detail: `The storage answered ${status}: ${reason}`,
    remedy: 'Tranship tries again by itself with growing pauses.',
  })),
  'upload.stalled': kind<{ seconds: number }>(true, ({ seconds }) => ({
    title: 'The upload stood still',
    detail: `Not a byte moved for ${seconds} s.`,
    remedy: 'Tranship starts this batch again by itself.',
  })),
  'upload.too-slow': kind<{ bytes: number; bytesPerSecond: number; lifetimeSeconds: number }>(
    true,
    ({ bytes, bytesPerSecond, lifetimeSeconds }) => ({
      title: 'The line is too slow for a batch of this size',
      detail: `At ${prettyBytes(bytesPerSecond)}/s the ${prettyBytes(bytes)} of this batch would take longer than an upload address lasts (${prettyMilliseconds(1000 * lifetimeSeconds)}), so it was not started.`,
      remedy: 'Tranship starts it when the line is faster. If it stays slow, send the file again in smaller batches.',
    }),
  ),
  'upload.interrupted': kind(true, () => ({
    title: 'The upload was interrupted',
    detail: 'Tranship was closed, or stopped, while this batch was being sent.',
    remedy: 'Tranship finds out what arrived, and goes on by itself.',
  })),

  // What the service says of a batch (§2.5, §3)
  'batch.refused': kind<{ reason: string }>(false, ({ reason }) => ({
    title: 'The service found invalid transactions',
    detail:
      reason === '' ? 'The batch did not pass the validation.' : `The batch did not pass the validation: ${reason}`,
    remedy: 'Open the validation report, correct the lines it names and send them again.',
  })),
  'batch.failed': kind<{ reason: string }>(false, ({ reason }) => ({
    title: 'The service could not process the batch',
    detail: reason === '' ? 'The service reports an error without a reason.' : `The service reports: ${reason}`,
    remedy: 'Try again, or pass the sentence above on to the provider.',
  })),
  'batch.unknown': kind<{ hours: number }>(false, ({ hours }) => ({
    title: 'The service does not know the batch',
    detail: `The storage accepted the batch, but the service has not known it for ${hours} h.`,
    remedy: 'Ask the provider about this batch id, or try again.',
  })),

  'batch.doubtful': kind<{ hours: number; state: string }>(false, ({ hours, state }) => ({
    title: 'Nobody can say whether the batch arrived',
    detail: `The storage’s answer was lost, and for ${hours} h the service has said no more than ${state}.`,
    remedy: 'Ask the provider about this batch id first. Trying again sends the same lines under a new id.',
  })),

  // Files
  'file.not-found': kind<{ path: string }>(false, ({ path }) => ({
    title: 'The file is not there',
    detail: `There is no file at ${path}.`,
    remedy: 'Check the name and the folder. Was the file moved, or is a network drive not connected?',
  })),
  'file.not-a-file': kind<{ path: string }>(false, ({ path }) => ({
    title: 'This is not a file',
    detail: `${path} is a folder or a device.`,
    remedy: 'Choose the JSON Lines file itself.',
  })),
  'file.no-permission': kind<{ path: string }>(false, ({ path }) => ({
    title: 'The file may not be read',
    detail: `You lack the permission to read ${path}.`,
    remedy: 'Ask the owner of the file for the right to read it.',
  })),
  'file.unreadable': kind<{ path: string; reason: string }>(true, ({ path, reason }) => ({
    title: 'The file cannot be read',
    detail: `Reading ${path} failed: ${reason}`,
    remedy: 'Check the drive or the network share, then try again.',
  })),
  'file.locked': kind<{ path: string }>(true, ({ path }) => ({
    title: 'Another program holds the file',
    detail: `${path} was locked for a minute, perhaps by an antivirus program, an indexer or a backup.`,
    remedy: 'Close the program that uses this file. Tranship tries again by itself.',
  })),
  'file.unreachable': kind<{ path: string }>(true, ({ path }) => ({
    title: 'The drive or share does not answer',
    detail: `${path} cannot be reached: its drive or network share is not there.`,
    remedy: 'Connect the drive, the network or the VPN. Tranship goes on by itself when it is back.',
  })),
  'file.changed': kind<{ path: string; how: string }>(false, ({ path, how }) => ({
    title: 'The file has changed since it was checked',
    detail: `${path} ${how}. Nothing that was not checked is sent.`,
    remedy: 'Cancel this submission and add the file again: it is then checked as it is now.',
    remedyInTerminal: 'Check the file again and send it anew.',
  })),
  'file.line-over-limit': kind<{ line: number; bytes: number; limit: number }>(false, ({ line, bytes, limit }) => ({
    title: 'A line is larger than a whole batch',
    detail: `Line ${line} has ${bytes} bytes; a batch may have ${limit}.`,
    remedy: 'Allow larger batches when you add the file, or correct this line.',
    remedyInTerminal: 'Raise the batch size with --max-batch, or correct this line.',
  })),
  'file.not-offered': kind(false, () => ({
    title: 'This file is not at hand any more',
    detail: 'The file was added already, or Tranship was started again since it was chosen.',
    remedy: 'Choose the file again.',
  })),
  'file.no-line': kind<{ path: string; line: number }>(false, ({ path, line }) => ({
    title: 'There is no such line',
    detail: `${path} has no line ${line}.`,
    remedy: 'If the file has changed, add it again.',
    remedyInTerminal: 'Check the file again, if it has changed.',
  })),
  'file.cannot-write': kind<{ path: string; reason: string }>(false, ({ path, reason }) => ({
    title: 'The file cannot be written',
    detail: `Writing ${path} failed: ${reason}`,
    remedy: 'Choose another place, or ask for the right to write there.',
  })),
  'check.failed': kind<{ path: string; reason: string }>(true, ({ path, reason }) => ({
    title: 'The check did not finish',
    detail: `Checking ${path} stopped half-way: ${reason}. The file counts as not checked.`,
    remedy: 'Try again.',
    remedyInTerminal: 'Check the file again.',
  })),
  'rules.unreadable': kind<{ path: string; problem: string }>(false, ({ path, problem }) => ({
    title: 'The rule set cannot be used',
    detail: `${path}: ${problem}`,
    remedy: 'Correct the rule set in Settings, or empty it to use the default rules.',
    remedyInTerminal: 'Correct the rule set, or leave it out to use the default rules.',
  })),

  // Single transactions (§4 row 6)
  'post.under-way': kind<{ path: string }>(true, ({ path }) => ({
    title: 'This file is being sent already',
    detail: `The transactions of ${path} are being sent one by one over this connection.`,
    remedy: 'Wait until that has ended.',
  })),
  'post.journal-damaged': kind<{ path: string; line: number }>(false, ({ path, line }) => ({
    title: 'Which transactions were sent is no longer known',
    detail: `${path}, in which Tranship notes what it sends of this file, is damaged at line ${line}. Nothing was sent.`,
    remedy:
      'Ask the provider which transactions of this file have arrived, and send the others as a file of their own.',
  })),
  'transaction.has-errors': kind<{ errors: number }>(false, ({ errors }) => ({
    title: 'The transaction has errors',
    detail: `The check found ${errors === 1 ? 'one error' : `${errors} errors`}, so nothing was sent.`,
    remedy: 'Correct the transaction, or send it all the same: the service will then decide.',
  })),

  // The page in a browser
  'page.disconnected': kind(true, () => ({
    title: 'Tranship does not answer',
    detail: 'The page has lost its connection to Tranship, so it does not know what became of this.',
    remedy:
      'The page connects again by itself while Tranship runs. If it was ended, start it again and open the address that it prints.',
  })),
  'inbox.interrupted': kind<{ fileName: string }>(true, ({ fileName }) => ({
    title: 'The file did not arrive whole',
    detail: `${fileName} was broken off on its way from the browser. Nothing of it was kept.`,
    remedy: 'Add the file again.',
  })),
  'inbox.busy': kind<{ fileName: string }>(true, ({ fileName }) => ({
    title: 'Too many files are on their way',
    detail: `${fileName} was not taken in, because other tabs are sending files, too.`,
    remedy: 'Wait until these have arrived, then add the file again.',
  })),

  // The data folder
  'disk.full': kind<{ folder: string }>(true, ({ folder }) => ({
    title: 'The disk is full',
    detail: `There is no room left in ${folder}. What is in the queue is safe.`,
    remedy: 'Make room on this disk. The queue goes on by itself once there is some.',
  })),
  'folder.unusable': kind<{ folder: string; reason: string }>(false, ({ folder, reason }) => ({
    title: 'The data folder cannot be used',
    detail: `${folder}: ${reason}`,
    remedy: 'Ask IT to let you read and write in this folder, then start Tranship again.',
    remedyInTerminal: 'Check the permissions of this folder, or choose another one with TRANSHIP_HOME.',
  })),
  'queue.locked': kind<{ folder: string; holder: string }>(true, ({ folder, holder }) => ({
    title: 'Tranship is already running',
    detail: `The queue in ${folder} is in use by ${holder}.`,
    remedy: 'Use the window that is open already, or close it first. The queue continues where it stopped.',
    remedyInTerminal: 'Wait until it is done, or end it; the queue continues where it stopped.',
  })),
  'queue.damaged': kind<{ path: string; reason: string }>(false, ({ path, reason }) => ({
    title: 'The queue cannot be read',
    detail: `${path} is damaged: ${reason}`,
    remedy: 'Start Tranship again: the damaged file is kept under another name, and what can be read is recovered.',
    remedyInTerminal:
      'Start the app or “tranship work” with this data folder (TRANSHIP_HOME): the damaged file is kept under another name, and what can be read is recovered.',
  })),
  'queue.newer': kind<{ path: string; version: number; known: number }>(false, ({ path, version, known }) => ({
    title: 'The queue belongs to a newer Tranship',
    detail: `${path} was written by a newer Tranship (version ${version} of the queue; this one knows ${known}). It is left as it is.`,
    remedy: 'Install the newer Tranship again.',
    remedyInTerminal: 'Install the newer Tranship again, or choose another data folder with TRANSHIP_HOME.',
  })),
  'queue.recovered': kind<{ path: string; submissions: number; lost: number }>(
    false,
    ({ path, submissions, lost }) => ({
      title: 'The queue was damaged and has been recovered',
      detail: `${submissions} submissions were recovered, ${lost} could not be. The damaged file is kept as ${path}.`,
      remedy:
        'All that had not ended is paused, for it may be older than what really happened. Look at each submission, then resume it. Ask the provider about files that are missing before you send them again.',
    }),
  ),
  'queue.incomplete': kind<{ parts: number }>(false, ({ parts }) => ({
    title: 'A part of this file is missing from the queue',
    detail: `The queue was damaged: whether ${parts} of the batches of this file were sent is no longer known.`,
    remedy: 'Ask the provider which batches of this file have arrived, and send the rest as a file of its own.',
  })),
  'queue.unknown-id': kind<{ id: string }>(false, ({ id }) => ({
    title: 'Not in the queue',
    detail: `There is no submission or batch “${id}”.`,
    remedy: 'It may have been removed meanwhile. The queue shows what is there.',
    remedyInTerminal: 'See “tranship queue list” for the ids.',
  })),
  'queue.not-held': kind<{ id: number }>(false, ({ id }) => ({
    title: 'There is nothing to decide',
    detail: `The submission ${id} does not wait for anybody’s decision.`,
    remedy: 'Only a submission that is held can be sent anyway.',
  })),
  'queue.still-moving': kind<{ id: number }>(false, ({ id }) => ({
    title: 'This is still being worked on',
    detail: `Something of the submission ${id} is still under way or waits to be sent.`,
    remedy: 'Cancel it first, or wait until it has ended. Then it can be removed.',
  })),
  'queue.nothing-to-send': kind<{ path: string }>(false, ({ path }) => ({
    title: 'There is nothing to send',
    detail: `The check found no transaction lines in ${path} that could be cut into batches.`,
    remedy: 'Correct the file and add it again.',
  })),

  // What was sent before
  'submission.sent-before': kind<{ path: string; at: string; id: number }>(false, ({ path, at, id }) => ({
    title: 'This file has been sent before',
    detail: `The same content went over this connection as submission ${id} (${path}, added ${moment(at)}).`,
    remedy: 'Send it again only if you mean to, and say why: the reason is kept in the history.',
  })),
  'submission.no-reason': kind(false, () => ({
    title: 'A reason is missing',
    detail: 'This file has been sent before; it is sent again only with a reason.',
    remedy: 'Say in a few words why it is sent again. The history keeps it for the auditor.',
  })),
  'submission.resembles': kind<{ path: string; at: string; id: number }>(false, ({ path, at, id }) => ({
    title: 'Much like a file that was sent before',
    detail: `It has the same number of transactions, sums and days as submission ${id} (${path}, added ${moment(at)}).`,
    remedy: 'Make sure that it is not the same export once more. It is sent all the same.',
  })),
  'report.none': kind<{ id: string }>(false, ({ id }) => ({
    title: 'There is no report',
    detail: `The service has not offered a validation report for the batch ${id}.`,
    remedy: 'A report exists only for batches that the service refused.',
  })),

  // Runs of the service's rules (§4 rows 7 to 9)
  'rule-run.date': kind<{ date: string; problem: string }>(false, ({ date, problem }) => ({
    title: 'The rules cannot be run for this day',
    detail: `${date}: ${problem}.`,
    remedy: 'Choose another day.',
  })),
  'rule-run.not-asked': kind(false, () => ({
    title: 'The rules were not run',
    detail: 'This was stopped before its turn came. The service was not asked.',
    remedy: 'Ask for it again, if the rules are to run.',
  })),
  'rule-run.unanswered': kind<{ reason: string }>(false, ({ reason }) => ({
    title: 'The answer was lost',
    detail: `Nobody can say whether the rules run: ${reason}`,
    remedy: 'Run them for this day again: the service rejects rules that have run already.',
  })),
  'rule-run.doubtful': kind<{ reason: string }>(false, ({ reason }) => ({
    title: 'Nobody can say whether the rules run',
    detail: `The answer to the request was lost: ${reason}`,
    remedy: 'Ask the provider first. If you ask for it again, the rules may run twice.',
  })),
  'rule-run.no-id': kind(false, () => ({
    title: 'The run cannot be followed',
    detail: 'The service took the request, but its answer holds no id by which to ask how the run gets on.',
    remedy: 'See what the service answered. If it says too little, ask the provider what became of the run.',
  })),
  'rule-run.failed': kind<{ reason: string }>(false, ({ reason }) => ({
    title: 'The run of the rules failed',
    detail: `The service reports: ${reason}`,
    remedy: 'Try again, or pass the sentence above on to the provider.',
  })),
  'rule-run.missing': kind<{ minutes: number }>(false, ({ minutes }) => ({
    title: 'The service does not know the run',
    detail: `The service gave this run an id, but for ${minutes} minutes it has not known it.`,
    remedy: 'Ask the provider about this id before you run the rules again.',
  })),
  'rule-run.endless': kind<{ hours: number }>(false, ({ hours }) => ({
    title: 'The run did not come to an end',
    detail: `Tranship has followed this run for ${hours} hours, and follows it no longer.`,
    remedy: 'Ask the provider about this id.',
    remedyInTerminal: 'Ask the provider about this id, or look with “tranship rules status”.',
  })),

  // Everything else
  'usage.invalid': kind<{ problem: string }>(false, ({ problem }) => ({
    title: 'This call is not understood',
    detail: problem,
    remedy: 'Open the window anew and try again. If it happens once more, report this sentence.',
    remedyInTerminal: 'See “tranship --help”.',
  })),
  'internal.unexpected': kind<{ problem: string }>(false, ({ problem }) => ({
    title: 'Something went wrong inside Tranship',
    detail: problem,
    remedy: 'This is a mistake in Tranship. The queue is safe; start again, and report this sentence.',
  })),
};

export type ErrorCode = keyof typeof catalogue;
export type ParamsOf<Code extends ErrorCode> = Parameters<(typeof catalogue)[Code]['words']>[0];

export const errorCodes = Object.keys(catalogue) as readonly ErrorCode[];

/** An AppError as it crosses a process border or rests in the store. */
export interface ErrorRecord {
  code: ErrorCode;
  params: ErrorParams;
  retryable: boolean;
}

/**
 * The one error class. `message` is for logs; people read `title`, `detail` and `remedy`, in the words of the window.
 * `cause` keeps the original error for the log and never crosses a border.
 */
export class AppError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'AppError';
  readonly code: Code;
  readonly params: ParamsOf<Code>;
  readonly retryable: boolean;
  readonly title: string;
  readonly detail: string;
  readonly remedy: string;

  constructor(code: Code, params: ParamsOf<Code>, options?: { cause?: unknown }) {
    const { retryable, title, detail, remedy } = describeError({ code, params });
    super(`${code}: ${detail}`, options);
    this.code = code;
    this.params = params;
    this.retryable = retryable;
    this.title = title;
    this.detail = detail;
    this.remedy = remedy;
  }

  toRecord(): ErrorRecord {
    return { code: this.code, params: this.params, retryable: this.retryable };
  }
}

/** The words for an error that came over a border or out of the store. */
export function describeError(
  record: { code: ErrorCode; params: ErrorParams },
  audience: Audience = 'window',
): Omit<Wording, 'remedyInTerminal'> & { retryable: boolean } {
  // The catalogue pairs each code with its own params; a record read back carries the pair it was written with.
  const { retryable, words } = catalogue[record.code] as ErrorKind<ErrorParams>;
  const { title, detail, remedy, remedyInTerminal } = words(record.params);
  return { retryable, title, detail, remedy: audience === 'terminal' ? (remedyInTerminal ?? remedy) : remedy };
}

/** Any thrown value as an AppError; what is not one already is a mistake of ours and says so. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const problem = thrown instanceof Error ? thrown.message : String(thrown);
  return new AppError('internal.unexpected', { problem }, { cause: thrown });
}

/** The default of an exhaustive switch: reaching it is a compile error. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
