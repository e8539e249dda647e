import path from "node:path";
import { z } from "zod";
import { formatCount } from "@/lib/kernel/format-count";
import { textOf } from "@/lib/skills/file-text";
import { findSkillFile } from "@/lib/skills/find-skill-file";
import { parseSkill } from "@/lib/skills/parse-skill";
import { type Access, askServer, inWorkspace, readAnswer } from "./ask-server";
import { chooseWorkspaceAccess } from "./choose-access";
import { ClientError, type ExitCode, exitCodes } from "./client-error";
import type { Typed } from "./parse-command";
import { type Pushed, pushDraft } from "./push-draft";
import { findLock } from "./read-lock";
import { type ReadFailure, type ReadSkill, readSkills } from "./read-skills";
import type { Terminal } from "./terminal";
import { safe, type Told } from "./told";

/** Held while a push is at work beside these skills. */
const pushLockName = ".greenroom-push.lock";

type Reviewed = Pushed & { review: string | null };

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
  const pushed: Reviewed[] = [];
  for (const [at, skill] of skills.entries()) {
    told.step(`Pushing ${skill.folder} (${at + 1} of ${skills.length})`);
    for (const note of skill.notes) told.remark(`${skill.folder}: ${note}`);
    const beside = path.join(path.dirname(skill.place), pushLockName);
    const named = { ...skill, skill: nameOf(skill) };
    const one = await terminal.hold(beside, () =>
      pushDraft(access, named, { onto, hasModes: terminal.hasModes }),
    );
    const mayAsk = typed.isOn("ask-review") && one.outcome !== "refused";
    const review = mayAsk ? await askReview(access, one, typed.valueOf("title")) : null;
    pushed.push({ ...one, review });
    tellOne(told, { ...one, review });
  }
  for (const { path: at, rule, message } of failures)
    told.line(`${told.paint("bad", "not read")}  ${safe(at)}  ${rule}  ${safe(message)}`);
  const ok = failures.length === 0 && pushed.every(({ outcome }) => outcome !== "refused");
  told.document({ command: "push", ok, skills: pushed, failures });
  return ok ? exitCodes.fine : exitCodes.differs;
}

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

function tellOne(told: Told, { skill, outcome, address, why, paths, review }: Reviewed): void {
  const tone = outcome === "refused" ? "bad" : "good";
  told.line(`${told.paint(tone, outcome.padEnd(8))} ${safe(skill)}  ${safe(address)}`);
  if (why !== null) told.line(`         ${safe(why)}`);
  for (const one of paths) told.line(`         differs: ${safe(one)}`);
  if (review !== null) told.line(`         review: ${safe(review)}`);
}
