"use client";

import { useQuery } from "@tanstack/react-query";
import { estimateQuery } from "@/components/data/proof-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useSettled } from "@/components/library/dialogs/use-name-check";
import { ErrorNotice } from "@/components/ui/error-notice";
import { formatCost, formatCount, formatNumber } from "@/components/ui/format";
import { Facts } from "@/components/ui/section";
import { ShownText } from "@/components/ui/shown-text";
import { SkeletonRows } from "@/components/ui/skeleton";
import { client } from "@/lib/api/client";
import type { Estimate, EstimateSuiteRun } from "@/lib/proof/schema";
import { hostName } from "./proof-words";

const settleMs = 250;

/** What is chosen would come to; asked when the choice stands still. `request`: null while it has a problem. */
export function useEstimate(skill: string, request: EstimateSuiteRun | null) {
  const { slug: workspace } = useWorkspace();
  const asked = request === null ? "" : JSON.stringify(request);
  const isSettled = useSettled(asked, settleMs) === asked && asked !== "";
  return useQuery({ ...estimateQuery(client.proof, workspace, skill, request), enabled: isSettled });
}

type RunEstimateProps = {
  estimate: ReturnType<typeof useEstimate>;
  problem: string | undefined;
  /** Answers that were given before are not asked for again. */
  usesKept: boolean;
};

/** Calls, tokens, price and minutes of what is chosen, before a model is asked. */
export function RunEstimate({ estimate, problem, usesKept }: RunEstimateProps) {
  return (
    <section aria-label="What it costs" aria-busy={!estimate.isSuccess} className="grid content-start gap-2">
      <h3 className="flex justify-between gap-3">
        What it costs <span className="font-normal text-12 text-ink-3">estimate</span>
      </h3>
      {problem !== undefined ? (
        <p className="text-ink-2">{problem}</p>
      ) : estimate.error ? (
        <ErrorNotice error={estimate.error} title="No estimate" />
      ) : estimate.data ? (
        <EstimateFacts estimate={estimate.data} usesKept={usesKept} />
      ) : (
        <SkeletonRows rows={4} label="Estimating" />
      )}
    </section>
  );
}

function EstimateFacts({ estimate, usesKept }: { estimate: Estimate; usesKept: boolean }) {
  const { calls, tokens, usd, minutes, trials, cases, arms, dialects, agent, model } = estimate;
  const { judge, judgeNote, scripted, asksLive } = estimate;
  return (
    <>
      <p className="font-semibold text-20 tracking-[-0.02em]">{priceWords(usd, asksLive)}</p>
      <Facts
        items={[
          [
            "Trials",
            `${formatNumber(trials)}: ${formatCount(cases, arms.length === 0 ? "case" : "task")}, ${arms.length === 0 ? "" : `${formatCount(arms.length, "arm")}, `}${formatCount(dialects.length, "host")}`,
          ],
          [
            "Calls",
            calls.low === calls.high
              ? formatNumber(calls.low)
              : `${formatNumber(calls.low)} to ${formatNumber(calls.high)}`,
          ],
          ["Tokens in, out", `at most ${formatNumber(tokens.input)} and ${formatNumber(tokens.output)}`],
          ["Time", minutesWords(minutes)],
          ...(agent === null ? [] : [["Agent", agent.name] as const]),
          ...(model === null ? [] : [["Model", model.name] as const]),
          ...(judge === null ? [] : [["Judge", judgeWords(judge)] as const]),
        ]}
      />
      {estimate.power === null ? null : <p className="text-ink-2">{powerWords(estimate.power)}</p>}
      {scripted ? (
        <p className="text-ink-2">
          {asksLive
            ? "Rehearsal, which follows rules, has a part in this run, so it is never a verdict. A live model is asked as well, and paid for."
            : "Rehearsal follows rules and is no language model: this run shows that the suite works, and is never a verdict."}
        </p>
      ) : null}
      {!asksLive || !usesKept ? null : <p className="text-ink-2">{keptWords(estimate)}</p>}
      {judgeNote === null ? null : (
        <p className="text-12 text-ink-2">
          <ShownText text={judgeNote} />
        </p>
      )}
      {estimate.cutIn.map(({ dialect, sent, of }) => (
        <p key={dialect} className="text-warn">
          {hostName(dialects, dialect)} sends {formatNumber(sent)} of {formatNumber(of)} characters of the
          description.
        </p>
      ))}
      {estimate.problems.map((problem) => (
        <p key={problem} className="text-warn">
          <ShownText text={problem} />
        </p>
      ))}
    </>
  );
}

/** Whether it can decide anything, before anything is spent. */
function powerWords({ tasks, winShare, tieShare, chance, more }: NonNullable<Estimate["power"]>): string {
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  const said = `If ${percent(winShare)} of what differs is won and ${percent(tieShare)} ties, a run of ${formatCount(tasks, "task")} says “Improved” with a chance of ${percent(chance)}.`;
  if (more === null) return said;
  return more === 0
    ? `${said} That is enough.`
    : `${said} With ${formatCount(more, "more task")} it would be 80 %.`;
}

/** What answers to the very same bytes save: they are given again and cost nothing. */
function keptWords({ kept, trials, asksLive }: Estimate): string {
  if (kept === null || kept.trials === 0)
    return "Answers to the very same bytes are kept and cost nothing; of what is asked first here none is known.";
  const looked = kept.looked < trials ? ` (of ${formatNumber(kept.looked)} that were looked at)` : "";
  const calls =
    kept.calls.high === 0
      ? "nothing is left to ask"
      : `at most ${formatCount(Math.ceil(kept.calls.high), "call")} left`;
  const usd = kept.calls.high === 0 ? "" : `, ${priceWords(kept.usd, asksLive)}`;
  return `At least ${formatNumber(kept.trials)} of ${formatNumber(trials)} trials${looked} begin with an answer that is kept: ${calls}${usd}.`;
}

/** Its calls are among all calls. */
function judgeWords({ name, calls }: NonNullable<Estimate["judge"]>): string {
  const { low, high } = calls;
  const count = low === high ? formatNumber(low) : `${formatNumber(low)} to ${formatNumber(high)}`;
  return `${name}, ${count} of the calls`;
}

function priceWords(usd: Estimate["usd"], asksLive: boolean): string {
  if (!asksLive) return "$0";
  if (usd === null) return "Price not known";
  return usd.low === usd.high ? formatCost(usd.high) : `${formatCost(usd.low)} to ${formatCost(usd.high)}`;
}

export function minutesWords(minutes: Estimate["minutes"]): string {
  const high = Math.ceil(minutes.high);
  if (high <= 1) return "about a minute";
  const low = Math.max(1, Math.floor(minutes.low));
  return low === high ? `about ${high} minutes` : `${low} to ${high} minutes`;
}
