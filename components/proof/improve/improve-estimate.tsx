import { ErrorNotice } from "@/components/ui/error-notice";
import { formatCost, formatCount, formatNumber } from "@/components/ui/format";
import { Facts } from "@/components/ui/section";
import { ShownText } from "@/components/ui/shown-text";
import { SkeletonRows } from "@/components/ui/skeleton";
import type { ImprovementEstimate } from "@/lib/improvements/schema";

type ImproveEstimateProps = {
  estimate: { data: ImprovementEstimate | undefined; error: Error | null; isSuccess: boolean };
  problem: string | undefined;
};

/** Calls, price and minutes of a search, how its cases are divided, and what keeps it from beginning. */
export function ImproveEstimate({ estimate, problem }: ImproveEstimateProps) {
  return (
    <section aria-label="What it costs" aria-busy={!estimate.isSuccess} className="grid content-start gap-2">
      <h3 className="flex justify-between gap-3">
        What it costs <span className="font-normal text-12 text-ink-3">estimate, at most</span>
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

const rangeWords = ({ low, high }: { low: number; high: number }): string =>
  low === high ? formatNumber(high) : `${formatNumber(low)} to ${formatNumber(high)}`;

function priceWords({ usd, scripted }: ImprovementEstimate): string {
  if (usd === null) return "Price not known";
  if (scripted && usd.high === 0) return "$0";
  return usd.low === usd.high ? formatCost(usd.high) : `${formatCost(usd.low)} to ${formatCost(usd.high)}`;
}

function EstimateFacts({ estimate }: { estimate: ImprovementEstimate }) {
  const {
    trials,
    calls,
    tokens,
    minutes,
    split,
    suites,
    unwatched,
    scripted,
    problems,
    catalogue,
    subjects,
  } = estimate;
  const [low, high] = [Math.max(1, Math.floor(minutes.low)), Math.max(1, Math.ceil(minutes.high))];
  const left = subjects.filter(({ why }) => why !== null);
  return (
    <>
      <p className="font-semibold text-20 tracking-[-0.02em]">{priceWords(estimate)}</p>
      <Facts
        items={[
          ["Trials", rangeWords(trials)],
          ["Calls", rangeWords(calls)],
          ["Tokens in, out", `at most ${formatNumber(tokens.input)} and ${formatNumber(tokens.output)}`],
          ["Time", low === high ? formatCount(high, "minute") : `${low} to ${high} minutes`],
          ...(split === null
            ? [["Descriptions now", `${formatNumber(catalogue)} characters`] as const]
            : [["Cases", `${split.training} to learn from, ${split.heldOut} held out`] as const]),
          [
            "Suites that decide",
            suites.map(({ skill, cases }) => `${skill} (${cases})`).join(", ") || "none",
          ],
        ]}
      />
      {split === null ? null : (
        <p className="text-ink-2">
          A text is accepted when it gains at least {split.needed} held-out cases and loses none, or as much
          by the exact test, and no neighbour loses a case.
        </p>
      )}
      {left.length === 0 || split !== null ? null : (
        <ul aria-label="Left as they are" className="grid gap-0.5 text-12 text-ink-3">
          {left.map(({ skill, why }) => (
            <li key={skill}>
              <ShownText text={`${skill}: ${why ?? ""}`} />
            </li>
          ))}
        </ul>
      )}
      {unwatched.length === 0 ? null : (
        <p className="text-12 text-ink-3">
          Their cases are not run, so nobody would notice what is taken from them:{" "}
          <ShownText text={unwatched.join(", ")} />.
        </p>
      )}
      {scripted ? (
        <p className="text-ink-2">
          Rehearsal follows rules and is no language model: this shows how a search goes, and nothing is
          suggested.
        </p>
      ) : null}
      {problems.map((one) => (
        <p key={one} className="text-warn">
          <ShownText text={one} />
        </p>
      ))}
    </>
  );
}
