import "server-only";
import type { Context } from "@/lib/access/context";
import type { DatabaseContext } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/kernel/app-error";
import { ModelError } from "@/lib/models/model-error";
import { startSuiteRun } from "@/lib/proof/commands/start-suite-run";
import type { OpenModel } from "@/lib/proof/models/open-model";
import { suiteLimits } from "@/lib/proof/proof-options";
import { contextOfStarter } from "@/lib/proof/runs/open-suite-run";
import { decideNext, type NextStep } from "../decide-next";
import type { ImprovementOutcome } from "../improvement-options";
import { makeSubstitutes } from "../make-substitutes";
import { type Attempt, readSearch, type Search } from "../read-search";
import { endSearch } from "./end-search";
import { judgeAll, judgeOwn, judgeStanding } from "./judge-attempts";
import { proposeAttempts, spent } from "./propose-attempts";
import { suggestAttempt } from "./suggest-attempt";
import { holdImprovement } from "./take-improvements";

export type ImproverSetup = DatabaseContext & { owner: string; openModel: OpenModel; now: () => Date };

/** What keeps a search from going on, in words for people; everything else is tried again. */
const final: ReadonlySet<string> = new Set(["UNPROCESSABLE", "NOT_FOUND", "FORBIDDEN"]);

/** Goes on with a search that this server holds, step by step, until it has to wait or is over. */
export async function advanceImprovement(
  setup: ImproverSetup,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const { db, now, owner } = setup;
  while (!signal.aborted) {
    const row = await db.improvement.findUnique({ where: { id } });
    if (row?.state !== "running" || row.leaseOwner !== owner) return;
    const { workspaceId, startedById, startedByKeyId } = row;
    const starter = await contextOfStarter({ db }, { workspaceId, startedById, startedByKeyId, now });
    const end = (state: "stopped" | "failed", failure: string) =>
      endSearch(setup, { id, state, failure, outcome: null, owner });
    if ("gone" in starter) {
      await end("stopped", starter.gone);
      return;
    }
    try {
      const search = await readSearch(starter.context, row);
      if (!(await takeStep(setup, starter.context, search, signal))) return;
    } catch (error) {
      if (signal.aborted || (error instanceof AppError && error.code === "CONFLICT")) return;
      if (error instanceof ModelError) await end("failed", `The writer did not answer: ${error.message}`);
      else if (error instanceof DOMException && error.name === "TimeoutError")
        await end("failed", "The writer did not answer in time.");
      else if (error instanceof AppError && final.has(error.code)) await end("failed", error.message);
      else throw error;
      return;
    }
  }
}

/** Answers whether there may be more to do at once. */
async function takeStep(
  setup: ImproverSetup,
  context: Context,
  search: Search,
  signal: AbortSignal,
): Promise<boolean> {
  const { owner } = setup;
  const { id } = search.row;
  const broken = search.list.find(({ state }) => state === "stopped" || state === "failed");
  if (broken) {
    const state = broken.state === "failed" ? "failed" : "stopped";
    const failure = `Run ${broken.number} of ${broken.skill}: ${broken.failure ?? "it ended before its time."}`;
    await endSearch(setup, { id, state, failure, outcome: null, owner });
    return false;
  }
  const next = decideNext(search);
  const judging = { ...context, owner };
  switch (next.step) {
    case "wait":
      return false;
    case "run":
      return startRun(setup, context, search, next);
    case "judge-standing":
      return judgeStanding(judging, search, next.skill);
    case "judge-own":
      await judgeOwn(judging, search, next);
      return true;
    case "judge-all":
      await judgeAll(judging, search, next);
      return true;
    case "propose":
      return propose(setup, context, search, next, signal);
    case "conclude":
      await conclude(context, search, { skill: next.skill, owner });
      return true;
    case "end":
      await finish(setup, context, search, signal);
      return false;
  }
}

const leftOf = ({ row, spentUsd }: Search): number | null =>
  row.capUsd === null ? null : Number(row.capUsd) - spentUsd;

const stopSpent = (setup: ImproverSetup, { row }: Search) =>
  endSearch(setup, { id: row.id, state: "stopped", failure: spent, outcome: null, owner: setup.owner });

/** One at a time, each with all that is left: together they never spend more than the limit. */
async function startRun(
  setup: ImproverSetup,
  context: Context,
  search: Search,
  { position, skill }: Extract<NextStep, { step: "run" }>,
): Promise<boolean> {
  const { row, plan } = search;
  const left = leftOf(search);
  if (left !== null && left < suiteLimits.leastCap) {
    await stopSpent(setup, search);
    return false;
  }
  const version = plan.suites.find((one) => one.skill === skill)?.version ?? null;
  const { instead, files } = await makeSubstitutes(context, search, position);
  await startSuiteRun(
    context,
    {
      skill,
      source: version === null ? { follows: "draft" } : { follows: "version", version },
      agent: row.agentSlug,
      dialects: [row.dialect],
      model: row.modelId,
      repeats: row.repeats,
      capUsd: left,
    },
    setup.openModel,
    {
      improvementId: row.id,
      attempt: position,
      startedByKeyId: row.startedByKeyId,
      instead,
      files,
      frozen: {
        agentRevision: plan.agentRevision,
        digests: new Map(plan.siblings.map(({ skillId, digest }) => [skillId, digest])),
      },
    },
  );
  return false;
}

async function propose(
  setup: ImproverSetup,
  context: Context,
  search: Search,
  { skill, length }: Extract<NextStep, { step: "propose" }>,
  signal: AbortSignal,
): Promise<boolean> {
  const subject = search.plan.subjects.find((one) => one.skill === skill);
  if (!subject) throw new Error(`A text for ${skill}, which is no subject.`);
  const writer = await setup.openModel(context, search.row.proposerId);
  const { owner } = setup;
  if (await proposeAttempts(context, { search, subject, length, writer, owner, signal })) return true;
  await stopSpent(setup, search);
  return false;
}

/** The best of those that passed: of better ones the one that gains most, of shorter ones the shortest. */
export function bestOf({ kind }: Pick<Search, "kind">, passed: readonly Attempt[]): Attempt | undefined {
  const gain = ({ judged }: Attempt) =>
    (judged?.heldOut?.gained.length ?? 0) - (judged?.heldOut?.lost.length ?? 0);
  return passed.toSorted((left, right) =>
    kind === "shorten"
      ? left.characters - right.characters || left.position - right.position
      : gain(right) - gain(left) || left.characters - right.characters || left.position - right.position,
  )[0];
}

async function conclude(
  context: Context,
  search: Search,
  { skill, owner }: { skill: string; owner: string },
) {
  const best = bestOf(
    search,
    search.attempts.filter((one) => one.skill === skill && one.word === "passed"),
  );
  if (!best) return;
  const { id } = search.row;
  await inTransaction(context, async (context) => {
    await holdImprovement(context, { id, owner });
    await context.db.improvementAttempt.updateMany({
      where: { improvementId: id, position: best.position },
      data: { word: "accepted" },
    });
  });
}

/** Suggestions are made at the end, when nothing is refused any more: of all that was accepted, while it is held. */
async function finish(
  setup: ImproverSetup,
  context: Context,
  search: Search,
  signal: AbortSignal,
): Promise<void> {
  const { owner } = setup;
  const accepted = search.attempts.filter(({ word }) => word === "accepted");
  let suggested = 0;
  for (const { position } of accepted) {
    signal.throwIfAborted();
    if (await suggestAttempt(context, search, { position, owner })) suggested += 1;
  }
  const outcome = outcomeOf(search, { accepted: accepted.length, suggested });
  await endSearch(setup, { id: search.row.id, state: "done", failure: null, outcome, owner });
}

function outcomeOf(
  { attempts }: Search,
  { accepted, suggested }: { accepted: number; suggested: number },
): ImprovementOutcome {
  const texts = attempts.filter(({ position }) => position > 0);
  if (suggested > 0) return "suggested";
  if (accepted > 0) return "accepted";
  if (texts.length === 0) return "short-enough";
  if (texts.some(({ word }) => word === "scripted")) return "scripted";
  return texts.every(({ word }) => word === "unfit") ? "no-candidates" : "none";
}
