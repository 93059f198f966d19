/**
 * @file What the fields of a report may be called: its format is not shown (§2.6), so names are compared without case,
 * blanks and signs, in the spellings that services of this kind use.
 */

/** What a field tells. `index` counts from 0 or from 1, which only the rest of the report can tell. */
export type FieldMeaning =
  | 'line'
  | 'index'
  | 'modification'
  | 'transaction'
  | 'request'
  | 'any-id'
  | 'batch'
  | 'text'
  | 'several'
  | 'code'
  | 'field'
  | 'verdict';

const meanings: Readonly<Record<FieldMeaning, readonly string[]>> = {
  line: words(`line lines lineno linenr linenum linenumber linenumbers row rows rowno rownr rownum rownumber rownumbers
    record recordno recordnr recordnum recordnumber batchline batchlinenumber inputline sourceline seq sequence
    sequenceno sequencenumber`),
  index: words('index indices idx lineindex rowindex recordindex itemindex elementindex transactionindex position'),
  modification: words(`modificationexternalid modificationexternalids modificationid modificationids modificationuuid
    modificationidentifier externalmodificationid modification`),
  transaction: words(`transactionexternalid transactionexternalids transactionid transactionids transactionuuid
    transactionidentifier externaltransactionid txid txnid transaction`),
  request: words('requestuuid requestuuids requestid requestids requestidentifier'),
  'any-id': words('externalid externalids id ids uuid uuids identifier identifiers duplicateid reference ref'),
  batch: words('batchid batchuuid batchidentifier'),
  text: words(`message msg error errormessage errormsg errortext errordescription reason rejectionreason failurereason
    detail description text title explanation cause problem issue failure violation validationerror statusmessage
    comment remark note`),
  several: words(`errors messages reasons details problems issues failures violations faults validationerrors
    errormessages descriptions causes findings results`),
  code: words('code errorcode type errortype rule ruleid kind reasoncode failurecode errorkey constraint'),
  field: words(`field fieldname fieldpath path loc location pointer jsonpath jsonpointer property propertypath
    propertyname attribute attributename column columnname instancepath datapath param parameter`),
  verdict: words('valid isvalid success successful accepted ok status state result outcome'),
};

const meaningOf = new Map<string, FieldMeaning>(
  Object.entries(meanings).flatMap(([meaning, names]) =>
    // The keys of the table above.
    names.map((name) => [name, meaning as FieldMeaning] as const),
  ),
);

/** Parts whose fields name neither the transaction nor what is wrong with it; `__proto__` is put there to do harm. */
const foreign: ReadonlySet<string> = new Set(
  words('sender receiver sendingpartner receivingpartner additionalfields unknown proto'),
);

/** More different names than any report needs; a hostile one has a new name in each entry. */
const MOST_REMEMBERED = 2000;
const remembered = new Map<string, string>();

/** A name without case, blanks and signs. */
export function plainName(name: string): string {
  const known = remembered.get(name);
  if (known !== undefined) return known;
  const plain = name
    .slice(0, 200)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  if (remembered.size < MOST_REMEMBERED) remembered.set(name, plain);
  return plain;
}

/** What a field of this name tells; undefined for any other name. */
export function fieldMeaning(name: string): FieldMeaning | undefined {
  return meaningOf.get(plainName(name));
}

/** Whether what is in a field of this name is about a party or is free text of the bank. */
export function isForeign(name: string): boolean {
  return foreign.has(plainName(name));
}

function words(text: string): string[] {
  return text.split(/\s+/);
}
