"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { trialQuery } from "@/components/data/proof-queries";
import { useSession, useWorkspace } from "@/components/layout/current-workspace";
import { formatCost, formatCount, formatDuration, formatNumber } from "@/components/ui/format";
import { NotLoaded } from "@/components/ui/not-loaded";
import { Facts, Section } from "@/components/ui/section";
import { ShownText } from "@/components/ui/shown-text";
import { SkeletonRows } from "@/components/ui/skeleton";
import { client } from "@/lib/api/client";
import { retention } from "@/lib/kernel/retention";
import { invalidWords, isGoingOn } from "@/lib/proof/proof-options";
import type { SuiteRun } from "@/lib/proof/schema";
import type { TrialDetail } from "@/lib/proof/trials/trial-schema";

const TrialSession = dynamic(() => import("./trial-session").then((module) => module.TrialSession), {
  ssr: false,
  loading: () => <SkeletonRows rows={4} label="Opening the session" />,
});

type OneTrial = Pick<TrialDetail, "id" | "state">;

/** Its session is recorded, and begins with the message. */
export const isOver = ({ state }: OneTrial): boolean => state === "done" || state === "invalid";

export function Message({ text }: { text: string }) {
  return (
    <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">
      <ShownText text={text} />
    </p>
  );
}

type TrialViewProps = { skill: string; run: Pick<SuiteRun, "number" | "state">; trial: OneTrial };

/** The recorded session of a trial, and what it took. */
export function TrialView({ skill, run, trial }: TrialViewProps) {
  const { slug: workspace } = useWorkspace();
  const { user } = useSession();
  const query = useQuery({
    ...trialQuery(client.proof, workspace, skill, { run: run.number, trial: trial.id }),
    enabled: isOver(trial),
  });
  if (!isOver(trial)) return <p className="px-4 py-3 text-ink-2">{whyNoSession(trial, run)}</p>;
  if (!query.data) return <NotLoaded query={query} rows={4} loading="Opening the session" />;
  return (
    <>
      {query.data.invalid === null ? null : (
        <p className="border-line border-b px-4 py-2 text-ink-2">
          Invalid, left out of every figure ({invalidWords[query.data.invalid.reason]}):{" "}
          <ShownText text={query.data.invalid.message} />
        </p>
      )}
      {query.data.events.length === 0 ? (
        <div className="grid gap-1 px-4 py-3">
          <Message text={query.data.tried?.query ?? query.data.task?.message ?? ""} />
          <p className="text-ink-2">
            Of this trial there is no session. Sessions are kept for {retention.trialLogDays} days.
          </p>
        </div>
      ) : (
        <TrialSession events={query.data.events} viewerId={user.id} isDecided={query.data.invalid === null} />
      )}
      <TrialFacts trial={query.data} skill={skill} run={run.number} />
    </>
  );
}

function whyNoSession({ state }: OneTrial, run: Pick<SuiteRun, "state">): string {
  if (!isGoingOn(run.state)) return "The run ended before this trial did.";
  return state === "queued"
    ? "This trial waits for its turn."
    : "This trial goes on. Its session shows when it has ended.";
}

function TrialFacts({ trial, skill, run }: { trial: TrialDetail; skill: string; run: number }) {
  const { keptFrom, tokens, calls, costUsd, durationMs, activated, activatedBy } = trial;
  return (
    <Section title="This trial" className="border-t border-b-0">
      <Facts
        items={[
          ["Recorded", recordedWords({ keptFrom, calls }, { skill, number: run })],
          ["Activated", activated.length === 0 ? "nothing" : activated.join(", ")],
          ...(activatedBy === "mention" ? [["By", "the host, as the message names it"] as const] : []),
          ["Calls asked, kept", `${calls.asked} and ${calls.kept}`],
          ["Tokens in, out", `${formatNumber(tokens.input)} and ${formatNumber(tokens.output)}`],
          ...(costUsd === null ? [] : [["Cost", formatCost(costUsd)] as const]),
          ...(durationMs === null ? [] : [["Took", formatDuration(durationMs)] as const]),
        ]}
      />
    </Section>
  );
}

/** Where the answers come from: of this run, of an earlier one, or some of each. */
function recordedWords(
  { keptFrom, calls }: Pick<TrialDetail, "keptFrom" | "calls">,
  { skill, number }: { skill: string; number: number },
): string {
  if (keptFrom === null) return `run ${number}`;
  const from = `run ${keptFrom.number}${keptFrom.skill === skill ? "" : ` of ${keptFrom.skill}`}`;
  return calls.asked === 0
    ? `${from}, kept in run ${number}`
    : `run ${number}, ${calls.kept} of ${formatCount(calls.kept + calls.asked, "answer")} kept from ${from}`;
}
