import { z } from "zod";
import { capabilityKinds, capabilityUses } from "@/lib/capabilities/capability";
import { digestSchema } from "@/lib/kernel/digest-schema";
import { count } from "../package-schema";
import { diffSideSchema, sideFactsSchema } from "./diff-schema";

const capabilitySchema = z.object({
  kind: z.enum(capabilityKinds),
  use: z.enum(capabilityUses),
  /** Of packages with where they come from; hidden characters are marked. */
  name: z.string(),
  /** `run-time`: put together when it runs; the name is the expression, as written. */
  certainty: z.enum(["literal", "run-time"]),
  /** The first ones; lines and columns count from 1. */
  places: z.array(z.object({ path: z.string(), line: count, column: count })),
  /** All of them. */
  placeCount: count,
});

export const capabilityQuerySchema = z.object({
  version: diffSideSchema.default("draft"),
  against: diffSideSchema.default("none"),
});
export type CapabilityQuery = z.input<typeof capabilityQuerySchema>;

export const capabilityListSchema = z.object({
  of: sideFactsSchema,
  /** Everything that is written in these bytes. */
  capabilities: z.array(capabilitySchema),
  /** Over all of them, whatever their places. */
  digest: digestSchema,
  /** What is compared with; null for `none`, also where `latest` is asked for and nothing is published. */
  against: sideFactsSchema.nullable(),
  /** What it has that `against` has not; all of it where there is nothing to compare with. */
  added: z.array(capabilitySchema),
  /** What `against` has and it has not. */
  gone: z.array(capabilitySchema),
});
export type CapabilityList = z.infer<typeof capabilityListSchema>;
export type ListedCapability = CapabilityList["capabilities"][number];
