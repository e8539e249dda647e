import { setTimeout as sleep } from "node:timers/promises";
import { formatCount } from "@/lib/kernel/format-count";
import { askServer, readAnswer } from "./ask-server";
import { type Evaluated, type Refused, type Report, type Run, runSchema } from "./eval-answers";
import { below, type Evaluating, isRefused, readReport, refusals, reportPath, toReport } from "./evaluating";
import { findOrStartRun } from "./start-eval-run";
import type { Told } from "./told";

/** One skill to its end. What keeps it from being measured is its answer; throws what stands in the way of others too. */
export async function evalSkill(asked: Evaluating, skill: string): Promise<Evaluated> {
  const { told, interrupted } = asked;
  if (interrupted.aborted) return unmeasured(skill, "It was not tried: you stopped before it.");
  told.step(`${skill}: looking`);
  const found = await findOrStartRun(asked, skill);
  if ("why" in found) return unmeasured(skill, found.why);
  const { number, digest, costUsd: spent } = found.run;
  const report = found.report ?? (await waitForEnd(asked, skill, found.run));
  if ("why" in report) return { ...unmeasured(skill, report.why), number, digest, costUsd: spent };
  const { gate, against, costUsd } = report;
  return { skill, number, digest, against, costUsd, isOlder: found.report !== null, ...gate };
}

/** A skill of which nothing can be said, and why. */
export const unmeasured = (skill: string, why: string): Evaluated => ({
  skill,
  number: null,
  digest: null,
  code: 3,
  reasons: [why],
  remarks: [],
  against: null,
  costUsd: null,
  isOlder: false,
});

/** How long a server is asked to wait: below what proxies take for silence. */
const waitSeconds = 25;
const goesOn = [202, 409];
/** Runs go on while a server is replaced, so nobody gives them up for that. */
const waitPatienceSeconds = 600;

/**
 * Servers carry it out; this waits there for its end. Where the person wants no more of it, it is stopped on the server:
 * what was done is kept, and its reasons say so.
 */
async function waitForEnd(asked: Evaluating, skill: string, begun: Run): Promise<Report | Refused> {
  const { access, told, interrupted } = asked;
  const path = reportPath(asked, skill, begun.number, { wait: waitSeconds });
  const patient = { takes: refusals, signal: interrupted, patienceSeconds: waitPatienceSeconds };
  tellProgress(told, skill, begun);
  try {
    for (;;) {
      const answer = await askServer(access, path, patient);
      if (!goesOn.includes(answer.status)) return toReport(asked, answer);
      if (answer.status === 202) tellProgress(told, skill, readAnswer(access, answer, runSchema));
      await sleep(answer.waitSeconds * 1_000, null, { signal: interrupted });
    }
  } catch (error) {
    if (!interrupted.aborted) throw error;
  }
  const { isEnded, said } = await stopRun(asked, skill, begun);
  const report = await readReport(asked, skill, begun.number);
  if ("why" in report) return { why: `${said} ${report.why}` };
  const { gate } = report;
  const where = isEnded ? "remarks" : "reasons";
  return { ...report, gate: { ...gate, [where]: [...gate[where], said] } };
}

/** `isEnded`: it had come to its end by then, so that its verdict is one. */
async function stopRun(
  asked: Evaluating,
  skill: string,
  { number }: Run,
): Promise<{ isEnded: boolean; said: string }> {
  const { access, told } = asked;
  told.remark(
    `${skill}: stopping run ${number}. Ctrl+C once more ends without waiting; the run may then go on.`,
  );
  const path = below(asked, skill, `/suite-runs/${number}/stop`);
  const answer = await askServer(access, path, { method: "POST", takes: refusals });
  if (isRefused(answer)) return { isEnded: false, said: `It may go on: ${answer.problem.detail}` };
  const { state, progress } = readAnswer(access, answer, runSchema);
  if (state === "done") return { isEnded: true, said: "It had ended before you stopped it." };
  const { total, done, invalid } = progress;
  const kept = `${done + invalid} of ${formatCount(total, "trial")} were done and are kept.`;
  return { isEnded: false, said: `You stopped it; ${kept}` };
}

function tellProgress(told: Told, skill: string, { number, progress, costUsd }: Run): void {
  const { total, done, invalid } = progress;
  const spent = costUsd === null ? "" : `, $${costUsd.toFixed(4)}`;
  told.step(`${skill}: run ${number}, ${done + invalid} of ${formatCount(total, "trial")}${spent}`);
}
