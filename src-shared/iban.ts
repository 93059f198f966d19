/** @file IBANs by their form, also in groups of four; and the country in which the account is kept, with which each begins. Pure. */

const IBAN = /^[A-Z]{2}\d{2}[A-Z\d ]{11,38}$/;

export const isIban = (text: string): boolean => IBAN.test(text.trim());

/** The country of an IBAN; another text as it is. */
export const countryOfIban = (text: string): string => (isIban(text) ? text.trim().slice(0, 2) : text);
