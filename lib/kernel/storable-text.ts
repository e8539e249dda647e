import { z } from "zod";

/** Whether the database takes a text as it is: what is not storable is the name of nothing that is kept. */
export const isStorable = (text: string): boolean => !text.includes("\u0000") && text.isWellFormed();

/** Text of a request that is to be stored: Postgres keeps neither NUL nor half of a surrogate pair. */
export const storableText = z
  .string()
  .refine(isStorable, "Take out the NUL characters and broken halves of characters.");
