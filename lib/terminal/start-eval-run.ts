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
  const { access, settings, typed, interrupted } = asked;
  const estimated = await askServer(access, below(asked, skill, "/suite-runs/estimate"), {
    method: "POST",
    body: settings,
    takes: refusals,
    repeatable: true,
  });
  if (isRefused(estimated)) return { why: estimated.problem.detail };
  const estimate = readAnswer(access, estimated, estimateSchema);
  const unfit = await whyUnfit(asked, skill, estimate);
  if (unfit !== null) return { why: unfit };
  const isLookedFor = typed.isOn("only-changed");
  const draft = isLookedFor || asked.digest !== undefined ? await readDraftDigest(asked, skill) : null;
  if (draft && "why" in draft) return draft;
  if (draft && asked.digest !== undefined && draft.digest !== asked.digest)
    return {
      why: `Its draft is ${draft.digest}, not what --digest names: somebody saved or pushed another meanwhile.`,
    };
  const older =
    draft && isLookedFor ? await findOlder(asked, skill, { draft: draft.digest, estimate }) : null;
  if (older) return older;
  if (estimate.problems.length > 0) return { why: estimate.problems.join(" ") };
  const no = await whyNot(asked, skill, estimate);
  if (no !== null) return { why: no };
  if (interrupted.aborted) return { why: "It was not started: you stopped before it." };
  return startRun(asked, skill);
}

async function readDraftDigest(asked: Evaluating, skill: string): Promise<{ digest: string } | Refused> {
  const answer = await askServer(asked.access, below(asked, skill, "/draft"), {
    takes: refusals,
    most: 64 * 1024 * 1024,
  });
  if (isRefused(answer)) return { why: answer.problem.detail };
  return readAnswer(asked.access, answer, z.object({ digest: z.string() }));
}

/** Why the run that --against names is none to compare with; null where it may be, or none was named. */
async function whyUnfit(
  asked: Evaluating,
  skill: string,
  { agent, model }: Estimate,
): Promise<string | null> {
  const { access, floors, settings } = asked;
  if (floors.against === undefined) return null;
  const path = below(asked, skill, `/suite-runs/${floors.against}`);
  const answer = await askServer(access, path, { takes: refusals });
  if (isRefused(answer)) return `--against ${floors.against}: ${answer.problem.detail}`;
  const run = readAnswer(access, answer, runSchema);
  const fits =
    run.state === "done" &&
    (run.suite === undefined || run.suite === settings.suite) &&
    (!agent || agent.slug === run.agent.slug) &&
    (!model || model.id === run.model.id);
  if (fits) return null;
  return `--against ${floors.against}: it has to be a run of this suite with the same agent and model that was carried out to its end.`;
}

/**
 * The newest run of these very bytes that asked the same of the same model, where nothing that is sent has changed since
 * and it measured something; null where there is none. A repeat is none: it was begun to see whether it says the same.
 */
async function findOlder(
  asked: Evaluating,
  skill: string,
  { draft, estimate }: { draft: string; estimate: Estimate },
): Promise<FoundRun | null> {
  const { access, settings, acknowledgeFaults } = asked;
  const { agent, model, kept, trials } = estimate;
  const isUnchanged = kept && kept.looked !== undefined && kept.looked > 0 && kept.trials === kept.looked;
  if (!isUnchanged || !agent || !model) return null;
  const path = below(asked, skill, `/suite-runs?suite=${settings.suite}&limit=100`);
  const runs = await askServer(access, path, { takes: refusals });
  if (isRefused(runs)) return null;
  const { items } = readAnswer(access, runs, z.object({ items: z.array(runSchema) }));
  const run = items.find(
    (one) =>
      one.digest === draft &&
      one.state === "done" &&
      !one.scripted &&
      (one.repeatOf ?? null) === null &&
      one.agent.slug === agent.slug &&
      one.model.id === model.id &&
      one.progress.total === trials,
  );
  if (!run || (!acknowledgeFaults && (await wasAcknowledged(asked, skill, run)))) return null;
  const report = await readReport(asked, skill, run.number);
  return "why" in report || report.gate.code === 3 ? null : { run, report };
}

const checkedSchema = z.object({
  selfCheck: z.object({ passed: z.boolean(), acknowledged: z.boolean() }).nullish(),
});

/** Faults that somebody else acknowledged are not acknowledged here. */
async function wasAcknowledged(asked: Evaluating, skill: string, { number }: Run): Promise<boolean> {
  const { access } = asked;
  const answer = await askServer(access, below(asked, skill, `/suite-runs/${number}`), { takes: refusals });
  if (isRefused(answer)) return true;
  const { selfCheck } = readAnswer(access, answer, checkedSchema);
  return selfCheck ? !selfCheck.passed && selfCheck.acknowledged : false;
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
  const { usd, scripted, trials, calls } = estimate;
  const price = usd === null ? "the price is not known" : `up to $${usd.high.toFixed(2)}`;
  const cap = settings.capUsd === undefined ? "" : `, at most $${settings.capUsd.toFixed(2)}`;
  const words = `${skill}: ${formatCount(trials, "trial")}, up to ${formatCount(calls.high, "call")}, ${price}${cap}.${keptWords(estimate)}`;
  told.remark(words);
  if (scripted || usd?.high === 0 || typed.isOn("yes")) return null;
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
