/** @file The environment variables that Tranship reads, for automation. */

/** The name of the environment's connection in submissions. */
export const ENVIRONMENT = 'environment';
