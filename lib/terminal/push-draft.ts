import path from "node:path";
import { z } from "zod";
import { digestSchema } from "@/lib/kernel/digest-schema";
import { type Access, askServer, inWorkspace, readAnswer } from "./ask-server";
import { ClientError } from "./client-error";
import { differingPaths, planDraftPush } from "./plan-draft-push";
import { findLock } from "./read-lock";
import type { ReadSkill } from "./read-skills";
import { type DraftFile, isOf, markOfFiles, noteSeenDraft, readSeenDrafts } from "./seen-drafts";
import { showPlace } from "./server-address";
import { sha256Of } from "./sha256";

const draftSchema = z.object({
  revision: z.number().int(),
  digest: digestSchema,
  files: z.array(z.object({ path: z.string(), sha256: digestSchema, executable: z.boolean() })),
  rebased: z.boolean().default(false),
  isByThisMachine: z.boolean().default(false),
});
type Draft = z.infer<typeof draftSchema>;

export type Pushed = {
  skill: string;
  folder: string;
  outcome: "created" | "saved" | "current" | "refused";
  /** Where a browser shows it. */
  address: string;
  digest: string | null;
  /** Why it was refused, or what else should be known; and the paths that this is about. */
  why: string | null;
  paths: readonly string[];
};

/** Where a browser shows the draft of a skill. */
export const draftAddress = (access: Access, skill: string): string =>
  `${showPlace({ ...access, agent: null })}/skills/${encodeURIComponent(skill)}`;

type Options = { onto: string | undefined; hasModes: boolean };

/**
 * Makes a skill's draft what lies in a folder. A draft that is not as it was last seen from here is left alone, unless the
 * very machine whose key this is saved it last: CI begins in an empty folder each time, and remembers nothing. What is saved
 * while this is at work makes the server refuse, or keeps its own files.
 */
export async function pushDraft(
  access: Access,
  skill: ReadSkill & { skill: string },
  { onto, hasModes }: Options,
): Promise<Pushed> {
  const at = `/skills/${encodeURIComponent(skill.skill)}`;
  const pushed = (outcome: Pushed["outcome"], part: Partial<Pushed> = {}): Pushed => ({
    skill: skill.skill,
    folder: skill.folder,
    outcome,
    digest: null,
    why: null,
    paths: [],
    address: draftAddress(access, skill.skill),
    ...part,
  });
  const found = await findDraft(access, at);
  const draft = found ?? (await createDraft(access, at, skill.skill));
  const beside = path.dirname(skill.place);
  const note = (files: readonly DraftFile[]) =>
    noteSeenDraft(beside, { ...placeOf(access), skill: skill.skill, files: [...files] });
  if (found === null) await note(draft.files);
  const changes = planDraftPush(draft.files, skill.files, hasModes);
  if (changes.length === 0) {
    await note(draft.files);
    return pushed("current", { digest: draft.digest });
  }
  const isSeen = found === null || onto === draft.digest || draft.isByThisMachine;
  const seen = isSeen ? draft.files : await seenFiles(access, skill, draft);
  if (markOfFiles(seen) !== markOfFiles(draft.files)) {
    const why = `The draft was changed since it was last seen from here. Look at it, bring over what is to stay, then push with --onto ${draft.digest}`;
    return pushed("refused", { digest: draft.digest, why, paths: differingPaths(seen, draft.files) });
  }
  const answer = await askServer(access, inWorkspace(access, `${at}/draft/changes`), {
    method: "POST",
    body: { baseRevision: draft.revision, changes },
    takes: [409, 422],
    most: 64 * 1024 * 1024,
  });
  if (answer.status >= 400) {
    const paths = conflictSchema.parse(answer.problem.details).files.map((file) => file.path);
    return pushed("refused", { why: answer.problem.detail, paths });
  }
  const saved = readAnswer(access, answer, draftSchema);
  // What somebody saved meanwhile was not seen from here: the next push is to say so.
  await note(saved.rebased ? filesHere(skill, saved) : saved.files);
  const why = saved.rebased ? "Somebody saved other files meanwhile; both are in the draft." : null;
  return pushed(found === null ? "created" : "saved", { digest: saved.digest, why });
}

const conflictSchema = z.object({ files: z.array(z.object({ path: z.string() })).catch([]) });

const placeOf = ({ address, workspace }: Access) => ({ address, workspace });

async function findDraft(access: Access, at: string): Promise<Draft | null> {
  const answer = await askServer(access, inWorkspace(access, `${at}/draft`), {
    takes: [404],
    most: 64 * 1024 * 1024,
  });
  return answer.status === 404 ? null : readAnswer(access, answer, draftSchema);
}

/** A new skill begins with a template of the server's, which what is pushed replaces. */
async function createDraft(access: Access, at: string, name: string): Promise<Draft> {
  const answer = await askServer(access, inWorkspace(access, "/skills"), {
    method: "POST",
    body: { name },
    takes: [409, 422],
  });
  if (answer.status >= 400)
    throw new ClientError(
      "differs",
      `There is no skill “${name}” to push to, and none can be made: ${answer.problem.detail} A skill with such a name comes in by an import in the app.`,
    );
  const draft = await findDraft(access, at);
  if (draft) return draft;
  throw new ClientError("server", `The skill “${name}” was made, and is gone again.`);
}

/** As it was last seen from here: pushed, or pulled. */
async function seenFiles(
  access: Access,
  skill: ReadSkill & { skill: string },
  draft: Draft,
): Promise<readonly DraftFile[]> {
  const beside = path.dirname(skill.place);
  const own = { ...placeOf(access), skill: skill.skill };
  const pushed = (await readSeenDrafts(beside)).find((one) => isOf(one, own));
  const lock = await findLock(beside);
  const isFromHere = lock?.source.address === access.address && lock.source.workspace === access.workspace;
  const pulled = isFromHere ? lock.skills.find(({ name }) => name === skill.skill) : undefined;
  const isThis = (files: readonly DraftFile[]) => markOfFiles(files) === markOfFiles(draft.files);
  if (pulled && isThis(pulled.files)) return pulled.files;
  return pushed?.files ?? pulled?.files ?? [];
}

const filesHere = (skill: ReadSkill, { files }: Draft): DraftFile[] =>
  skill.files.map(({ path: at, bytes, executable }) => ({
    path: at,
    sha256: sha256Of(bytes),
    executable: executable ?? files.find((file) => file.path === at)?.executable ?? false,
  }));
