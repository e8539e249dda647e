import { randomUUID } from "node:crypto";
import { z } from "zod";
import { formatCount } from "@/lib/kernel/format-count";
import { askServer, readAnswer } from "./ask-server";
import { ClientError } from "./client-error";
import {
  type Estimate,
  estimateSchema,
  type Refused,
  type Report,
  type Run,
  runSchema,
} from "./eval-answers";
import { below, type Evaluating, isRefused, readReport, refusals } from "./evaluating";

/** A run that is there: begun now, or with its report where it was carried out before. */
export type FoundRun = { run: Run; report: Report | null };

/** A server that is going and another that is coming: for so long the start is asked for again, under the same key. */
const startPatienceSeconds = 60;

/** Finds the run that answers what is asked, or begins it. Nothing is spent before all that can be known is known. */
export async function findOrStartRun(asked: Evaluating, skill: string): Promise<FoundRun | Refused> {
  const { access, settings, floors, typed, interrupted } = asked;
  const estimated = await askServer(access, below(asked, skill, "/suite-runs/estimate"), {
    method: "POST",
    body: floors.against === undefined ? settings : { ...settings, against: floors.against },
    takes: refusals,
    repeatable: true,
  });
  if (isRefused(estimated)) return { why: estimated.problem.detail };
  const estimate = readAnswer(access, estimated, estimateSchema);
  const moved = asked.digest === undefined ? null : await whyMoved(asked, skill, asked.digest);
  if (moved !== null) return { why: moved };
  const older = typed.isOn("only-changed") ? await findOlder(asked, skill, estimate) : null;
  if (older) return older;
  if (estimate.problems.length > 0) return { why: estimate.problems.join(" ") };
  const no = await whyNot(asked, skill, estimate);
  if (no !== null) return { why: no };
  if (interrupted.aborted) return { why: "It was not started: you stopped before it." };
  return startRun(asked, skill);
}

/** Why the draft is not the one that is meant; null where it is. */
async function whyMoved(asked: Evaluating, skill: string, digest: string): Promise<string | null> {
  const answer = await askServer(asked.access, below(asked, skill, "/draft"), {
    takes: refusals,
    most: 64 * 1024 * 1024,
  });
  if (isRefused(answer)) return answer.problem.detail;
  const draft = readAnswer(asked.access, answer, z.object({ digest: z.string() }));
  if (draft.digest === digest) return null;
  return `Its draft is ${draft.digest}, not what --digest names: somebody saved or pushed another meanwhile.`;
}

const checkedSchema = runSchema.extend({
  selfCheck: z.object({ passed: z.boolean(), acknowledged: z.boolean() }).nullish(),
});

/**
 * The run that the server names as one that asked exactly this, where nothing that is sent has changed since and it measured
 * something; null where there is none. Faults that somebody else acknowledged are not acknowledged here.
 */
async function findOlder(
  asked: Evaluating,
  skill: string,
  { sameAs, kept }: Estimate,
): Promise<FoundRun | null> {
  const { access, acknowledgeFaults, digest } = asked;
  const isUnchanged = kept && kept.looked !== undefined && kept.looked > 0 && kept.trials === kept.looked;
  if (!isUnchanged || typeof sameAs !== "number") return null;
  const answer = await askServer(access, below(asked, skill, `/suite-runs/${sameAs}`), { takes: refusals });
  if (isRefused(answer)) return null;
  const run = readAnswer(access, answer, checkedSchema);
  const isFaulty = run.selfCheck ? !run.selfCheck.passed && run.selfCheck.acknowledged : false;
  if ((isFaulty && !acknowledgeFaults) || (digest !== undefined && run.digest !== digest)) return null;
  const report = await readReport(asked, skill, sameAs);
  return "why" in report || report.gate.code === 3 ? null : { run, report };
}

async function startRun(asked: Evaluating, skill: string): Promise<FoundRun | Refused> {
  const { access, settings, acknowledgeFaults, told } = asked;
  told.step(`${skill}: starting`);
  const started = await askServer(access, below(asked, skill, "/suite-runs"), {
    method: "POST",
    body: {
      ...settings,
      ...(acknowledgeFaults ? { acknowledgeFaults } : {}),
      ...(asked.digest === undefined ? {} : { digest: asked.digest }),
      requestKey: randomUUID(),
    },
    takes: refusals,
    repeatable: true,
    patienceSeconds: startPatienceSeconds,
  });
  if (isRefused(started)) return { why: started.problem.detail };
  return { run: readAnswer(access, started, runSchema), report: null };
}

/** Says what a run may cost, and asks. Why it is not begun; null where it is. */
async function whyNot(asked: Evaluating, skill: string, estimate: Estimate): Promise<string | null> {
  const { terminal, told, typed, settings } = asked;
  const { usd, trials, calls } = estimate;
  const asksLive = estimate.asksLive ?? !estimate.scripted;
  const price = usd === null ? "the price is not known" : `up to $${usd.high.toFixed(2)}`;
  const cap = settings.capUsd === undefined ? "" : `, at most $${settings.capUsd.toFixed(2)}`;
  const words = `${skill}: ${formatCount(trials, "trial")}, up to ${formatCount(calls.high, "call")}, ${price}${cap}.${keptWords(estimate)}`;
  told.remark(words);
  if (!asksLive || usd?.high === 0 || typed.isOn("yes")) return null;
  const answer = await terminal.ask("Run? [y/N] ", "shown");
  if (answer === null)
    throw new ClientError(
      "usage",
      "Nobody can be asked here. Give --yes, and with --cap what a run may spend.",
    );
  return /^y(es)?$/i.test(answer.trim()) ? null : "It was not run: you said no.";
}

/** What need not be asked, as it was answered before to the byte. */
function keptWords({ kept, trials }: Estimate): string {
  if (!kept || kept.trials === 0) return "";
  const calls = formatCount(Math.ceil(kept.calls.high), "call");
  const price = kept.usd === null ? "" : `, up to $${kept.usd.high.toFixed(2)}`;
  return ` At least ${kept.trials} of ${formatCount(trials, "trial")} begin with kept answers: up to ${calls} left${price}.`;
}
