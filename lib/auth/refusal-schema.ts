import { z } from "zod";

/** What the sign-in routes answer when they refuse. */
export const refusalSchema = z.object({ message: z.string(), code: z.string().optional() });
