/** @file What a UUID looks like. Pure. */

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const UUID_WITHIN = /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/i;

/** In any letter case, and nothing else around it. */
export const isUuid = (text: string): boolean => UUID.test(text);

/** The first within a text. */
export const uuidIn = (text: string): string | undefined => UUID_WITHIN.exec(text)?.[0];
