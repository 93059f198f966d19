/** @file Amounts as whole numbers of 10^-30, so that sums are never rounded. */

const DECIMALS = 30;
/** Larger amounts are not plausible as money, and would make every addition slow. */
const MOST_WHOLE_DIGITS = 30;
/** Longer spellings of a number are ignored. */
const MOST_CHARACTERS = 200;

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

/** So many digits are an exact number. */
const MOST_USUAL_CHARACTERS = 15;
const unitsOfDecimals = Array.from(
  { length: MOST_USUAL_CHARACTERS },
  (_, decimals) => 10n ** BigInt(DECIMALS - decimals),
);
const [POINT, ZERO, NINE] = [0x2e, 0x30, 0x39];

/** The same amount is often asked for several times in turn. */
let last: { text: string; amount: bigint | undefined } = { text: '', amount: undefined };

/** The amount that a JSON number spells, in units of 10^-30; undefined when totals.ts does not count it. */
export function exactAmount(text: string): bigint | undefined {
  if (last.text !== text) last = { text, amount: usualAmount(text) ?? anyAmount(text) };
  return last.amount;
}

/** Digits, perhaps with a point between them; undefined for all others. */
function usualAmount(text: string): bigint | undefined {
  if (text.length > MOST_USUAL_CHARACTERS) return undefined;
  let digits = 0;
  let point = -1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= ZERO && code <= NINE) digits = digits * 10 + code - ZERO;
    else if (code === POINT && point === -1 && at > 0) point = at;
    else return undefined;
  }
  const decimals = point === -1 ? 0 : text.length - point - 1;
  if (text === '' || point === text.length - 1) return undefined;
  return BigInt(digits) * (unitsOfDecimals[decimals] ?? 0n);
}

function anyAmount(text: string): bigint | undefined {
  if (text.length > MOST_CHARACTERS) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  const digits = withoutTrailingZeros(whole + fraction);
  const significant = digits.replace(/^0+/, '');
  if (significant === '') return whole === '' ? undefined : 0n;
  const zeros = DECIMALS + Number(exponent) + whole.length - digits.length;
  if (zeros < 0 || significant.length + zeros > MOST_WHOLE_DIGITS + DECIMALS) return undefined;
  const units = BigInt(significant + '0'.repeat(zeros));
  return sign === '-' ? -units : units;
}

const powersOfTen = Array.from({ length: DECIMALS + 1 }, (_, exponent) => 10n ** BigInt(exponent));

/** Converts an amount in a coarser unit with this many decimals, 30 at most. */
export function exactFrom(units: bigint, decimals: number): bigint {
  const power = powersOfTen[DECIMALS - decimals];
  if (power === undefined) throw new RangeError('Amounts have at most 30 decimals.');
  return units * power;
}

/** The amount as a decimal: no exponent, no trailing zeros, no negative zero. */
export function amountText(amount: bigint): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(DECIMALS + 1, '0');
  const fraction = withoutTrailingZeros(digits.slice(-DECIMALS));
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -DECIMALS)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** A loop, as /0+$/ takes quadratic time where zeros end with another digit. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}

/** Exact, without an exponent. */
export interface CurrencySum {
  currency: string;
  amount: string;
}

/** Less others; of a currency of which nothing is left, there is no sum. */
export function takenOff(sums: readonly CurrencySum[], others: readonly CurrencySum[]): CurrencySum[] {
  const less = others.map(({ currency, amount }) => ({ currency, amount: negated(amount) }));
  return addedUp([...sums, ...less]).filter(({ amount }) => amount !== '0');
}

const negated = (amount: string): string => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`);

/** Sums of the same currency together, in the order of the currencies. */
export function addedUp(sums: readonly CurrencySum[]): CurrencySum[] {
  const amounts = new Map<string, bigint>();
  for (const { currency, amount } of sums)
    amounts.set(currency, (amounts.get(currency) ?? 0n) + (exactAmount(amount) ?? 0n));
  return [...amounts]
    .map(([currency, amount]) => ({ currency, amount: amountText(amount) }))
    .toSorted((one, other) => (one.currency < other.currency ? -1 : 1));
}
