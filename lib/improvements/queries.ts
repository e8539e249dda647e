import "server-only";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { findHiddenSkills } from "@/lib/access/skill-sight";
import type { Improvement as ImprovementRow } from "@/lib/db/generated/client";
import { AppError } from "@/lib/kernel/app-error";
import { getSkillId } from "@/lib/library/get-skill-id";
import { findPeople } from "@/lib/people/find-people";
import { countTokens } from "@/lib/tokens/count-tokens";
import { charactersOf } from "./check-description";
import { triedLengths } from "./decide-next";
import { toSummary } from "./estimate-improvement";
import type { Subject } from "./frozen-plan";
import { improvementKinds, improvementOutcomes, improvementStates, passes } from "./improvement-options";
import { nextLength } from "./next-length";
import { type Attempt, readSearch, type Search } from "./read-search";
import {
  type Improvement,
  type ImprovementAttempt,
  type ImprovementDetail,
  type ListImprovements,
  listImprovementsSchema,
} from "./schema";

const mostListed = 50;
const kindSchema = z.enum(["rules", "recording", "live"]);

/** NOT_FOUND for one of another workspace, and for what is no id. */
export async function findRow({ db, workspace }: Context, id: string): Promise<ImprovementRow> {
  const row = z.uuid().safeParse(id).success
    ? await db.improvement.findFirst({ where: { id, workspaceId: workspace.id } })
    : null;
  if (!row) throw new AppError("NOT_FOUND", "There is no such search for descriptions here.");
  return row;
}

/** The newest first, the last 50 of them: of a skill, of an agent, of one kind, or of all. */
export async function listImprovements(
  context: Context,
  input: ListImprovements,
): Promise<{ items: Improvement[] }> {
  requirePermission(context, "playground.rehearse");
  const { kind, skill, agent } = listImprovementsSchema.parse(input);
  const rows = await context.db.improvement.findMany({
    where: {
      workspaceId: context.workspace.id,
      NOT: { skillId: { in: await findHiddenSkills(context) } },
      ...(kind === undefined ? {} : { kind }),
      ...(skill === undefined ? {} : { skillId: await getSkillId(context, skill) }),
      ...(agent === undefined ? {} : { agentSlug: agent }),
    },
    orderBy: { createdAt: "desc" },
    take: mostListed,
  });
  return { items: await Promise.all(rows.map((row) => tell(context, row))) };
}

export async function getImprovement(
  context: Context,
  { improvement }: { improvement: string },
): Promise<Improvement> {
  requirePermission(context, "playground.rehearse");
  return tell(context, await findRow(context, improvement));
}

const tell = async (context: Context, row: ImprovementRow): Promise<Improvement> =>
  toImprovement(context, await readSearch(context, row));

async function toImprovement(
  context: Context,
  { row, plan, attempts, spentUsd }: Search,
): Promise<Improvement> {
  const personOf = await findPeople(context, [row.startedById]);
  const texts = attempts.filter(({ position }) => position > 0);
  return {
    id: row.id,
    kind: z.enum(improvementKinds).parse(row.kind),
    state: z.enum(improvementStates).parse(row.state),
    failure: row.failure,
    outcome: z.enum(improvementOutcomes).nullable().parse(row.outcome),
    skill: row.skillId === null ? null : (plan.subjects[0]?.skill ?? null),
    agent: { slug: row.agentSlug, name: row.agentName },
    dialect: { id: row.dialect, name: row.dialectName },
    model: { id: row.modelId, name: row.modelName, kind: kindSchema.parse(row.modelKind) },
    proposer: { id: row.proposerId, name: row.proposerName, kind: kindSchema.parse(row.proposerKind) },
    scripted: row.modelKind !== "live",
    repeats: row.repeats,
    candidates: row.wanted,
    to: row.target,
    capUsd: row.capUsd === null ? null : Number(row.capUsd),
    spentUsd,
    progress: { decided: texts.filter(({ word }) => word !== null).length, texts: texts.length },
    startedBy: personOf(row.startedById),
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}

/** One search with every text that it tried and what each came to. */
export async function getImprovementDetail(
  context: Context,
  { improvement }: { improvement: string },
): Promise<ImprovementDetail> {
  requirePermission(context, "playground.rehearse");
  const search = await readSearch(context, await findRow(context, improvement));
  const { row, plan, attempts, list } = search;
  const won = plan.subjects.map((subject) => {
    const best = attempts.find(({ skill, word }) => skill === subject.skill && word === "accepted");
    return best ? Math.max(0, countTokens(subject.description) - countTokens(best.description ?? "")) : 0;
  });
  return {
    ...(await toImprovement(context, search)),
    subjects: plan.subjects.map((subject) => ({
      ...toSummary(subject),
      description: subject.description,
      now: nowOf(attempts, subject),
      ended: whyEnded(search, subject),
    })),
    suites: plan.suites.map(({ skill, cases }) => ({ skill, cases })),
    unwatched: plan.unwatched,
    calls: { asked: row.asked, input: row.inputTokens, output: row.outputTokens },
    attempts: attempts.map((one) => ({
      ...toAttempt(one),
      runs: list
        .filter(({ attempt }) => attempt === one.position)
        .map(({ skill, number, state }) => ({ skill, number, state })),
    })),
    tokensWon: row.kind === "shorten" ? won.reduce((sum, tokens) => sum + tokens, 0) : 0,
  };
}

function toAttempt(one: Attempt): Omit<ImprovementAttempt, "runs"> {
  const { position, skill, length, description, characters, word, reason, judged, review, unsuggested } = one;
  const tokens = countTokens(description ?? "");
  return {
    position,
    skill,
    length,
    description,
    characters,
    tokens,
    word,
    reason,
    judged,
    review,
    unsuggested,
  };
}

function nowOf(attempts: readonly Attempt[], { skill }: Subject) {
  const best = attempts.find((one) => one.skill === skill && one.word === "accepted");
  if (best?.description === null || best === undefined) return null;
  return { characters: best.characters, tokens: countTokens(best.description) };
}

/** Why nothing shorter is tried for a skill; null while it goes on, and where a description is improved. */
function whyEnded(
  { kind, attempts, row }: Search,
  { skill, description, target, why }: Subject,
): string | null {
  if (kind !== "shorten") return null;
  if (why !== null) return why;
  const from = charactersOf(description);
  if (target === null || from <= target) return "It is short enough already.";
  const own = attempts.filter((one) => one.skill === skill);
  if (own.some(({ word }) => word === null)) return null;
  const tried = triedLengths(from, own);
  if (nextLength({ from, target, tried }) !== null)
    return row.state === "running" ? null : "The search ended before.";
  if (tried.some(({ length, holds }) => holds && length <= target)) return "It is as short as was asked for.";
  return own.some(({ word }) => passes(word))
    ? "Shorter texts flipped a case, or could not be used."
    : "Every shorter text flipped a case, or could not be used.";
}
