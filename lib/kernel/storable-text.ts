import { z } from "zod";

/** Text of a request that is to be stored: Postgres keeps neither NUL nor half of a surrogate pair. */
export const storableText = z
  .string()
  .refine(
    (text) => !text.includes("\u0000") && text.isWellFormed(),
    "Take out the NUL characters and broken halves of characters.",
  );
