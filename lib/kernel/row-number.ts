import { z } from "zod";

/** The largest number that an integer column holds. */
export const largestInteger = 2_147_483_647;

/** A revision, a version or a place in a log: they count from 1 and are stored as 32-bit integers. */
export const rowNumber = z.number().int().min(1).max(largestInteger);

/** The same out of an address, where everything is text. */
export const rowNumberInAddress = z.coerce.number().int().min(1).max(largestInteger);
