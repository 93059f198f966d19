/** @file Which messages of ISO 20022 have transactions, and which only speak about some. Pure. */

/** How the transactions of a kind of message are laid out. */
export interface MessageLayout {
  /** What people call it. */
  title: string;
  /** Below the element of the message: what has several transactions, from outside to inside; then the transaction. */
  levels: readonly string[];
}

export const messageLayouts: Readonly<Record<string, MessageLayout>> = {
  'camt.052': { title: 'Account report', levels: ['Rpt', 'Ntry', 'NtryDtls', 'TxDtls'] },
  'camt.053': { title: 'Bank statement', levels: ['Stmt', 'Ntry', 'NtryDtls', 'TxDtls'] },
  'camt.054': { title: 'Debit and credit notification', levels: ['Ntfctn', 'Ntry', 'NtryDtls', 'TxDtls'] },
  'pain.001': { title: 'Credit transfer order', levels: ['PmtInf', 'CdtTrfTxInf'] },
  'pain.008': { title: 'Direct debit order', levels: ['PmtInf', 'DrctDbtTxInf'] },
  'pacs.008': { title: 'Interbank credit transfer', levels: ['CdtTrfTxInf'] },
  'pacs.003': { title: 'Interbank direct debit', levels: ['DrctDbtTxInf'] },
};

/** Of the standard, or of a bank that has its own: SIX's ends with its version, too. */
const NAMESPACE = /\bxmlns(?::[\w.-]+)?\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const MESSAGE = /(?:^|[^a-z])([a-z]{4}\.\d{3})\.\d{3}\.\d{2}/;
/** Business headers and envelopes, beside what they carry. */
const AROUND = /^head\./;

export type FoundMessage =
  | { kind: 'payments'; message: string }
  /** A message about payments, which are not in it. */
  | { kind: 'other'; message: string };

/** The first message that the beginning of a document has by its namespace; undefined where it is none of ISO 20022. */
export function messageIn(text: string): FoundMessage | undefined {
  return messageOf([...text.matchAll(NAMESPACE)].map(([, one, other]) => one ?? other ?? ''));
}

export function messageOf(namespaces: readonly string[]): FoundMessage | undefined {
  const found = namespaces.flatMap((namespace) => MESSAGE.exec(namespace)?.[1] ?? []);
  const payments = found.find((message) => Object.hasOwn(messageLayouts, message));
  if (payments !== undefined) return { kind: 'payments', message: payments };
  const other = found.find((message) => !AROUND.test(message));
  return other === undefined ? undefined : { kind: 'other', message: other };
}
