import { z } from "zod";
import { count } from "../package-schema";

export const cacheNames = [
  "skills",
  "activations",
  "catalogues",
  "loads",
  "searchTerms",
  "descriptions",
  "needs",
  "vectors",
] as const;

/** What one server holds in memory of packages, by digest. Counts are since it started. */
export const runtimeCachesSchema = z.object({
  /** The one that answered: each has its own. */
  server: z.string(),
  caches: z.array(
    z.object({
      name: z.enum(cacheNames),
      hits: count,
      misses: count,
      /** Thrown out for room or for age. */
      evictions: count,
      entries: count,
      /** An estimate. */
      bytes: count,
      limitBytes: count,
      ttlSeconds: count,
    }),
  ),
});
export type RuntimeCaches = z.infer<typeof runtimeCachesSchema>;
