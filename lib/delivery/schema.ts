import { z } from "zod";
import { leftOutReasons } from "@/lib/agents/agent-options";
import { personSchema } from "@/lib/auth/schema";
import { digestSchema } from "@/lib/kernel/digest-schema";

export const manifestQuerySchema = z.object({
  /** The digest of a delivery that this agent had: then what has changed since is answered. */
  since: z.string().trim().toLowerCase().max(100).optional(),
});
export type ManifestQuery = z.input<typeof manifestQuerySchema>;

const fileSchema = z.object({
  path: z.string(),
  sha256: digestSchema,
  /** Bytes. */
  size: z.number().int(),
  /** Whether it is to be started as a program where it is put. */
  executable: z.boolean(),
});

const deliveredSkillSchema = z.object({
  skillId: z.uuid(),
  /** The name of its folder, which its SKILL.md says. */
  name: z.string(),
  description: z.string(),
  follows: z.enum(["latest", "label", "version"]),
  /** The label that is followed. */
  label: z.string().nullable(),
  version: z.object({
    id: z.uuid(),
    number: z.number().int(),
    /** Of the package: sha256 of the lines `<sha256>  <path>`, sorted by their bytes. */
    digest: digestSchema,
    note: z.string(),
    publishedBy: personSchema,
    publishedAt: z.iso.datetime(),
    approvedBy: z.array(personSchema.extend({ at: z.iso.datetime() })),
  }),
  /** The name of its archive: `.../delivery/archives/<archive>.zip`. */
  archive: digestSchema,
  files: z.array(fileSchema),
});

const leftOutSchema = z.object({
  skillId: z.uuid(),
  skill: z.string(),
  reason: z.enum(leftOutReasons),
  /** In a sentence. */
  detail: z.string(),
});

const versionMark = z.object({ number: z.number().int(), digest: digestSchema });

export const manifestSchema = z.object({
  agent: z.object({ id: z.uuid(), slug: z.string(), name: z.string() }),
  /** Names everything that is delivered, with every byte of it. */
  digest: digestSchema,
  /** Every delivered skill's name, in order of priority. */
  order: z.array(z.string()),
  /** All that is delivered; where `since` is known, what was added or has another version since. */
  skills: z.array(deliveredSkillSchema),
  /** What the agent is assigned and does not get. */
  leftOut: z.array(leftOutSchema),
  /** Null where nothing was asked. Not `known`: this agent was not delivered that, or long ago, and `skills` holds all. */
  since: z
    .object({
      digest: z.string(),
      known: z.boolean(),
      added: z.array(z.string()),
      changed: z.array(z.object({ name: z.string(), from: versionMark, to: versionMark })),
      removed: z.array(z.object({ name: z.string(), ...versionMark.shape })),
    })
    .nullable(),
  /** Where bytes are: put a file's `sha256`, or a skill's `archive`, in the place of the braces. */
  addresses: z.object({ file: z.string(), archive: z.string() }),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** One skill of a delivery, as it is remembered. */
export const pastSkillSchema = z.object({
  skillId: z.uuid(),
  name: z.string(),
  versionId: z.uuid(),
  number: z.number().int(),
  digest: digestSchema,
  archive: digestSchema,
});
export type PastSkill = z.infer<typeof pastSkillSchema>;

/** How what a machine has compares with what is delivered now. `never`: it has fetched nothing yet. */
export const machineStandings = ["newest", "behind", "never", "unknown"] as const;

export const deliveryStateSchema = z.object({
  digest: digestSchema,
  skills: z.array(
    z.object({
      skill: z.string(),
      name: z.string(),
      number: z.number().int(),
      label: z.string().nullable(),
    }),
  ),
  leftOut: z.array(leftOutSchema),
  /** Active keys to deliver of this agent, everybody's, and how many of them have what is delivered now. */
  machines: z.object({ total: z.number().int(), newest: z.number().int() }),
  /** One's own; everybody's for those who manage keys. */
  keys: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      prefix: z.string(),
      person: personSchema,
      standing: z.enum(machineStandings),
      /** What it fetched last, and since when it has that. */
      fetched: z.object({ digest: digestSchema, at: z.iso.datetime() }).nullable(),
      lastUsedAt: z.iso.datetime().nullable(),
      /** What it lacks, by name; null where that is not known. */
      behind: z
        .object({ added: z.array(z.string()), changed: z.array(z.string()), removed: z.array(z.string()) })
        .nullable(),
    }),
  ),
});
export type DeliveryState = z.infer<typeof deliveryStateSchema>;
