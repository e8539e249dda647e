import "server-only";
import type { Context } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";
import { formatCount } from "@/lib/kernel/format-count";
import { packageCaches } from "@/lib/library/caches/package-caches";
import type { Presentation } from "@/lib/runtime/dialect";
import { sayUnavailable } from "@/lib/runtime/explain-absence";
import { listResources, readSkill, type SkillReader } from "@/lib/runtime/read-skill";
import { librarySource } from "./adapters/library-source";
import type { Expectations } from "./expectation-schema";
import { findExpectationProblems, type Offer } from "./find-expectation-problems";
import type { RunPlan } from "./plan-run";

/** More are counted, not told. */
const mostTold = 20;

/**
 * UNPROCESSABLE when a planned run offers something that its expectations name not at all, or when these contradict
 * each other: all of it at once, each problem with its place and the names that may be meant.
 */
export async function checkExpectations(
  context: Context,
  plan: RunPlan,
  expected: Expectations,
): Promise<void> {
  const problems = findExpectationProblems(expected, await readOffer(context, plan, expected));
  if (problems.length === 0) return;
  const told = problems.slice(0, mostTold);
  const more = problems.length - told.length;
  const rest = more === 0 ? "" : ` And ${formatCount(more, "more problem", "more problems")}.`;
  throw new AppError(
    "UNPROCESSABLE",
    `${told.map(({ path, message }) => `${path}: ${message}`).join(" ")}${rest}`,
    { details: { problems: told, total: problems.length } },
  );
}

/** Only what is asked about is read: files of named skills, and tools of skills where a tool is named. */
async function readOffer(context: Context, plan: RunPlan, expected: Expectations): Promise<Offer> {
  const { runSkills, started } = plan;
  const reader = { ...runSkills, source: librarySource(context, runSkills.packages), cache: packageCaches() };
  const read = new Set((expected.reads ?? []).map(({ skill }) => skill));
  const files = new Map<string, readonly string[]>();
  for (const { ref } of runSkills.skills)
    if (read.has(ref.name)) files.set(ref.name, ["SKILL.md", ...(await listResources(reader, ref))]);
  const asksTools = expected.toolsCalled !== undefined || expected.toolsNotCalled !== undefined;
  return {
    agent: started.agent.name,
    skills: runSkills.skills.map(({ ref }) => ref.name),
    unavailable: new Map(runSkills.unavailable.map((skill) => [skill.name, sayUnavailable(skill)])),
    files,
    tools: asksTools ? await listToolNames(plan, reader) : [],
  };
}

/** The host's in each way of presenting these skills, the agent's, and those that skills bring. */
async function listToolNames(
  { runSkills, presentation: { dialect }, started }: RunPlan,
  reader: SkillReader,
): Promise<string[]> {
  const entries = runSkills.skills.map(({ ref, description }) => ({ name: ref.name, description }));
  const presentations: readonly Presentation[] = ["inline", "search", "eager"];
  const names = presentations.flatMap((presentation) =>
    dialect.tools(entries, { presentation }).map(({ name }) => name),
  );
  for (const { ref } of runSkills.skills) {
    const read = await readSkill(reader, ref);
    if (read.ok)
      names.push(...read.skill.tools.flatMap((tool) => dialect.skillTool?.(ref.name, tool)?.name ?? []));
  }
  return [...new Set([...names, ...(started.otherTools ?? []).map(({ name }) => name)])];
}
