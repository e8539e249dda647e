import { z } from "zod";
import type { DirectoryEntry } from "./directory-schema";

/** A package that was left out, as an earlier one has its name; kept apart from the report, which can be long. */
const shadowedPackageSchema = z.object({ skill: z.string(), path: z.string(), message: z.string() });
export type ShadowedPackage = z.infer<typeof shadowedPackageSchema>;

/** Those of a report, in its order. */
export const shadowedOf = (entries: readonly DirectoryEntry[]): ShadowedPackage[] =>
  entries.flatMap(({ outcome, skill, path, message }) =>
    outcome === "duplicate" && skill !== null ? [{ skill, path, message }] : [],
  );

/** As a row has them; none where it is not readable. */
export const parseShadowed = (stored: unknown): ShadowedPackage[] =>
  z.array(shadowedPackageSchema).catch([]).parse(stored);
