import { z } from "zod";
import { digestSchema } from "@/lib/library/package-schema";

/**
 * How a place's text stands to the draft: it `holds` where the draft has exactly this text, `replaced` where another text
 * came after it, `waits` until a person takes it, and is `shadowed` where an earlier place has the name.
 */
export const placeStates = ["holds", "replaced", "waits", "shadowed"] as const;
export type PlaceState = (typeof placeStates)[number];

export const skillPlaceSchema = z.object({
  kind: z.enum(["source", "folder"]),
  /** The source's name, or the configured folder. */
  name: z.string(),
  /** Of the package, in the source or on disk. */
  path: z.string(),
  state: z.enum(placeStates),
  /** What decided that, in a sentence. */
  why: z.string(),
  digest: digestSchema.nullable(),
  /** When its text was taken or read. */
  at: z.iso.datetime().nullable(),
});
export type SkillPlace = z.infer<typeof skillPlaceSchema>;

export const skillPlacesSchema = z.object({
  /** Those that hold first, then those that wait. Empty for a skill that was written or uploaded here. */
  items: z.array(skillPlaceSchema),
});
export type SkillPlaces = z.infer<typeof skillPlacesSchema>;
