import "server-only";
import type { Context } from "@/lib/access/context";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/kernel/app-error";
import { costOf } from "@/lib/models/cost-of";
import { env } from "@/lib/platform/env";
import type { OpenedModel } from "@/lib/proof/models/open-model";
import { askWriter, tokensOfAsking } from "../adapters/ask-writer";
import { checkDescription } from "../check-description";
import type { Subject } from "../frozen-plan";
import { proposeByRules, shortened } from "../propose-by-rules";
import type { Search } from "../read-search";
import { readSkillFile } from "../read-skill-file";
import type { Task } from "../write-prompt";
import { casesOn, readRun } from "./judge-attempts";
import { holdImprovement } from "./take-improvements";

type Proposing = {
  search: Search;
  subject: Subject;
  length: number | null;
  writer: OpenedModel;
  owner: string;
  signal: AbortSignal;
};

/** Nothing more may be spent. */
export const spent = "It has spent what it may: what was done is kept.";

/** Texts of a shortening are asked for a few at once: the first that fits is tried. */
const drawn = 3;

/**
 * Asks for texts, from the training part of the cases alone, and writes down those that can be tried and why others cannot.
 * Answers false when there is too little left to ask.
 */
export async function proposeAttempts(context: Context, proposing: Proposing): Promise<boolean> {
  const { search, subject, length, owner } = proposing;
  const skillFile = await readSkillFile(context, subject);
  const task = await taskOf(context, proposing);
  const texts = await write(context, proposing, task);
  if (texts === null) return false;
  const known: string[] = search.attempts.flatMap(({ description, word }) =>
    description === null || word === "unfit" ? [] : [description],
  );
  const checked = texts.map((text) => {
    const result = checkDescription(text, {
      skillFile,
      description: subject.description,
      known,
      most: length,
    });
    if (result.ok) known.push(result.value.description);
    return result;
  });
  const fit = checked.flatMap((one) => (one.ok ? [one.value.description] : []));
  const unfit = checked.flatMap((one) => (one.ok ? [] : [one.error]));
  const cut = length === null ? [] : cutAt(subject, skillFile, { length, known });
  const wanted = length === null ? fit : [...fit, ...cut].slice(0, 1);
  const bad = length === null || wanted.length === 0 ? unfit : [];
  const rows = [
    ...wanted.map((description) => ({ description, word: null, reason: null })),
    ...bad.map(({ description, reason }) => ({ description, word: "unfit", reason })),
  ];
  const nothing = {
    description: null,
    word: "unfit",
    reason: "The writer's answer has no description in it.",
  };
  await insert(context, { search, subject, length, owner }, rows.length === 0 ? [nothing] : rows);
  return true;
}

/** Where a model gives nothing that fits: whole sentences from the front. */
function cutAt(
  subject: Subject,
  skillFile: string,
  { length, known }: { length: number; known: string[] },
): string[] {
  const text = shortened(subject.description, length);
  const result = checkDescription(text, { skillFile, description: subject.description, known, most: length });
  return result.ok ? [result.value.description] : [];
}

async function taskOf(context: Context, { search, subject, length }: Proposing): Promise<Task> {
  const { plan, attempts, row } = search;
  const run = await readRun(context, search, { position: 0, skill: subject.skill });
  const queries = new Map(run.tried.map(({ id, query }) => [id, query]));
  const isLearnt = length === null ? ["missed", "stolen", "fired"] : ["right"];
  const nowOf = (other: Subject) =>
    attempts.find((one) => one.skill === other.skill && one.word === "accepted")?.description ??
    other.description;
  return {
    skill: subject.skill,
    description: subject.description,
    siblings: [
      ...plan.siblings,
      ...plan.subjects
        .filter(({ skill }) => skill !== subject.skill)
        .map((other) => ({ skill: other.skill, description: nowOf(other) })),
    ],
    cases: casesOn(run, "training")
      .filter(({ outcome }) => isLearnt.includes(outcome ?? ""))
      .map(({ id, expected, outcome, by }) => ({ query: queries.get(id) ?? "", expected, outcome, by })),
    wanted: length === null ? row.wanted : drawn,
    length,
  };
}

/** Null when there is too little left. What is set aside counts as spent until the answer is there: it may have gone out. */
async function write(context: Context, asking: Proposing, task: Task): Promise<string[] | null> {
  const { search, writer, owner, signal } = asking;
  const { model, prices } = writer;
  if (model.info.kind !== "live") return proposeByRules(task);
  const { id } = search.row;
  const most = { ...tokensOfAsking(task, model.maxOutputTokens), cached: null };
  const usd = prices === null ? 0 : costOf(most, prices);
  const capUsd = search.row.capUsd === null ? null : Number(search.row.capUsd);
  if (capUsd !== null && usd === null)
    throw new AppError(
      "UNPROCESSABLE",
      `Nobody says what ${model.info.name} costs, so the limit cannot be kept. Enter its prices in Settings, Models, and start again.`,
    );
  if (capUsd !== null && search.spentUsd + (usd ?? 0) > capUsd) return null;
  await account(context, { id, owner }, { usd: usd ?? 0, asked: 1, input: 0, output: 0 });
  const limit = AbortSignal.timeout(env().runSeconds * 1000);
  const { texts, usage } = await askWriter(task, {
    model,
    meter: model.meter,
    runId: id,
    signal: AbortSignal.any([signal, limit]),
  });
  const { input, output, costUsd } = usage;
  await account(context, { id, owner }, { usd: (costUsd ?? usd ?? 0) - (usd ?? 0), asked: 0, input, output });
  return texts;
}

type Accounted = { usd: number; asked: number; input: number; output: number };

async function account(
  context: Context,
  held: { id: string; owner: string },
  { usd, asked, input, output }: Accounted,
): Promise<void> {
  await inTransaction(context, async (context) => {
    await holdImprovement(context, held);
    await context.db.$executeRaw`
      UPDATE "Improvement" SET "spentUsd" = "spentUsd" + ${usd}::numeric, asked = asked + ${asked}::int,
        "inputTokens" = "inputTokens" + ${input}::int, "outputTokens" = "outputTokens" + ${output}::int
      WHERE id = ${held.id}::uuid`;
  });
}

type Inserted = Pick<Proposing, "search" | "subject" | "length" | "owner">;
type Row = { description: string | null; word: string | null; reason: string | null };

async function insert(
  context: Context,
  { search, subject, length, owner }: Inserted,
  rows: readonly Row[],
): Promise<void> {
  const { id, workspaceId } = search.row;
  const first = search.attempts.length;
  const now = context.now();
  await inTransaction(context, async (context) => {
    await holdImprovement(context, { id, owner });
    await context.db.improvementAttempt.createMany({
      data: rows.map(({ word, ...row }, at) => ({
        ...row,
        word,
        improvementId: id,
        workspaceId,
        position: first + at,
        skill: subject.skill,
        length,
        createdAt: now,
        decidedAt: word === null ? null : now,
      })),
    });
  });
}
