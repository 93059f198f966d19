/**
 * @file Reads the service's replies. The field names of two replies are "not shown" (§4), so values are recognised by
 * their form, and everything unknown is ignored.
 */

import { z } from 'zod';
import { uuidIn } from '../../../src-shared/uuid.ts';

/** A batch id in the service's own spelling: UUID-shaped, any letter case. */
export const batchIdSchema = z.guid().brand<'BatchId'>();
export type BatchId = z.infer<typeof batchIdSchema>;

export interface UploadReservation {
  batchId: BatchId;
  /** The pre-signed upload address, exactly as issued: its signature covers the spelling. Secret. */
  url: string;
}

export interface BatchStatus {
  batchId: BatchId;
  /** The remote state in the service's own spelling; see remote-state.ts for its meaning. */
  status: string;
  /** Empty when there is no error. */
  errorMessage: string;
}

export interface ValidationResult {
  /** The pre-signed address of the report; undefined when the service offers none. Secret. */
  reportUrl: string | undefined;
}

const uploadNames = ['url', 'upload_url', 'uploadUrl', 'presigned_url', 'presignedUrl', 'signed_url', 'signedUrl'];
const batchIdNames = ['batch_id', 'batchId', 'id', 'uuid'];
/** What stands under these names is the batch id of this reply, or it has none. */
const ownNames: ReadonlySet<string> = new Set(['batch_id', 'batchId']);
/** Names of ids of something else, which stand in replies as well. */
const otherIds = /request|trace|span|correlation|session|tenant|client|account|user/i;

const morePages = /^(has_?)?(next|more)(_?(page|url|link|token|cursor|href))?$/i;
const faultsCounted = /invalid|error|reject|refus|fail/i;

/** By which the same report in several forms differs from several parts of it. */
const formNames = /format|type|mime|extension|encoding/i;

const addressInText = /https?:\/\/[^\s"'<>]+/gi;
/** No storage accepts a longer one. */
const LONGEST_ADDRESS = 16 * 1024;
/** What only looks like an address takes long to judge. */
const MOST_ADDRESSES = 1000;
/** RFC 1035 */
const LONGEST_HOST = 253;

const UUID_LENGTH = 36;

const statusRecord = z.looseObject({
  status: z.string().trim().min(1),
  error_message: z.unknown().optional(),
});

/** The reply of generate-upload-url (§4 row 2); undefined when it lacks an address or a UUID, or names two batches. */
export function readUploadReservation(reply: unknown): UploadReservation | undefined {
  const leaves = [...leavesOf(reply)];
  const addressed = withAddresses(leaves);
  const url = byName(addressed, uploadNames, wholeAddress) ?? firstAddress(addressed);
  const isNamed = ownIds(reply).length > 0;
  if (new Set(ownIds(reply)).size > 1) return undefined;
  const batchId =
    byName(leaves, isNamed ? [...ownNames] : batchIdNames, wholeBatchId) ??
    (isNamed ? undefined : firstBatchId(leaves));
  return url === undefined || batchId === undefined ? undefined : { url, batchId };
}

/** The status record of `asked` (§2.5); undefined when the reply has no status or is about another batch. */
export function readBatchStatus(reply: unknown, asked: BatchId): BatchStatus | undefined {
  const record = statusRecord.safeParse(reply).data;
  if (record === undefined || isAboutOther(reply, asked)) return undefined;
  const batchId = batchIdSchema.safeParse(record['batch_id']).data ?? asked;
  return { batchId, status: record.status, errorMessage: textOf(record.error_message) };
}

/** The batches that a reply names as its own, in small letters, whatever stands there in place of an id. */
function ownIds(reply: unknown): string[] {
  return [...valuesOf(reply)].flatMap(({ name, value }) =>
    ownNames.has(name) && value !== null ? [textOf(value).toLowerCase()] : [],
  );
}

/** Whether a reply names another batch than the one that was asked about: what it says is not about ours. */
function isAboutOther(reply: unknown, asked: BatchId): boolean {
  return ownIds(reply).some((id) => id !== asked.toLowerCase());
}

/**
 * The reply of validation-result about `asked` (§4 row 5): the first address found anywhere in it, if any; undefined where there must
 * be more than that (faults of which the reply has no report, another page, or a report in several files), and where it is about
 * another batch.
 */
export function readValidationResult(reply: unknown, asked: BatchId): ValidationResult | undefined {
  if (isAboutOther(reply, asked)) return undefined;
  const values = [...valuesOf(reply)];
  const reportUrl = firstAddress(withAddresses([...leavesOf(reply)]));
  const hasMore = values.some(({ name, value }) => morePages.test(name) && Boolean(value));
  const hasFaults = values.some(
    ({ name, value }) => (Array.isArray(value) && value.length > 0) || (faultsCounted.test(name) && Number(value) > 0),
  );
  const isInPieces = values.some(({ value }) => Array.isArray(value) && hasPieces(value));
  return hasMore || isInPieces || (reportUrl === undefined && hasFaults) ? undefined : { reportUrl };
}

/** Whether a list names several files of one form: the first one alone would tell of a part of the lines. */
function hasPieces(list: readonly unknown[]): boolean {
  const places = new Map<string, string>();
  return list.slice(0, MOST_ADDRESSES).some((item) => {
    const texts = textsOf(item);
    const address = texts.flatMap(({ text }) => (wholeAddress(text) === undefined ? [] : [new URL(text)]))[0];
    if (address === undefined) return false;
    const place = address.host + address.pathname;
    const ending = /\.[a-z0-9]+(\.gz)?$/i.exec(address.pathname)?.[0] ?? '';
    const said = texts.filter(({ name }) => formNames.test(name)).map(({ text }) => text);
    const form = [ending, ...said].join(' ').toLowerCase();
    const first = places.get(form) ?? place;
    places.set(form, first);
    return first !== place;
  });
}

/** The texts of an entry itself, not of what is within: so that nothing is read twice. */
function textsOf(item: unknown): Leaf[] {
  if (typeof item === 'string') return [{ name: '', text: item }];
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return [];
  return Object.entries(item).flatMap(([name, text]) => (typeof text === 'string' ? [{ name, text }] : []));
}

interface Leaf {
  name: string;
  text: string;
}

/** Every string in a JSON value with the name of its field, in the order of the reply. */
function* leavesOf(reply: unknown): Generator<Leaf> {
  for (const { name, value } of valuesOf(reply)) if (typeof value === 'string') yield { name, text: value };
}

/** Every value in a JSON value, also lists and objects, with the name of its field, in the order of the reply. */
function* valuesOf(reply: unknown): Generator<{ name: string; value: unknown }> {
  const open: { name: string; value: unknown }[] = [{ name: '', value: reply }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { name, value } = next;
    yield next;
    if (Array.isArray(value)) for (const item of value.toReversed()) open.push({ name, value: item });
    else if (typeof value === 'object' && value !== null)
      for (const [key, item] of Object.entries(value).reverse()) open.push({ name: key, value: item });
  }
}

/** The first leaf with one of the names whose value can be read as the wanted type; earlier names win. */
function byName<Found>(
  leaves: readonly Leaf[],
  names: readonly string[],
  read: (text: string) => Found | undefined,
): Found | undefined {
  for (const name of names) {
    for (const leaf of leaves) {
      const found = leaf.name === name ? read(leaf.text) : undefined;
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** The texts that may hold an address; of very many, the first ones. */
function withAddresses(leaves: readonly Leaf[]): Leaf[] {
  return leaves.filter(({ text }) => /https?:\/\//i.test(text)).slice(0, MOST_ADDRESSES);
}

function wholeAddress(text: string): string | undefined {
  return /^https?:\/\/\S+$/i.test(text) && isAddress(text) ? text : undefined;
}

/** Whether it leads anywhere; one that is far too long would only fill messages. */
function isAddress(text: string): boolean {
  if (text.length > LONGEST_ADDRESS) return false;
  const host = URL.parse(text)?.hostname;
  return host !== undefined && host !== '' && host.length <= LONGEST_HOST;
}

function wholeBatchId(text: string): BatchId | undefined {
  return text.length === UUID_LENGTH ? batchIdSchema.safeParse(text).data : undefined;
}

function firstAddress(leaves: readonly Leaf[]): string | undefined {
  for (const { text } of leaves) {
    const found = wholeAddress(text) ?? addressesIn(text).find(isAddress);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The addresses in a sentence, without the punctuation behind them. */
function addressesIn(text: string): string[] {
  return (text.match(addressInText) ?? [])
    .slice(0, MOST_ADDRESSES)
    .map((address) => address.replace(/(?<![.,;:)\]])[.,;:)\]]+$/, ''));
}

/** The first UUID outside any address, whose object key often holds one that is not the batch's, and not of something else. */
function firstBatchId(leaves: readonly Leaf[]): BatchId | undefined {
  for (const { name, text } of leaves) {
    if (otherIds.test(name)) continue;
    const found = uuidIn(text.replace(addressInText, ' '));
    if (found !== undefined) return wholeBatchId(found);
  }
  return undefined;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
