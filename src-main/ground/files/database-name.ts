/** @file The name of the queue's database, apart from what opens it. */

/** File name within the data folder. */
export const databaseName = 'queue.db';
