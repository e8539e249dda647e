import { z } from "zod";
import { digestSchema } from "@/lib/kernel/digest-schema";
import { checkPackagePath, foldPath } from "@/lib/skills/package-path";
import { isPlace } from "./server-address";

/** Beside the skills' folders: what was pulled, from where, and the digest of every file. */
export const lockFileName = ".greenroom-lock.json";
/** Beside them too, while a pull is at work: what is not in its place yet. */
export const workFolder = ".greenroom-pull";

/** A relative path that can be written anywhere, exactly as it stands there. */
const pathSchema = z.string().refine((path) => {
  const checked = checkPackagePath(path);
  return checked.ok && checked.value === path;
}, "This is no path that may be written.");

/** One folder beside the others: never a hidden one, whose names are the client's own and other programs'. */
export const folderNameSchema = pathSchema.refine(
  (name) => !name.includes("/") && !name.startsWith("."),
  "This is no name of a folder.",
);

export const lockedFileSchema = z.object({
  path: pathSchema,
  sha256: digestSchema,
  size: z.number().int().min(0),
  executable: z.boolean(),
});
export type LockedFile = z.infer<typeof lockedFileSchema>;

/** Files in the order of their paths' bytes, as digests want them. */
export const lockedSkillSchema = z.object({
  name: folderNameSchema,
  version: z.number().int(),
  /** Of the package, as everywhere in Greenroom. */
  digest: digestSchema,
  /** By which the server gives the whole of it. */
  archive: digestSchema,
  files: z.array(lockedFileSchema),
});
export type LockedSkill = z.infer<typeof lockedSkillSchema>;

export const etagSchema = z.string().max(200).nullable();

export const lockSchema = z.object({
  format: z.literal(1),
  /** Where it came from: what the next pull asks, and no key. */
  source: z
    .object({ address: z.string(), workspace: z.string(), agent: z.string() })
    .refine(isPlace, "This is no address of an agent."),
  /** Over all that was delivered; null when some of it was held back here, so that the next pull asks for all. */
  digest: digestSchema.nullable(),
  /** Names the answer of the server about what has changed since; null until it has given one. */
  etag: etagSchema,
  /** In order of priority. */
  skills: z.array(lockedSkillSchema).refine(hasEachFolderOnce, "Two skills have one folder."),
});
export type Lock = z.infer<typeof lockSchema>;

/** No two names are one folder where case or Unicode form is ignored. */
export function hasEachFolderOnce(skills: readonly { name: string }[]): boolean {
  return new Set(skills.map(({ name }) => foldPath(name))).size === skills.length;
}
