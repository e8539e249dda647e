import { z } from "zod";

/** What clients find at an address now, and what they do not and why. */
export const addressContentsSchema = z.object({
  skills: z.array(
    z.object({
      /** Of the folder that it is installed into. */
      name: z.string(),
      /** What it is called in the library now. */
      skill: z.string(),
      version: z.number().int(),
      /** Of the package. */
      digest: z.string(),
    }),
  ),
  /** `why` is a sentence without its full stop. */
  leftOut: z.array(z.object({ skill: z.string(), why: z.string() })),
  /** Skills that are given out, and what some hosts that they are installed in will not heed. */
  warnings: z.array(z.object({ skill: z.string(), why: z.string() })),
});
export type AddressContents = z.infer<typeof addressContentsSchema>;
