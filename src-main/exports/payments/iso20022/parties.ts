/** @file Debtor, creditor, their accounts and agents, as the messages of ISO 20022 spell them in all versions. Pure. */

import { accountAsKnown, onOneLine, type Party } from '../payment-columns.ts';
import { type Paths, pathsOf, type XmlElement } from './element.ts';

const ofParty = pathsOf({
  within: 'Pty Agt/FinInstnId',
  name: 'Nm FinInstnId/Nm',
  country: 'PstlAdr/Ctry CtryOfRes FinInstnId/PstlAdr/Ctry',
});
const { account: ofAccount, bic: ofAgent } = pathsOf({
  account: 'Id/IBAN Id/Othr/Id Id/PrtryAcct/Id Id/BBAN Prxy/Id',
  bic: 'FinInstnId/BICFI FinInstnId/BIC FinInstnId/CmbndId/BIC FinInstnId/Othr/Id',
});

/** A person or an organisation: since version 8 within `Pty`, an agent in its place within `Agt`. */
export function partyOf(element: XmlElement | undefined): Pick<Party, 'name' | 'country'> {
  const within = element?.at(ofParty.within) ?? element;
  return { name: onOneLine(within?.value(ofParty.name)), country: within?.value(ofParty.country) };
}

export function accountOf(element: XmlElement | undefined): string | undefined {
  return accountAsKnown(element?.value(ofAccount));
}

export function bicOf(element: XmlElement | undefined): string | undefined {
  return element?.value(ofAgent);
}

/** Where what belongs to a side of a transaction stands. */
export type SidePaths = Record<'party' | 'account' | 'agent' | 'ultimate', Paths>;

/** @param parties what stands before the name of a role: `RltdPties/` in a statement */
export function sidePaths(role: 'Dbtr' | 'Cdtr', parties = '', agents = ''): SidePaths {
  return pathsOf({
    party: `${parties}${role}`,
    account: `${parties}${role}Acct`,
    agent: `${agents}${role}Agt`,
    ultimate: `${parties}Ultmt${role}`,
  });
}

export function sideOf(element: XmlElement, paths: SidePaths): Party & { ultimate: string | undefined } {
  const { name, country } = partyOf(element.at(paths.party));
  return {
    name,
    account: accountOf(element.at(paths.account)),
    bic: bicOf(element.at(paths.agent)),
    country,
    ultimate: partyOf(element.at(paths.ultimate)).name,
  };
}

/** What is filled in one, and else in the other. */
export function filledFrom(own: Party, other: Party): Party {
  return {
    name: own.name ?? other.name,
    account: own.account ?? other.account,
    bic: own.bic ?? other.bic,
    country: own.country ?? other.country,
  };
}

const ofRemittance = pathsOf({ free: 'RmtInf/Ustrd', structured: 'RmtInf/Strd' });
const ofStructured = pathsOf({
  reference: 'CdtrRefInf/Ref',
  documents: 'RfrdDocInf',
  number: 'Nb',
  more: 'AddtlRmtInf',
});

/** What is paid for: free text, then what the structured part refers to. */
export function remittanceOf(element: XmlElement): string | undefined {
  const parts = [
    element.texts(ofRemittance.free),
    ...element
      .all(ofRemittance.structured)
      .flatMap((one) => [
        one.value(ofStructured.reference),
        ...one.all(ofStructured.documents).map((document) => document.value(ofStructured.number)),
        one.texts(ofStructured.more),
      ]),
  ].filter((part) => part !== undefined && part !== '');
  return parts.length === 0 ? undefined : parts.join(' ');
}
