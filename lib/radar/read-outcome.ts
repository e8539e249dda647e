import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import type { RadarRun as RunRow, RadarStep as StepRow } from "@/lib/db/generated/client";
import { decideRadarWord, radarWords } from "@/lib/verdicts/judge-radar";
import { judgeFinding, judgeTasks } from "./judge-steps";
import { type MeasuredRun, readMeasuredRuns } from "./read-measured-runs";
import type { SkillTokens } from "./read-skill-tokens";
import type { RadarSkill } from "./schema";
import { radarSkillSchema } from "./schema";

type Run = Pick<RunRow, "modelName"> & { steps: readonly StepRow[] };

/** What a radar run has come to so far, skill by skill, those that call for something first. */
export async function readOutcome(context: WorkspaceContext, { steps }: Run): Promise<RadarSkill[]> {
  const ids = steps.flatMap(({ suiteRunId, againstRunId }) => [suiteRunId, againstRunId]);
  const runs = await readMeasuredRuns(
    context,
    ids.filter((id) => id !== null),
  );
  const names = await context.db.skill.findMany({
    where: { id: { in: steps.map(({ skillId }) => skillId) }, workspaceId: context.workspace.id },
    select: { id: true, name: true },
  });
  return names
    .map(({ id, name }) => judgeSkill(name, { steps: steps.filter(({ skillId }) => skillId === id), runs }))
    .toSorted(
      (left, right) =>
        radarWords.indexOf(left.word) - radarWords.indexOf(right.word) ||
        left.skill.localeCompare(right.skill),
    );
}

type Steps = { steps: readonly StepRow[]; runs: ReadonlyMap<string, MeasuredRun> };

function judgeSkill(skill: string, { steps, runs }: Steps): RadarSkill {
  const sidesOf = (suite: "trigger" | "effect") => {
    const of = (role: "new" | "earlier") => steps.find((step) => step.suite === suite && step.role === role);
    const [own, earlier] = [of("new"), of("earlier")];
    const runOf = (id: string | null | undefined) => (id ? (runs.get(id) ?? null) : null);
    return {
      step: own ?? null,
      now: runOf(own?.suiteRunId),
      before: runOf(own?.againstRunId ?? earlier?.suiteRunId),
    };
  };
  const [effect, trigger] = [sidesOf("effect"), sidesOf("trigger")];
  const judged = effect.now && judgeTasks(effect.now, effect.before);
  const tasks = effect.step && (judged?.part ?? unmeasured(effect.step));
  const finding =
    trigger.step && (trigger.now ? judgeFinding(trigger.now, trigger.before) : unmeasured(trigger.step));
  const parts = [tasks, finding].filter((part) => part !== null);
  const word = decideRadarWord(parts.map((part) => part.word));
  const [first] = steps;
  return {
    skill,
    word,
    tasks,
    finding,
    more: judged?.more ?? null,
    notMeasured: word === "not-measured" ? parts.map(({ text }) => text).join(" ") || whyNot(first) : null,
    version: first?.version ?? null,
    agent: steps.find(({ agentSlug }) => agentSlug !== null)?.agentSlug ?? null,
    tokens: tokensOf(effect.step),
  };
}

const tokensOf = (step: StepRow | null): SkillTokens | null =>
  radarSkillSchema.shape.tokens.parse(step?.tokens ?? null);

/** A part of which nothing was measured, and why. */
const unmeasured = (step: StepRow) =>
  ({ word: "not-measured", text: whyNot(step), now: null, before: null }) as const;

function whyNot(step: StepRow | undefined): string {
  switch (step?.state) {
    case "skipped":
      return step.reason ?? "It could not be tried.";
    case "not-reached":
      return "Not reached: the run ended before its turn.";
    case "done":
      return "Its run was deleted.";
    case "running":
      return "It is being tried.";
    default:
      return "It waits for its turn.";
  }
}
