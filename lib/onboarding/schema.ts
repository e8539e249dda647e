import { z } from "zod";

/** The example agent's address and the names of its skills. */
export const addedExamplesSchema = z.object({ agent: z.string(), skills: z.array(z.string()) });
export type AddedExamples = z.infer<typeof addedExamplesSchema>;
