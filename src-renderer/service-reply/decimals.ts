/** @file Sums of decimal numbers that lose no digit, however long the numbers are. Pure. */

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** A number with more digits is no amount, and would take long to add. */
const MOST_DIGITS = 60;

/** A number as an integer and how many of its digits stand behind the point. */
interface Decimal {
  digits: bigint;
  scale: number;
}

function decimalOf(text: string): Decimal | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(text) ?? [];
  const power = Number(exponent);
  if (whole === '' || whole.length + fraction.length + Math.abs(power) > MOST_DIGITS) return undefined;
  const scale = fraction.length - power;
  const digits = BigInt(`${sign}${whole}${fraction}`);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

/** The exact sum, such as “-12.50”; undefined where one of them is no decimal number, or far too long. */
export function sumOf(texts: Iterable<string>): string | undefined {
  let sum: Decimal = { digits: 0n, scale: 0 };
  for (const text of texts) {
    const next = decimalOf(text);
    if (next === undefined) return undefined;
    const scale = Math.max(sum.scale, next.scale);
    const scaled = ({ digits, scale: own }: Decimal) => digits * 10n ** BigInt(scale - own);
    sum = { digits: scaled(sum) + scaled(next), scale };
  }
  const sign = sum.digits < 0n ? '-' : '';
  const digits = String(sum.digits < 0n ? -sum.digits : sum.digits).padStart(sum.scale + 1, '0');
  return sum.scale === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -sum.scale)}.${digits.slice(-sum.scale)}`;
}
