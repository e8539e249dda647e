import { z } from "zod";
import { digestSchema } from "@/lib/kernel/digest-schema";
import { placeStates } from "./place-options";

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

export const contestedNamesSchema = z.object({
  total: z.number().int().min(0),
  /** By name; the first 500 of them. */
  items: z.array(z.object({ skill: z.string(), places: z.array(skillPlaceSchema) })),
});
export type ContestedNames = z.infer<typeof contestedNamesSchema>;
