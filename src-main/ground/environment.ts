/** @file The environment variables that Tranship reads, for automation. */

export type Environment = Readonly<Record<string, string | undefined>>;

/** The name of the environment's connection in submissions. */
export const ENVIRONMENT = 'environment';
