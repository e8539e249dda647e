import { z } from "zod";
import { digestSchema } from "@/lib/kernel/digest-schema";
import { checkFileSet } from "@/lib/skills/check-file-set";
import { packageArchiveDigest, setDigest } from "@/lib/skills/delivered-set";
import { compareUtf8, packageDigest } from "@/lib/skills/digest";
import { askServer, inWorkspace, readAnswer } from "./ask-server";
import type { AgentAccess } from "./choose-access";
import { ClientError } from "./client-error";
import {
  etagSchema,
  folderNameSchema,
  hasEachFolderOnce,
  type Lock,
  type LockedSkill,
  lockedFileSchema,
} from "./lock-file";
import { showPlace } from "./server-address";
import { sha256Of } from "./sha256";

/** What of a manifest the client goes by. Names and paths are held to what may be written, whoever sent them. */
const manifestSchema = z.object({
  digest: digestSchema,
  order: z.array(folderNameSchema).max(10_000),
  skills: z
    .array(
      z.object({
        name: folderNameSchema,
        version: z.object({ number: z.number().int(), digest: digestSchema }),
        archive: digestSchema,
        files: z.array(lockedFileSchema),
      }),
    )
    .max(10_000),
  leftOut: z.array(z.object({ skill: z.string(), detail: z.string() })),
  since: z.object({ known: z.boolean() }).nullable(),
});
type Manifest = z.infer<typeof manifestSchema>;

/** What an agent is delivered at this moment. */
export type CurrentDelivery = {
  digest: string;
  etag: string | null;
  skills: LockedSkill[];
  /** What the agent is assigned and does not get, and why. */
  leftOut: { skill: string; detail: string }[];
};

const MiB = 1024 * 1024;

/**
 * Asks what is delivered now. With a lock file only for what has changed since, in one request, which the server
 * answers with 304 when that is nothing. Every digest is computed again from the files before anything is written, and
 * a lock file whose digests do not agree is not built upon: somebody changed it.
 */
export async function readDelivery(access: AgentAccess, lock: Lock | null): Promise<CurrentDelivery> {
  if (lock?.digest && findDisagreement(lock.digest, lock.skills) !== null) return readDelivery(access, null);
  const path = inWorkspace(access, `/agents/${access.agent}/delivery`);
  const since = lock?.digest ?? null;
  const answer = await askServer(access, since === null ? path : `${path}?since=${since}`, {
    headers: since !== null && lock?.etag ? { "if-none-match": lock.etag } : {},
    most: 64 * MiB,
    takes: [304],
  });
  if (answer.status === 304 && lock && since !== null)
    return { digest: since, etag: lock.etag, skills: lock.skills, leftOut: [] };
  const manifest = readAnswer(access, answer, manifestSchema);
  const skills = mergeSkills(manifest, lock);
  if (skills === null) return readDelivery(access, null);
  const wrong = findDisagreement(manifest.digest, skills);
  if (wrong !== null)
    throw new ClientError(
      "server",
      `${showPlace(access)} gave an answer that cannot be used: ${wrong}. Nothing was written.`,
    );
  // The next request is another one after a change, and has no answer yet; and 304 does not say what is left out.
  const isSettled = since === manifest.digest && manifest.leftOut.length === 0;
  const etag = isSettled ? etagSchema.catch(null).parse(answer.etag) : null;
  return { digest: manifest.digest, etag, skills, leftOut: manifest.leftOut };
}

/** In order; what has not changed is in the lock file. Null when that lacks something: then all is asked for. */
function mergeSkills({ order, skills, since }: Manifest, lock: Lock | null): LockedSkill[] | null {
  const sent = new Map(
    skills.map(({ name, version, archive, files }): [string, LockedSkill] => [
      name,
      { name, version: version.number, digest: version.digest, archive, files: sorted(files) },
    ]),
  );
  const had = new Map(since?.known ? lock?.skills.map((skill) => [skill.name, skill]) : []);
  const all = order.map((name) => sent.get(name) ?? had.get(name));
  const found = all.filter((skill) => skill !== undefined);
  if (found.length === all.length) return found;
  return lock === null ? [] : null;
}

const sorted = <File extends { path: string }>(files: readonly File[]): File[] =>
  files.toSorted((left, right) => compareUtf8(left.path, right.path));

/** Nobody is taken at their word: what of names, sizes and digests does not agree with the rest; null when all does. */
function findDisagreement(digest: string, skills: readonly LockedSkill[]): string | null {
  if (!hasEachFolderOnce(skills)) return "two skills have one folder";
  for (const { name, files, archive, ...skill } of skills) {
    const [problem] = checkFileSet(files);
    if (problem) return `${name}: ${problem.message}`;
    if (packageDigest(files, sha256Of) !== skill.digest)
      return `the digest of ${name} is not that of its files`;
    if (packageArchiveDigest({ digest: skill.digest, files }, sha256Of) !== archive)
      return `the archive of ${name} is not that of its files`;
  }
  const named = skills.map(({ version, ...skill }) => ({ ...skill, number: version }));
  return setDigest(named, sha256Of) === digest ? null : "its digest is not that of its skills";
}
