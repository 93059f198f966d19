/** @file The connection that the TRANSHIP_… variables of a process make, as it is named beside those that are stored. */

export const ENVIRONMENT = 'environment';
