/**
 * @file The practice service's rules for one transaction (§2.2–§2.4, §2.6). Written from service-interface.md alone: it
 * shares no code with the client's check, so that each can reveal errors of the other.
 */

export type FaultCode =
  | 'INVALID_ENCODING'
  | 'LINE_TOO_LONG'
  | 'BLANK_LINE'
  | 'INVALID_JSON'
  | 'NOT_AN_OBJECT'
  | 'MISSING_FIELD'
  | 'INVALID_TYPE'
  | 'INVALID_FORMAT'
  | 'ENTITY_BOTH_FORMS'
  | 'ENTITY_NO_FORM'
  | 'ENTITY_UNKNOWN_DETAILS'
  | 'ENTITY_NOT_ONBOARDED'
  | 'MAIN_ENTITY_NOT_KNOWN'
  | 'DUPLICATE_MODIFICATION_ID';

/** One entry of `errors` in a line of the validation report. */
export interface Fault {
  code: FaultCode;
  /** Dotted path; empty for the line as a whole. */
  field: string;
  message: string;
}

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const COUNTRY = /^[A-Z]{2}$/;
const CURRENCY = /^[A-Z]{3}$/;
const LOCAL_TIME = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?$/;

type Kind = 'uuid' | 'country' | 'currency' | 'time' | 'text' | 'name' | 'number' | 'object';

const transactionFields: readonly (readonly [name: string, kind: Kind])[] = [
  ['request_uuid', 'uuid'],
  ['payment_external_id', 'uuid'],
  ['transaction_external_id', 'uuid'],
  ['payment_source_country', 'country'],
  ['payment_target_country', 'country'],
  ['payment_method', 'text'],
  ['payment_type', 'text'],
  ['additional_fields', 'object'],
];
const modificationFields: readonly (readonly [name: string, kind: Kind])[] = [
  ['type', 'text'],
  ['amount', 'number'],
  ['monitoring_amount', 'number'],
  ['original_amount', 'number'],
  ['currency', 'currency'],
  ['monitoring_currency', 'currency'],
  ['original_currency', 'currency'],
  ['created_at', 'time'],
];

/**
 * All faults of a transaction by itself, without duplicates within the batch. With `onboarded`, a known entity must
 * also be one of these.
 */
export function faultsOf(transaction: JsonObject, onboarded: ReadonlySet<string> | undefined): Fault[] {
  const faults: Fault[] = [];
  for (const [name, kind] of transactionFields) checkField(faults, name, transaction[name], kind);
  const senderKnown = checkEntity(faults, 'sender', transaction['sender'], onboarded);
  const receiverKnown = checkEntity(faults, 'receiver', transaction['receiver'], onboarded);
  for (const role of ['sending_partner', 'receiving_partner']) {
    if (transaction[role] !== undefined) checkEntity(faults, role, transaction[role], onboarded);
  }
  if (!senderKnown && !receiverKnown) {
    const message = 'The main entity must be a known, fully onboarded entity given by by_external_id.';
    faults.push({ code: 'MAIN_ENTITY_NOT_KNOWN', field: '', message });
  }
  checkModification(faults, transaction['modification']);
  return faults;
}

function checkModification(faults: Fault[], modification: unknown): void {
  if (!requireObject(faults, 'modification', modification)) return;
  requireField(faults, 'modification.external_id', modification['external_id'], 'uuid');
  for (const [name, kind] of modificationFields) checkField(faults, `modification.${name}`, modification[name], kind);
}

/** Returns whether the entity is given as a known one. */
function checkEntity(
  faults: Fault[],
  role: string,
  entity: unknown,
  onboarded: ReadonlySet<string> | undefined,
): boolean {
  if (!requireObject(faults, role, entity)) return false;
  const { by_external_id: identifier, external_entity_type: type, unknown: details } = entity;
  const isUnknown = type !== undefined || details !== undefined;
  if (identifier === undefined && !isUnknown) {
    faults.push({ code: 'ENTITY_NO_FORM', field: role, message: 'Give either by_external_id or an unknown entity.' });
    return false;
  }
  if (identifier !== undefined && isUnknown) {
    // §2.6.3: mixing both forms may yield conflicting messages. It does so here.
    const other = type === undefined ? 'unknown' : 'external_entity_type';
    faults.push(
      bothForms(`${role}.by_external_id`, 'Must be absent for an unknown entity.'),
      bothForms(`${role}.${other}`, 'Must be absent for a known entity.'),
    );
  }
  if (isUnknown) checkUnknownDetails(faults, role, type, details);
  if (identifier === undefined) return false;
  checkField(faults, `${role}.by_external_id`, identifier, 'name');
  if (onboarded !== undefined && typeof identifier === 'string' && !onboarded.has(identifier)) {
    const field = `${role}.by_external_id`;
    faults.push({ code: 'ENTITY_NOT_ONBOARDED', field, message: 'This entity is not a fully onboarded one.' });
    return false;
  }
  return true;
}

function bothForms(field: string, message: string): Fault {
  return { code: 'ENTITY_BOTH_FORMS', field, message };
}

function checkUnknownDetails(faults: Fault[], role: string, type: unknown, details: unknown): void {
  const lacks = (field: string) =>
    faults.push({ code: 'ENTITY_UNKNOWN_DETAILS', field, message: 'An unknown entity needs this field.' });
  // §2.3 shows only the value "unknown", but does not say that it is the only one.
  if (type === undefined) lacks(`${role}.external_entity_type`);
  else checkField(faults, `${role}.external_entity_type`, type, 'text');
  if (details === undefined) return void lacks(`${role}.unknown`);
  if (!checkField(faults, `${role}.unknown`, details, 'object') || !isObject(details)) return;
  for (const [name, kind] of [['external_id', 'uuid'] as const, ['risk_assessment', 'text'] as const]) {
    if (details[name] === undefined) lacks(`${role}.unknown.${name}`);
    else checkField(faults, `${role}.unknown.${name}`, details[name], kind);
  }
  checkField(faults, `${role}.unknown.full_name`, details['full_name'], 'text');
}

function requireObject(faults: Fault[], field: string, value: unknown): value is JsonObject {
  return requireField(faults, field, value, 'object');
}

function requireField(faults: Fault[], field: string, value: unknown, kind: Kind): boolean {
  if (value !== undefined) return checkField(faults, field, value, kind);
  faults.push({ code: 'MISSING_FIELD', field, message: 'Field required.' });
  return false;
}

/** True when the field is absent or valid. */
function checkField(faults: Fault[], field: string, value: unknown, kind: Kind): boolean {
  if (value === undefined) return true;
  const fault = faultOfValue(value, kind);
  if (fault === undefined) return true;
  faults.push({ ...fault, field });
  return false;
}

function faultOfValue(value: unknown, kind: Kind): Omit<Fault, 'field'> | undefined {
  if (kind === 'object') return isObject(value) ? undefined : wrongType('an object');
  if (kind === 'number') return typeof value === 'number' ? undefined : wrongType('a number');
  if (typeof value !== 'string') return wrongType('a string');
  switch (kind) {
    case 'uuid':
      return UUID.test(value) ? undefined : wrongFormat('a UUID');
    case 'country':
      return COUNTRY.test(value) ? undefined : wrongFormat('a two-letter country code');
    case 'currency':
      return CURRENCY.test(value) ? undefined : wrongFormat('a three-letter currency code');
    case 'time':
      return isLocalTime(value) ? undefined : wrongFormat('an ISO 8601 date-time without a zone offset');
    case 'name':
      return value === '' ? wrongFormat('a non-empty string') : undefined;
    case 'text':
      return undefined;
  }
}

function wrongType(wanted: string): Omit<Fault, 'field'> {
  return { code: 'INVALID_TYPE', message: `Must be ${wanted}.` };
}

function wrongFormat(wanted: string): Omit<Fault, 'field'> {
  return { code: 'INVALID_FORMAT', message: `Must be ${wanted}.` };
}

function isLocalTime(text: string): boolean {
  const date = LOCAL_TIME.exec(text)?.[1];
  if (date === undefined) return false;
  // A day that does not exist either cannot be read or is read as one of the next month.
  const midnight = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date);
}
