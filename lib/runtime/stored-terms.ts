import { z } from "zod";
import { type SearchTerms, searchFields, toTerms } from "./search-terms";

/** Terms stored by another stemming do not fit queries of this one. */
const termsVersion = 2;

const countsSchema = z
  .record(z.string(), z.number().int().positive())
  .transform((counts): ReadonlyMap<string, number> => new Map(Object.entries(counts)));
const storedSchema = z.object({
  version: z.literal(termsVersion),
  name: countsSchema,
  description: countsSchema,
  body: countsSchema,
  triggers: countsSchema,
});

/** As JSON: per field an object of word and count. */
export function serialiseTerms({ counts }: SearchTerms): Record<string, unknown> {
  const stored = searchFields.map((field) => [field, Object.fromEntries(counts[field])] as const);
  return { version: termsVersion, ...Object.fromEntries(stored) };
}

/** Null for terms that another release wrote: they are to be counted again. */
export function parseTerms(stored: unknown): SearchTerms | null {
  const parsed = storedSchema.safeParse(stored);
  if (!parsed.success) return null;
  const { version: _, ...counts } = parsed.data;
  return toTerms(counts);
}
