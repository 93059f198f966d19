/** @file Inputs and outputs that commands about several subjects have in common. */

import { z } from 'zod';
import { connectionNameSchema, connectionRowSchema } from '../connection-shapes.ts';
import { preparationIdSchema } from '../preparation-shapes.ts';
import { batchNamedSchema } from '../report-shapes.ts';
import { fileOfferSchema, submissionIdSchema } from '../shapes.ts';
import { watchedFolderRowSchema } from '../watching-shapes.ts';

export const nothing = z.void();
export const count = z.number().int().nonnegative();
export const oneSubmission = z.strictObject({ id: submissionIdSchema });
export const oneBatch = z.strictObject({ batch: batchNamedSchema });
export const ofConnection = z.strictObject({ connection: connectionNameSchema });
export const connections = z.array(connectionRowSchema);
export const someOffers = z.strictObject({ offers: z.array(fileOfferSchema.shape.offer).min(1).max(1000) });
export const onePreparation = z.strictObject({ id: preparationIdSchema });
export const watchedFolders = z.array(watchedFolderRowSchema);
export const reasonSchema = z.string().trim().min(1).max(1000);
