/** @file Versions of Tranship: three numbers. Pure. */

const pattern = /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})$/;

/** Whether it is a version that a release can have. */
export function isVersion(text: string): boolean {
  return pattern.test(text);
}

/** Whether `version` is later than `other`; never, where one of them is no version. */
export function isLater(version: string, other: string): boolean {
  const [parts, others] = [numbersOf(version), numbersOf(other)];
  const differing = parts.findIndex((part, index) => part !== others[index]);
  return differing !== -1 && (parts[differing] ?? 0) > (others[differing] ?? Number.POSITIVE_INFINITY);
}

function numbersOf(version: string): number[] {
  return (pattern.exec(version) ?? []).slice(1).map(Number);
}
