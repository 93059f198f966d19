/** @file The environment variables that Tranship reads, for automation. */

export type Environment = Readonly<Record<string, string | undefined>>;
