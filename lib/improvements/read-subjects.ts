import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";
import type { RunPlan } from "@/lib/playground/plan-run";
import type { TriedCase } from "@/lib/proof/suites/case-schema";
import { readTriedCases } from "@/lib/proof/suites/read-tried-cases";
import type { SessionSkill } from "@/lib/runtime/session-setup";
import { splitCases } from "@/lib/suites/split-cases";
import type { FrozenPlan, Subject } from "./frozen-plan";
import type { ImprovementKind } from "./improvement-options";

type Watching = { run: RunPlan; subjects: ReadonlySet<string>; kind: ImprovementKind };
type Watched = { plan: FrozenPlan; split: { training: number; heldOut: number } | null };

/** The skills of a catalogue with what watches over them: their cases, and whether these can be divided. */
export async function findWatched(
  context: WorkspaceContext,
  { run, subjects, kind }: Watching,
): Promise<Watched> {
  const agentRevision = run.started.agent.revision;
  const plan: FrozenPlan = { agentRevision, subjects: [], suites: [], siblings: [], unwatched: [] };
  let split: Watched["split"] = null;
  for (const offered of run.runSkills.skills) {
    const { skillId, name } = offered.ref;
    const cases = await casesOf(context, run, offered);
    if (cases.ok)
      plan.suites.push({ skillId, skill: name, version: offered.ref.version, cases: cases.found.length });
    else plan.unwatched.push(name);
    if (!subjects.has(name)) {
      const { digest } = offered.ref;
      plan.siblings.push({ skillId, skill: name, description: offered.description, digest });
      continue;
    }
    const divided = cases.ok ? splitCases(cases.found.map(toSuiteCase), name) : null;
    const why = divided === null ? (cases.ok ? null : cases.why) : divided.ok ? null : divided.error.message;
    if (kind === "improve" && divided?.ok)
      split = { training: divided.value.training.length, heldOut: divided.value.heldOut.length };
    plan.subjects.push(toSubject(run, offered, why));
  }
  for (const name of subjects)
    if (!plan.subjects.some(({ skill }) => skill === name))
      throw new AppError(
        "UNPROCESSABLE",
        `${run.presentation.dialect.title} does not offer ${name} to the model.`,
      );
  return { plan, split };
}

export const toSuiteCase = ({ id, query, expected, number }: TriedCase) => ({
  id,
  query,
  expected,
  line: 0,
  at: number - 1,
});

type Cases = { ok: true; found: TriedCase[] } | { ok: false; why: string };

async function casesOf(
  context: WorkspaceContext,
  { runSkills }: RunPlan,
  { ref }: SessionSkill,
): Promise<Cases> {
  const pinned = runSkills.packages.get(ref.skillId);
  if (!pinned) return { ok: false, why: `${ref.name} is not offered.` };
  try {
    return { ok: true, found: await readTriedCases(context, { pinned, skill: ref.name }) };
  } catch (error) {
    if (error instanceof AppError && error.code === "UNPROCESSABLE") return { ok: false, why: error.message };
    throw error;
  }
}

function toSubject({ runSkills }: RunPlan, { ref, description }: SessionSkill, why: string | null): Subject {
  const pinned = runSkills.packages.get(ref.skillId);
  const files =
    pinned?.kind === "draft" ? pinned.files.map(({ path, size, sha256 }) => ({ path, size, sha256 })) : [];
  return {
    skillId: ref.skillId,
    skill: ref.name,
    description,
    revision: ref.draftRevision ?? 0,
    digest: ref.digest,
    files,
    target: null,
    why,
  };
}
