/** @file The words by which exports say whether money came in or went out, from the view of the customer. Pure. */

/** What is written where money goes out, and where it comes in, in small letters. */
const pairs = [
  ...[
    ['d', 'c'],
    ['dr', 'cr'],
    ['dt', 'ct'],
    ['db', 'cr'],
    ['deb', 'cred'],
    ['dbit', 'crdt'],
    ['debit', 'credit'],
    ['débit', 'crédit'],
  ],
  ...[
    ['s', 'h'],
    ['soll', 'haben'],
    ['belastung', 'gutschrift'],
    ['lastschrift', 'gutschrift'],
    ['ausgang', 'eingang'],
  ],
  ...[
    ['out', 'in'],
    ['outgoing', 'incoming'],
    ['outbound', 'inbound'],
    ['sortie', 'entrée'],
    ['debe', 'haber'],
    ['cargo', 'abono'],
    ['dare', 'avere'],
    ['af', 'bij'],
    ['wn', 'ma'],
  ],
  ['-', '+'],
] as const;

/** The values of a column that say that money came in, and those that say that it went out. */
export interface Directions {
  incoming: string[];
  outgoing: string[];
}

/**
 * What the cells of a column say, in whatever letters: words of one pair. Beside both of them others may stand, of which nothing
 * is known: such rows are refused, and say so. Where only one of the pair is there, the other is written in the same letters.
 */
export function directionsIn(cells: Iterable<string>): Directions | undefined {
  const found = [...new Set([...cells].map((cell) => cell.trim()).filter((cell) => cell !== ''))];
  const [like = ''] = found;
  const known = pairs.map(([out, into]) => {
    const outgoing = found.filter((cell) => cell.toLowerCase() === out);
    const incoming = found.filter((cell) => cell.toLowerCase() === into);
    const words = outgoing.length + incoming.length;
    return { out, into, outgoing, incoming, isAll: words > 0 && words === found.length };
  });
  const pair =
    known.find(({ isAll }) => isAll) ??
    known.find(({ outgoing, incoming }) => outgoing.length > 0 && incoming.length > 0);
  if (pair === undefined) return undefined;
  const { out, into, outgoing, incoming } = pair;
  return {
    incoming: incoming.length > 0 ? incoming : [inLettersOf(like, into)],
    outgoing: outgoing.length > 0 ? outgoing : [inLettersOf(like, out)],
  };
}

function inLettersOf(like: string, word: string): string {
  if (like === like.toLowerCase()) return word;
  if (like === like.toUpperCase()) return word.toUpperCase();
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
