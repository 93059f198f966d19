/** @file What a UUID looks like. Pure. */

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** In any letter case, and nothing else around it. */
export const isUuid = (text: string): boolean => UUID.test(text);
