/** @file The text of a Parquet value: every digit that it has, and no more. Pure. */

import { Buffer, isUtf8 } from 'node:buffer';
import type { SchemaElement, TimeUnit } from 'hyparquet';
import { fact } from '../../../src-shared/languages/fact.ts';
import { ParquetProblem } from './parquet-problem.ts';

/** As it is stored, before its type says what it means. */
export type RawValue = number | bigint | boolean | Uint8Array;

/** How a value stands in JSON, within a list: bare, or as a text in quotes. */
export type Quoting = 'bare' | 'quoted';

export interface ValueText {
  quoting: Quoting;
  textOf(value: RawValue): string;
}

const MILLISECONDS_OF_DAY = 86_400_000;
/** Beyond it JavaScript has no dates: about 270,000 years on both sides of 1970. */
const LAST_MILLISECOND = 8_640_000_000_000_000;
const JULIAN_DAY_OF_1970 = 2_440_588n;
const NANOSECONDS_OF_DAY = 86_400_000_000_000n;
const fractionDigits: Readonly<Record<TimeUnit, number>> = { MILLIS: 3, MICROS: 6, NANOS: 9 };

/** How the values of a column are written. Throws ParquetProblem for a type that is none of a table. */
export function valueTextOf(element: SchemaElement): ValueText {
  const { converted_type: converted, logical_type: logical, type } = element;
  if (logical?.type === 'DECIMAL' || converted === 'DECIMAL') {
    const scale = logical?.type === 'DECIMAL' ? logical.scale : (element.scale ?? 0);
    return { quoting: 'bare', textOf: (value) => decimal(integerOf(value), scale) };
  }
  if (logical?.type === 'TIMESTAMP') return quoted(timestampIn(logical.unit, logical.isAdjustedToUTC));
  if (converted === 'TIMESTAMP_MILLIS') return quoted(timestampIn('MILLIS', true));
  if (converted === 'TIMESTAMP_MICROS') return quoted(timestampIn('MICROS', true));
  if (logical?.type === 'TIME') return quoted((value) => timeOfDay(integerOf(value), fractionDigits[logical.unit]));
  if (converted === 'TIME_MILLIS') return quoted((value) => timeOfDay(integerOf(value), 3));
  if (converted === 'TIME_MICROS') return quoted((value) => timeOfDay(integerOf(value), 6));
  if (logical?.type === 'DATE' || converted === 'DATE') return quoted((value) => day(Number(value)));
  if (logical?.type === 'UUID') return quoted((value) => uuid(bytesOf(value)));
  if (logical?.type === 'FLOAT16')
    return { quoting: 'bare', textOf: (value) => float(half(bytesOf(value)), 5, isSameHalf) };
  if (converted === 'INTERVAL') return quoted((value) => interval(bytesOf(value)));
  switch (type) {
    case 'BOOLEAN':
      return { quoting: 'bare', textOf: String };
    case 'INT32':
      return isUnsigned(element) ? bare((value) => String(Number(value) >>> 0)) : bare(String);
    case 'INT64':
      return isUnsigned(element) ? bare((value) => String(BigInt.asUintN(64, integerOf(value)))) : bare(String);
    case 'INT96':
      return quoted((value) => int96(integerOf(value)));
    case 'FLOAT':
      return bare((value) => float(Number(value), 9, (one, other) => Math.fround(one) === other));
    case 'DOUBLE':
      return bare((value) => numberText(Number(value)));
    case 'BYTE_ARRAY':
      return quoted((value) => textOrHex(bytesOf(value)));
    case 'FIXED_LEN_BYTE_ARRAY':
      return quoted((value) => hex(bytesOf(value)));
    default:
      throw new ParquetProblem(fact('Its column “{column}” has a type that is unknown.', { column: element.name }));
  }
}

function quoted(textOf: (value: RawValue) => string): ValueText {
  return { quoting: 'quoted', textOf };
}

function bare(textOf: (value: RawValue) => string): ValueText {
  return { quoting: 'bare', textOf };
}

function isUnsigned({ converted_type: converted, logical_type: logical }: SchemaElement): boolean {
  if (logical?.type === 'INTEGER') return !logical.isSigned;
  return converted?.startsWith('UINT_') === true;
}

/** Of whole numbers, or of bytes with the highest first, as decimals may be stored. */
function integerOf(value: RawValue): bigint {
  if (typeof value === 'bigint') return value;
  if (typeof value !== 'object') return BigInt(value);
  if (value.length === 0) return 0n;
  return BigInt.asIntN(value.length * 8, BigInt(`0x${hex(value)}`));
}

function bytesOf(value: RawValue): Uint8Array {
  return typeof value === 'object' ? value : new Uint8Array();
}

/** 12345 with a scale of 2 is 123.45. */
function decimal(unscaled: bigint, scale: number): string {
  if (scale <= 0) return String(unscaled * 10n ** BigInt(-scale));
  const sign = unscaled < 0n ? '-' : '';
  const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, '0');
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

function timestampIn(unit: TimeUnit, isUtc: boolean): (value: RawValue) => string {
  const digits = fractionDigits[unit];
  const perSecond = 10n ** BigInt(digits);
  return (value) => timestamp(integerOf(value), perSecond, digits, isUtc);
}

function timestamp(units: bigint, perSecond: bigint, digits: number, isUtc: boolean): string {
  let fraction = units % perSecond;
  if (fraction < 0n) fraction += perSecond;
  const milliseconds = Number((units - fraction) / perSecond) * 1000;
  if (Math.abs(milliseconds) > LAST_MILLISECOND) return String(units);
  // Without the milliseconds, whose digits come from the fraction.
  const seconds = new Date(milliseconds).toISOString().slice(0, -5);
  return `${seconds}${fractionText(fraction, digits)}${isUtc ? 'Z' : ''}`;
}

/** Without zeros at its end, which say nothing. */
function fractionText(fraction: bigint, digits: number): string {
  return fraction === 0n ? '' : `.${String(fraction).padStart(digits, '0').replace(/0+$/, '')}`;
}

function timeOfDay(units: bigint, digits: number): string {
  const perSecond = 10n ** BigInt(digits);
  const seconds = Number(units / perSecond);
  if (units < 0n || seconds >= 86_400) return String(units);
  return `${new Date(seconds * 1000).toISOString().slice(11, 19)}${fractionText(units % perSecond, digits)}`;
}

function day(days: number): string {
  const milliseconds = days * MILLISECONDS_OF_DAY;
  if (Math.abs(milliseconds) > LAST_MILLISECOND) return String(days);
  return new Date(milliseconds).toISOString().slice(0, -14);
}

/** Nanoseconds of a day and the Julian day, as older programs write times; whether in UTC, nothing says. */
function int96(value: bigint): string {
  const nanoseconds = BigInt.asIntN(64, value);
  const days = (value - nanoseconds) >> 64n;
  return timestamp((days - JULIAN_DAY_OF_1970) * NANOSECONDS_OF_DAY + nanoseconds, 1_000_000_000n, 9, false);
}

function uuid(bytes: Uint8Array): string {
  const digits = hex(bytes);
  return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join(
    '-',
  );
}

/** Months, days and milliseconds, as ISO 8601 writes a duration. */
function interval(bytes: Uint8Array): string {
  if (bytes.length !== 12) return hex(bytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, 12);
  const milliseconds = view.getUint32(8, true);
  const seconds = `${Math.floor(milliseconds / 1000)}${fractionText(BigInt(milliseconds % 1000), 3)}`;
  return `P${view.getUint32(0, true)}M${view.getUint32(4, true)}DT${seconds}S`;
}

/** The shortest digits that mean this number and no other of its kind. */
function float(value: number, most: number, isSame: (one: number, other: number) => boolean): string {
  if (!Number.isFinite(value)) return String(value);
  for (let digits = 1; digits < most; digits++) {
    const shortest = Number(value.toPrecision(digits));
    if (isSame(shortest, value)) return numberText(shortest);
  }
  return numberText(Number(value.toPrecision(most)));
}

function numberText(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

function half(bytes: Uint8Array): number {
  const bits = (bytes[0] ?? 0) | ((bytes[1] ?? 0) << 8);
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * 2 ** -14 * (fraction / 1024);
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * 2 ** (exponent - 15) * (1 + fraction / 1024);
}

/** Two halves differ by at least a 2048th. */
function isSameHalf(one: number, value: number): boolean {
  const step = Math.max(2 ** (Math.floor(Math.log2(Math.abs(value))) - 10), 2 ** -24);
  return one === value || Math.abs(one - value) < step / 2;
}

/** Old programs write texts without saying that they are texts. */
function textOrHex(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString('utf8');
  return text.includes('\ufffd') && !isUtf8(buffer) ? buffer.toString('hex') : text;
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}
