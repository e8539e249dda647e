import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { formatCount } from "@/lib/kernel/format-count";
import { type Access, type Answer, askServer, inWorkspace, readAnswer } from "./ask-server";
import { ClientError } from "./client-error";
import { type EvalFloors, type EvalSettings, type ReportFlag, reportFlags } from "./eval-options";
import type { Typed } from "./parse-command";
import { saveTrajectories } from "./save-trajectories";
import type { Terminal } from "./terminal";
import type { Told } from "./told";
import { writeReportAt } from "./write-report";

const range = z.object({ low: z.number(), high: z.number() });
const estimateSchema = z.object({
  trials: z.number(),
  calls: range,
  usd: range.nullable(),
  minutes: range,
  scripted: z.boolean(),
  /** Absent where the server is older. */
  kept: z.object({ trials: z.number(), calls: range, usd: range.nullable() }).nullish(),
  problems: z.array(z.string()),
});
type Estimate = z.infer<typeof estimateSchema>;

const runSchema = z.object({
  number: z.number(),
  state: z.string(),
  digest: z.string(),
  scripted: z.boolean(),
  agent: z.object({ slug: z.string() }),
  model: z.object({ id: z.string(), name: z.string() }),
  progress: z.object({ total: z.number(), done: z.number(), invalid: z.number() }),
  costUsd: z.number().nullable(),
});
type Run = z.infer<typeof runSchema>;

const reportSchema = z.object({
  costUsd: z.number().nullable(),
  gate: z.object({
    code: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
    reasons: z.array(z.string()),
  }),
  against: z.object({ number: z.number(), version: z.number().nullable() }).nullable(),
  text: z.string().nullable(),
});

type Report = z.infer<typeof reportSchema>;
type Refused = { why: string };

/** What became of one skill. `number`: of the run; null where none began. */
export type Evaluated = Report["gate"] & {
  skill: string;
  number: number | null;
  against: Report["against"];
  /** US dollars; null where a price is not known. */
  costUsd: number | null;
  /** The run was there before. */
  isOlder: boolean;
};

export type Evaluating = {
  terminal: Terminal;
  told: Told;
  typed: Typed;
  access: Access;
  settings: EvalSettings;
  /** Whether what is begun is judged though its self-check found something wrong. */
  acknowledgeFaults: boolean;
  floors: EvalFloors;
  /** Aborted once the person wants no more of it. */
  interrupted: AbortSignal;
};

/** What the server will not do for this skill: the others go on. */
const refusals = [403, 404, 409, 422];
const isRefused = ({ status }: Answer): boolean => refusals.includes(status);

/** One skill to its end. What keeps it from being measured is its answer; throws what stands in the way of others too. */
export async function evalSkill(asked: Evaluating, skill: string): Promise<Evaluated> {
  const { told, typed, interrupted } = asked;
  if (interrupted.aborted) return unmeasured(skill, "It was not tried: you stopped before it.");
  told.step(`${skill}: looking`);
  const older = typed.isOn("only-changed") ? await findRun(asked, skill) : null;
  const begun = older ?? (await startRun(asked, skill));
  if ("why" in begun) return unmeasured(skill, begun.why);
  const { number } = begun;
  const report = older ? await readReport(asked, skill, number, {}) : await waitForEnd(asked, skill, begun);
  if ("why" in report) return { ...unmeasured(skill, report.why), number, costUsd: begun.costUsd };
  for (const flag of reportFlags) await writeFormat(asked, skill, { number, flag });
  await saveTrajectories(asked, skill, number);
  const { gate, against, costUsd } = report;
  return { skill, number, against, costUsd, isOlder: older !== null, ...gate };
}

const unmeasured = (skill: string, why: string): Evaluated => ({
  skill,
  number: null,
  code: 3,
  reasons: [why],
  against: null,
  costUsd: null,
  isOlder: false,
});

const below = ({ access }: Evaluating, skill: string, path: string): string =>
  inWorkspace(access, `/skills/${encodeURIComponent(skill)}${path}`);

/** The newest live run of the draft's very bytes that fits what was asked for; null where there is none. */
async function findRun(asked: Evaluating, skill: string): Promise<Run | null> {
  const { access, settings } = asked;
  const draft = await askServer(access, below(asked, skill, "/draft"), { takes: refusals });
  const runs = await askServer(access, below(asked, skill, `/suite-runs?suite=${settings.suite}&limit=100`), {
    takes: refusals,
  });
  if (isRefused(draft) || isRefused(runs)) return null;
  const { digest } = readAnswer(access, draft, z.object({ digest: z.string() }));
  const { items } = readAnswer(access, runs, z.object({ items: z.array(runSchema) }));
  const { agent, model } = settings;
  return (
    items.find(
      (run) =>
        run.digest === digest &&
        run.state === "done" &&
        !run.scripted &&
        (agent === undefined || run.agent.slug === agent) &&
        (model === undefined || run.model.id === model || run.model.name === model),
    ) ?? null
  );
}

async function startRun(asked: Evaluating, skill: string): Promise<Run | Refused> {
  const { access, settings, acknowledgeFaults, told, interrupted } = asked;
  const estimated = await askServer(access, below(asked, skill, "/suite-runs/estimate"), {
    method: "POST",
    body: settings,
    takes: refusals,
  });
  if (isRefused(estimated)) return { why: estimated.problem.detail };
  const estimate = readAnswer(access, estimated, estimateSchema);
  if (estimate.problems.length > 0) return { why: estimate.problems.join(" ") };
  await requireYes(asked, skill, estimate);
  if (interrupted.aborted) return { why: "It was not started: you stopped before it." };
  told.step(`${skill}: starting`);
  const started = await askServer(access, below(asked, skill, "/suite-runs"), {
    method: "POST",
    body: {
      ...settings,
      ...(acknowledgeFaults ? { acknowledgeFaults } : {}),
      requestKey: randomUUID(),
    },
    takes: refusals,
  });
  return isRefused(started) ? { why: started.problem.detail } : readAnswer(access, started, runSchema);
}

async function requireYes(
  { terminal, told, typed, settings }: Evaluating,
  skill: string,
  estimate: Estimate,
) {
  const { usd, scripted, trials, calls } = estimate;
  const price = usd === null ? "the price is not known" : `up to $${usd.high.toFixed(2)}`;
  const cap = settings.capUsd === undefined ? "" : `, at most $${settings.capUsd.toFixed(2)}`;
  const words = `${skill}: ${formatCount(trials, "trial")}, up to ${formatCount(calls.high, "call")}, ${price}${cap}.${keptWords(estimate)}`;
  told.remark(words);
  if (scripted || usd?.high === 0 || typed.isOn("yes")) return;
  const answer = await terminal.ask("Run? [y/N] ", "shown");
  if (answer === null)
    throw new ClientError(
      "usage",
      "Nobody can be asked here. Give --yes, and with --cap what a run may spend.",
    );
  if (!/^y(es)?$/i.test(answer.trim())) throw new ClientError("differs", "Nothing was run.");
}

/** What need not be asked, as it was answered before to the byte. */
function keptWords({ kept, trials }: Estimate): string {
  if (!kept || kept.trials === 0) return "";
  const calls = formatCount(Math.ceil(kept.calls.high), "call");
  const price = kept.usd === null ? "" : `, up to $${kept.usd.high.toFixed(2)}`;
  return ` At least ${kept.trials} of ${formatCount(trials, "trial")} begin with kept answers: up to ${calls} left${price}.`;
}

/** How long a server is asked to wait: below what proxies take for silence. */
const waitSeconds = 25;
const goesOn = [202, 409];

/**
 * Servers carry it out; this waits there for its end. Where the person wants no more of it, it is stopped on the server:
 * what was done is kept, and its reasons say so.
 */
async function waitForEnd(asked: Evaluating, skill: string, begun: Run): Promise<Report | Refused> {
  const { access, told, interrupted } = asked;
  const path = reportPath(asked, skill, begun.number, { wait: waitSeconds });
  tellProgress(told, skill, begun);
  try {
    for (;;) {
      const answer = await askServer(access, path, { takes: refusals, signal: interrupted });
      if (!goesOn.includes(answer.status)) return toReport(access, answer);
      if (answer.status === 202) tellProgress(told, skill, readAnswer(access, answer, runSchema));
      await sleep(answer.waitSeconds * 1_000, null, { signal: interrupted });
    }
  } catch (error) {
    if (!interrupted.aborted) throw error;
  }
  const stopped = await stopRun(asked, skill, begun);
  const report = await readReport(asked, skill, begun.number, {});
  if ("why" in report) return { why: `${stopped} ${report.why}` };
  const { gate } = report;
  return { ...report, gate: { ...gate, reasons: [...gate.reasons, stopped] } };
}

async function stopRun(asked: Evaluating, skill: string, { number }: Run): Promise<string> {
  const { access, told } = asked;
  told.remark(`${skill}: stopping run ${number}. Ctrl+C once more leaves it to go on.`);
  const path = below(asked, skill, `/suite-runs/${number}/stop`);
  const answer = await askServer(access, path, { method: "POST", takes: refusals });
  if (isRefused(answer)) return `It may go on: ${answer.problem.detail}`;
  const { progress } = readAnswer(access, answer, runSchema);
  const { total, done, invalid } = progress;
  return `You stopped it; ${done + invalid} of ${formatCount(total, "trial")} were done and are kept.`;
}

function tellProgress(told: Told, skill: string, { number, progress, costUsd }: Run): void {
  const { total, done, invalid } = progress;
  const spent = costUsd === null ? "" : `, $${costUsd.toFixed(4)}`;
  told.step(`${skill}: run ${number}, ${done + invalid} of ${formatCount(total, "trial")}${spent}`);
}

type AskedReport = { format?: ReportFlag; wait?: number };

function reportPath(asked: Evaluating, skill: string, number: number, more: AskedReport): string {
  const asks = Object.entries({ ...asked.floors, ...more });
  const query = new URLSearchParams(
    asks.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  return below(asked, skill, `/suite-runs/${number}/report?${query}`);
}

const toReport = (access: Access, answer: Answer): Report | Refused =>
  isRefused(answer) ? { why: answer.problem.detail } : readAnswer(access, answer, reportSchema);

async function readReport(asked: Evaluating, skill: string, number: number, more: AskedReport) {
  const path = reportPath(asked, skill, number, more);
  return toReport(asked.access, await askServer(asked.access, path, { takes: refusals }));
}

async function writeFormat(
  asked: Evaluating,
  skill: string,
  { number, flag }: { number: number; flag: ReportFlag },
): Promise<void> {
  const named = asked.typed.valueOf(flag);
  if (named === undefined) return;
  const report = await readReport(asked, skill, number, { format: flag });
  if ("why" in report) throw new ClientError("server", report.why);
  await writeReportAt(asked.terminal, named, report.text ?? "");
}
