import path from "node:path";
import { z } from "zod";
import { formatCount } from "@/lib/kernel/format-count";
import { textOf } from "@/lib/skills/file-text";
import { findSkillFile } from "@/lib/skills/find-skill-file";
import { parseSkill } from "@/lib/skills/parse-skill";
import { type Access, askServer, inWorkspace, readAnswer } from "./ask-server";
import { chooseWorkspaceAccess } from "./choose-access";
import { ClientError, type ExitCode, failureOf } from "./client-error";
import type { Typed } from "./parse-command";
import { draftAddress, type Pushed, pushDraft } from "./push-draft";
import { type PushedSkill, pushJunit, tellEnd, tellPushed } from "./push-report";
import { findLock } from "./read-lock";
import { type ReadFailure, type ReadSkill, readSkills } from "./read-skills";
import type { Terminal } from "./terminal";
import type { Told } from "./told";
import { writeReport } from "./write-report";

/** Held while a push is at work beside these skills. */
const pushLockName = ".greenroom-push.lock";

/** Saves every skill of the named folders as a draft; of each is told what became of it. */
export async function pushSkills(terminal: Terminal, told: Told, typed: Typed): Promise<ExitCode> {
  const skills: ReadSkill[] = [];
  const failures: ReadFailure[] = [];
  for await (const one of readSkills(terminal.workingFolder, typed.paths))
    if ("failure" in one) failures.push(one.failure);
    else skills.push(one.skill);
  const onto = typed.valueOf("onto");
  if (onto !== undefined && skills.length !== 1)
    throw new ClientError(
      "usage",
      `--onto is for one skill; ${formatCount(skills.length, "skill")} were named.`,
    );
  const [first] = skills;
  const lock = first ? await findLock(path.dirname(first.place)) : null;
  const access = await chooseWorkspaceAccess(terminal, typed, lock && { ...lock.source, agent: null });
  const pushed: PushedSkill[] = [];
  let broken: ClientError | null = null;
  let endedAt: PushedSkill | null = null;
  for (const [at, skill] of skills.entries()) {
    const named = { ...skill, skill: nameOf(skill) };
    if (broken === null) {
      told.step(`Pushing ${skill.folder} (${at + 1} of ${skills.length})`);
      for (const note of skill.notes) told.remark(`${skill.folder}: ${note}`);
    }
    const one: Ended = broken
      ? { pushed: withoutDraft(access, named, "not-tried", null), broken }
      : await pushOne({ terminal, access, typed }, named);
    if (broken === null && one.broken) endedAt = one.pushed;
    broken = one.broken;
    pushed.push(one.pushed);
    tellPushed(told, one.pushed);
  }
  const unwritten = await writeReport(terminal, typed, () => pushJunit({ pushed, failures, endedAt })).then(
    () => null,
    ownFailure,
  );
  if (broken && unwritten) told.remark(`Error: ${unwritten.message}`);
  return tellEnd(told, { pushed, failures, broken: broken ?? unwritten });
}

/** Throws what is a bug. */
function ownFailure(error: unknown): ClientError {
  const failure = failureOf(error);
  if (failure === null) throw error;
  return failure;
}

type Pushing = { terminal: Terminal; access: Access; typed: Typed };
type Named = ReadSkill & { skill: string };
/** `broken`: what stands in the way of those after it too. */
type Ended = { pushed: PushedSkill; broken: ClientError | null };

/** One skill to its end, whatever that is: what keeps it back is told of it. Throws only for a bug. */
async function pushOne({ terminal, access, typed }: Pushing, skill: Named): Promise<Ended> {
  const beside = path.join(path.dirname(skill.place), pushLockName);
  const options = { onto: typed.valueOf("onto"), hasModes: terminal.hasModes };
  let saved: Pushed | null = null;
  try {
    saved = await terminal.hold(beside, () => pushDraft(access, skill, options));
    const mayAsk = typed.isOn("ask-review") && saved.outcome !== "refused";
    const review = mayAsk ? await askReview(access, saved, typed.valueOf("title")) : null;
    return { pushed: { ...saved, review }, broken: null };
  } catch (error) {
    const failure = ownFailure(error);
    const isItsOwn = failure.kind === "differs";
    const why = failure.message;
    return {
      pushed: saved
        ? { ...saved, why, review: null }
        : withoutDraft(access, skill, isItsOwn ? "refused" : "failed", why),
      broken: isItsOwn ? null : failure,
    };
  }
}

const withoutDraft = (
  access: Access,
  { skill, folder }: Named,
  outcome: PushedSkill["outcome"],
  why: string | null,
): PushedSkill => ({
  skill,
  folder,
  outcome,
  why,
  address: draftAddress(access, skill),
  digest: null,
  paths: [],
  review: null,
});

/** What its SKILL.md calls it; the folder's name where that says nothing. */
function nameOf(skill: ReadSkill): string {
  const at = findSkillFile(skill.files.map((file) => file.path));
  const bytes = skill.files.find((file) => file.path === at)?.bytes;
  const text = bytes ? (textOf(bytes) ?? "") : "";
  return parseSkill(text, { mode: "lenient", folderName: skill.name }).name;
}

const reviewSchema = z.object({ number: z.number().int() });

/** Asks for review of a draft. A skill has one open review at a time, which goes on with the draft as it is now. */
async function askReview(access: Access, { skill }: Pushed, title = `Changes to ${skill}`): Promise<string> {
  const at = `/skills/${encodeURIComponent(skill)}/reviews`;
  const answer = await askServer(access, inWorkspace(access, at), {
    method: "POST",
    body: { title },
    takes: [409],
  });
  if (answer.status === 409) return answer.problem.detail;
  return `${access.address}/w/${access.workspace}/reviews/${readAnswer(access, answer, reviewSchema).number}`;
}
