import { readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { digestSchema } from "@/lib/kernel/digest-schema";
import { packageArchiveDigest } from "@/lib/skills/delivered-set";
import { compareUtf8, packageDigest } from "@/lib/skills/digest";
import { ClientError, machineError, systemCode } from "./client-error";
import { sha256Of } from "./sha256";

/** Beside the skills' folders: the drafts as they were last seen from here. No key, and nobody's words. */
const draftsFileName = ".greenroom-drafts.json";

const draftFileSchema = z.object({ path: z.string(), sha256: digestSchema, executable: z.boolean() });
export type DraftFile = z.infer<typeof draftFileSchema>;

const seenDraftsSchema = z.object({
  format: z.literal(1),
  drafts: z.array(
    z.object({
      address: z.string(),
      workspace: z.string(),
      skill: z.string(),
      files: z.array(draftFileSchema),
    }),
  ),
});
export type SeenDraft = z.infer<typeof seenDraftsSchema>["drafts"][number];

/** Names the bytes of a package and which of its files are executable. */
export function markOfFiles(files: readonly DraftFile[]): string {
  const sorted = files.toSorted((left, right) => compareUtf8(left.path, right.path));
  return packageArchiveDigest({ digest: packageDigest(sorted, sha256Of), files: sorted }, sha256Of);
}

/** Of the skills in a folder. */
export async function readSeenDrafts(folder: string): Promise<SeenDraft[]> {
  const place = path.join(folder, draftsFileName);
  try {
    const parsed = seenDraftsSchema.safeParse(JSON.parse(await readFile(place, "utf8")));
    if (parsed.success) return parsed.data.drafts;
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [];
    if (!(error instanceof SyntaxError)) throw machineError(`${place} cannot be read`, error);
  }
  throw new ClientError(
    "machine",
    `${place} is damaged or of a newer release. Remove it: drafts that differ are then refused until they are named with --onto.`,
  );
}

/** Notes one draft as it was seen now. */
export async function noteSeenDraft(folder: string, seen: SeenDraft): Promise<void> {
  const others = (await readSeenDrafts(folder)).filter((one) => !isOf(one, seen));
  const place = path.join(folder, draftsFileName);
  const next = `${place}.${process.pid}`;
  try {
    await rm(next, { force: true });
    const text = `${JSON.stringify({ format: 1, drafts: [...others, seen] }, null, 2)}\n`;
    await writeFile(next, text, { flag: "wx" });
    await rename(next, place);
  } catch (error) {
    await rm(next, { force: true }).catch(() => undefined);
    throw machineError(`${place} cannot be written`, error);
  }
}

export const isOf = (left: Omit<SeenDraft, "files">, right: Omit<SeenDraft, "files">): boolean =>
  left.address === right.address && left.workspace === right.workspace && left.skill === right.skill;
