/** @file The connection that the variables of a command describe, by the name that people and the contract have for it. */

export const ENVIRONMENT = 'environment';
