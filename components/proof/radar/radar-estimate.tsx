"use client";

import type { useQuery } from "@tanstack/react-query";
import { ErrorNotice } from "@/components/ui/error-notice";
import { formatCost, formatCount, formatNumber } from "@/components/ui/format";
import { Facts } from "@/components/ui/section";
import { ShownText } from "@/components/ui/shown-text";
import { SkeletonRows } from "@/components/ui/skeleton";
import type { RadarEstimate as Estimate } from "@/lib/radar/schema";
import { minutesWords } from "../run-estimate";

type RadarEstimateProps = {
  estimate: Pick<ReturnType<typeof useQuery<Estimate>>, "data" | "error" | "isSuccess">;
  problem: string | undefined;
};

/** Runs, calls, price and minutes of what is chosen, and what is left out, before a model is asked. */
export function RadarEstimate({ estimate, problem }: RadarEstimateProps) {
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
        <EstimateFacts estimate={estimate.data} />
      ) : (
        <SkeletonRows rows={4} label="Estimating" />
      )}
    </section>
  );
}

function EstimateFacts({ estimate }: { estimate: Estimate }) {
  const { steps, skills, calls, tokens, usd, minutes } = estimate;
  const tried = steps.filter(({ problem }) => problem === null);
  const held = tried.filter(({ role, hasEarlier }) => role === "new" && hasEarlier);
  const left = steps.filter(({ problem }) => problem !== null);
  return (
    <>
      <p className="font-semibold text-20 tracking-[-0.02em]">
        {usd === null
          ? "Price not known"
          : usd.low === usd.high
            ? formatCost(usd.high)
            : `${formatCost(usd.low)} to ${formatCost(usd.high)}`}
      </p>
      <Facts
        items={[
          ["Runs", `${formatNumber(tried.length)}, of ${formatCount(skills, "skill")}`],
          ["Calls", `${formatNumber(calls.low)} to ${formatNumber(calls.high)}`],
          ["Tokens in, out", `at most ${formatNumber(tokens.input)} and ${formatNumber(tokens.output)}`],
          ["Time", minutesWords(minutes)],
          ["On record to hold against", formatCount(held.length, "run")],
        ]}
      />
      <p className="text-12 text-ink-3">
        The cheapest run first. Answers to the very same bytes are kept and cost nothing; they are not taken
        off here. What the budget does not reach is named.
      </p>
      {estimate.problems.map((problem) => (
        <p key={problem} className="text-warn">
          <ShownText text={problem} />
        </p>
      ))}
      {left.length === 0 ? null : (
        <details>
          <summary className="min-h-6 cursor-pointer text-12">
            {formatCount(left.length, "run")} left out
          </summary>
          <ul className="grid gap-1 text-12 text-ink-2">
            {left.map(({ skill, suite, problem }) => (
              <li key={`${skill} ${suite}`}>
                <span className="font-mono">{skill}</span>: <ShownText text={problem ?? ""} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
