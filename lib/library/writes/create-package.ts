import "server-only";
import type { Context } from "@/lib/access/context";
import { appendAudit } from "@/lib/audit/commands";
import { checkFileSet } from "@/lib/skills/check-file-set";
import { bytesOf } from "@/lib/skills/file-text";
import { type HeldFile, heldFile, manifestOf } from "../blobs";
import { describePackage } from "../describe-package";
import { createVersion } from "./create-version";
import { storeBlobs } from "./store-blobs";
import { insertSkill } from "./write-draft";

export type PackageInput = {
  name: string;
  files: readonly ({ path: string; text: string } | { path: string; bytes: Uint8Array })[];
  /** Publishes version 1 with this note. */
  publishNote?: string;
};

/**
 * A skill with its draft and, on demand, its first version, in a transaction of the caller's, who has checked the
 * permission. For packages of our own making; P2002 when the name is taken.
 */
export async function createPackage(
  context: Context,
  { name, files, publishNote }: PackageInput,
): Promise<{ skillId: string; versionId: string | null }> {
  const held = files.map((file) =>
    heldFile({ path: file.path, bytes: "text" in file ? bytesOf(file.text) : file.bytes }),
  );
  const [problem] = checkFileSet(held);
  if (problem) throw new Error(problem.message);
  const skillId = await insertPackage(context, name, held);
  if (publishNote === undefined) return { skillId, versionId: null };
  const { digest } = await context.db.draft.findUniqueOrThrow({
    where: { skillId },
    select: { digest: true },
  });
  const version = await createVersion(context, { skillId, revision: 1, digest, note: publishNote });
  await appendAudit(context, {
    action: "skill.published",
    object: { type: "skill", id: skillId, name },
    digestAfter: digest,
    detail: { version: version.number },
  });
  return { skillId, versionId: version.id };
}

/** Blobs, skill, draft and its audit row. */
export async function insertPackage(
  context: Context,
  name: string,
  held: readonly HeldFile[],
): Promise<string> {
  const bytes = new Map(held.map((file) => [file.sha256, file.bytes]));
  const files = manifestOf(held);
  const description = await describePackage({ name, files }, async () => bytes);
  await storeBlobs(context, held);
  const skillId = await insertSkill(context, { name, description, files });
  await appendAudit(context, {
    action: "skill.created",
    object: { type: "skill", id: skillId, name },
    digestAfter: description.digest,
  });
  return skillId;
}
