/** @file Which messages of ISO 20022 have transactions, and which only speak about some. Pure. */

/** Below the element of the message: what has several transactions, from outside to inside; then the transaction. */
export const messageLayouts: Readonly<Record<string, readonly string[]>> = {
  'camt.052': ['Rpt', 'Ntry', 'NtryDtls', 'TxDtls'],
  'camt.053': ['Stmt', 'Ntry', 'NtryDtls', 'TxDtls'],
  'camt.054': ['Ntfctn', 'Ntry', 'NtryDtls', 'TxDtls'],
  'pain.001': ['PmtInf', 'CdtTrfTxInf'],
  'pain.008': ['PmtInf', 'DrctDbtTxInf'],
  'pacs.008': ['CdtTrfTxInf'],
  'pacs.003': ['DrctDbtTxInf'],
};

/** Of the standard, or of a bank that has its own: SIX's ends with its version, too. */
const NAMESPACE = /\bxmlns(?::[\w.-]+)?\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const MESSAGE = /(?:^|[^a-z])([a-z]{4}\.\d{3}\.\d{3}\.\d{2})/;
const LENGTH_WITHOUT_VERSION = 'camt.053'.length;
/** Business headers and envelopes, beside what they carry. */
const AROUND = /^head\./;

export interface FoundMessage {
  /** Of `other`, the transactions are not in it. */
  kind: 'payments' | 'other';
  /** Such as camt.053, and with its version. */
  message: string;
  name: string;
}

/** The first message that the beginning of a document has by its namespace; undefined where it is none of ISO 20022. */
export function messageIn(text: string): FoundMessage | undefined {
  return messageOf([...text.matchAll(NAMESPACE)].map(([, one, other]) => one ?? other ?? ''));
}

export function messageOf(namespaces: readonly string[]): FoundMessage | undefined {
  const found = namespaces.flatMap((namespace) => {
    const name = MESSAGE.exec(namespace)?.[1];
    return name === undefined ? [] : [{ name, message: name.slice(0, LENGTH_WITHOUT_VERSION) }];
  });
  const payments = found.find(({ message }) => Object.hasOwn(messageLayouts, message));
  if (payments !== undefined) return { kind: 'payments', ...payments };
  const other = found.find(({ message }) => !AROUND.test(message));
  return other === undefined ? undefined : { kind: 'other', ...other };
}
