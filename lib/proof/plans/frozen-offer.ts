import { z } from "zod";
import { toolStubsSchema } from "@/lib/agents/tool-schema";
import type { PinnedPackage } from "@/lib/playground/resolve-run-skills";
import { offeredSkillSchema } from "@/lib/runtime/event-parts";
import { payloadSchemas } from "@/lib/runtime/events";

const fileSchema = z.object({ path: z.string(), size: z.number(), sha256: z.string() });
const packageSchema: z.ZodType<PinnedPackage> = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("version"), versionId: z.uuid() }),
  z.object({ kind: z.literal("draft"), files: z.array(fileSchema) }),
]);

/** What a run offers in one dialect, as a run of the playground would have begun at that moment. */
const dialectOfferSchema = z.object({
  /** Without a message. */
  started: payloadSchemas["run-started"],
  /** Digest of the host's own sentences in it, where the workspace has taken them. */
  wording: z.string().nullable(),
  skills: z.array(
    z.object({
      ref: offeredSkillSchema,
      description: z.string(),
      whenToUse: z.string(),
      priority: z.number(),
    }),
  ),
});
export type DialectOffer = z.infer<typeof dialectOfferSchema>;

/** What a suite run keeps to, whatever becomes of agent, siblings and draft meanwhile. */
export const frozenOfferSchema = z.object({
  dialects: z.array(dialectOfferSchema),
  /** Of an effect run: the same without the skill. */
  without: z.array(dialectOfferSchema).optional(),
  /** Of an effect run that asks for it: the same with the last published version in the skill's place. */
  approved: z
    .object({
      version: z.number().int(),
      digest: z.string(),
      pinned: packageSchema,
      dialects: z.array(dialectOfferSchema),
    })
    .optional(),
  /** Of an effect run: below which folders no file of the skill is there for the model, in any arm. */
  withheld: z.array(z.string()).optional(),
  /** Where the files of each offered skill lie, by its id. */
  packages: z.record(z.string(), packageSchema),
  /** Everything is asked again, also what was answered to the very same request before. */
  anew: z.boolean().optional(),
  /** Of tools without a server: what they answer. Servers are not asked in trials. */
  stubs: toolStubsSchema.max(1_000),
  /** Which model at which address answers: a connection that is pointed elsewhere ends the run. */
  address: z.string(),
  /** In router mode the model that is asked first; null for the run's own. */
  routerModel: z.string().nullable(),
  /** Which one that was, as `address`; null without one, and not there in runs from before it was written down. */
  routerAddress: z.string().nullable().optional(),
});
export type FrozenOffer = z.infer<typeof frozenOfferSchema>;
