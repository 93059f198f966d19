/** @file Debtor, creditor, their accounts and agents, as the messages of ISO 20022 spell them in all versions. Pure. */

import { accountAsKnown, onOneLine, type Party } from '../payment-columns.ts';
import type { XmlElement } from './element.ts';

/** A person or an organisation: since version 8 within `Pty`, an agent in its place within `Agt`. */
export function partyOf(element: XmlElement | undefined): Pick<Party, 'name' | 'country'> {
  const within = element?.at('Pty') ?? element?.at('Agt/FinInstnId') ?? element;
  return {
    name: onOneLine(within?.value('Nm', 'FinInstnId/Nm')),
    country: within?.value('PstlAdr/Ctry', 'CtryOfRes', 'FinInstnId/PstlAdr/Ctry'),
  };
}

export function accountOf(element: XmlElement | undefined): string | undefined {
  return accountAsKnown(element?.value('Id/IBAN', 'Id/Othr/Id', 'Id/PrtryAcct/Id', 'Id/BBAN', 'Prxy/Id'));
}

export function bicOf(element: XmlElement | undefined): string | undefined {
  return element?.value('FinInstnId/BICFI', 'FinInstnId/BIC', 'FinInstnId/CmbndId/BIC', 'FinInstnId/Othr/Id');
}

/** @param at what stands before the name of a role: `RltdPties/` in a statement */
export function sideOf(
  element: XmlElement,
  role: 'Dbtr' | 'Cdtr',
  parties = '',
  agents = '',
): Party & { ultimate: string | undefined } {
  return {
    ...partyOf(element.at(`${parties}${role}`)),
    account: accountOf(element.at(`${parties}${role}Acct`)),
    bic: bicOf(element.at(`${agents}${role}Agt`)),
    ultimate: partyOf(element.at(`${parties}Ultmt${role}`)).name,
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

/** What is paid for: free text, then what the structured part refers to. */
export function remittanceOf(element: XmlElement): string | undefined {
  const parts = [
    element.texts('RmtInf/Ustrd'),
    ...element
      .all('RmtInf/Strd')
      .flatMap((one) => [
        one.value('CdtrRefInf/Ref'),
        ...one.all('RfrdDocInf').map((document) => document.value('Nb')),
        one.texts('AddtlRmtInf'),
      ]),
  ].filter((part) => part !== undefined && part !== '');
  return parts.length === 0 ? undefined : parts.join(' ');
}
