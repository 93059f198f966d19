/** @file Which messages of SWIFT MT have transactions. Pure. */

/** How the transactions of a kind of message are laid out. */
type Layout = 'statement' | 'transfer' | 'orders' | 'confirmation';

interface SwiftKind {
  layout: Layout;
}

export const swiftKinds: Readonly<Record<string, SwiftKind>> = {
  '101': { layout: 'orders' },
  '102': { layout: 'orders' },
  '103': { layout: 'transfer' },
  '104': { layout: 'orders' },
  '107': { layout: 'orders' },
  '900': { layout: 'confirmation' },
  '910': { layout: 'confirmation' },
  '940': { layout: 'statement' },
  '942': { layout: 'statement' },
  '950': { layout: 'statement' },
};

/** Of a message of the network itself: it says that another one was taken or refused. */
export const ACKNOWLEDGEMENT = 'F21';
/** In place of the type of a message that the network has refused, as the acknowledgement in front of it says (451:1). */
export const NOT_SENT = 'NAK';

/** The block in front of a message, and the type in the one behind it. */
const HEADER = /^\s*\{1:[^}]*\}/;
const TYPE = /\{2:[IO](\d{3})/g;
/** A statement that a bank hands out without blocks: its reference, and its account behind that. */
const BARE_STATEMENT = /^(?::20:[^\r\n]*\r?\n)(?::21:[^\r\n]*\r?\n)?:25P?:/m;
const BARE_TRANSFER = /^:20:[^\r\n]*\r?\n(?::1[35]\w?:[^\r\n]*\r?\n)*:23B:/m;
const WITHIN = 4096;
const MOST_MARKS = 16;

/**
 * The type of the first message with transactions at the beginning of a text, such as 940, else of the first message; undefined
 * where it is none of SWIFT MT.
 */
export function swiftTypeOf(text: string): string | undefined {
  // A file of FIN may have a mark in front of its first message.
  const first = text.slice(0, MOST_MARKS).indexOf('{1:');
  const start = text.slice(Math.max(0, first));
  const isInBlocks = HEADER.test(start);
  const types = isInBlocks ? [...start.matchAll(TYPE)].map(([, type = '']) => type) : [];
  const known = types.find((type) => Object.hasOwn(swiftKinds, type)) ?? types[0];
  if (known !== undefined) return known;
  const bare = start.slice(0, WITHIN);
  if (BARE_TRANSFER.test(bare)) return '103';
  if (BARE_STATEMENT.test(bare)) return /^:(?:34F|13D):/m.test(bare) ? '942' : '940';
  if (start.startsWith(`{1:${ACKNOWLEDGEMENT}`)) return ACKNOWLEDGEMENT;
  return isInBlocks ? '' : undefined;
}
