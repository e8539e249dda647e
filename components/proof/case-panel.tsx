"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { newConversationPath } from "@/components/data/playground-paths";
import { trialQuery } from "@/components/data/proof-queries";
import { skillEditPath } from "@/components/data/skill-paths";
import { useSession, useWorkspace } from "@/components/layout/current-workspace";
import { useShortcut } from "@/components/layout/keyboard";
import { Button, ButtonLink } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { formatCost, formatCount, formatDuration, formatNumber } from "@/components/ui/format";
import { NotLoaded } from "@/components/ui/not-loaded";
import { Facts, Section } from "@/components/ui/section";
import { Select } from "@/components/ui/select";
import { ShownText } from "@/components/ui/shown-text";
import { SkeletonRows } from "@/components/ui/skeleton";
import { TextLink } from "@/components/ui/text-link";
import { client } from "@/lib/api/client";
import { isGoingOn, keptLogDays } from "@/lib/proof/proof-options";
import type { SuiteRun } from "@/lib/proof/schema";
import type { CaseResult, TrialDetail } from "@/lib/proof/trial-schema";
import { type HostResult, hostOf, type ShortTrial } from "./case-order";
import { ExpectedWord } from "./case-row";
import { OutcomeWord } from "./outcome-word";
import { invalidWords, outcomeWords } from "./proof-words";

const TrialSession = dynamic(() => import("./trial-session").then((module) => module.TrialSession), {
  ssr: false,
  loading: () => <SkeletonRows rows={4} label="Opening the session" />,
});

/** Keys of one digit. */
const mostKeys = 9;

type CasePanelProps = {
  skill: string;
  run: Pick<SuiteRun, "number" | "agent" | "dialects" | "state">;
  one: CaseResult;
  dialect: string;
  onDialect: (dialect: string) => void;
  /** The repeat that is looked at, from 1. */
  repeat: number;
  onRepeat: (repeat: number) => void;
  mayEdit: boolean;
  onEdit: () => void;
};

/** A case and the recorded session of one of its trials. */
export function CasePanel(props: CasePanelProps) {
  const { skill, run, one, dialect, onDialect, repeat, onRepeat, mayEdit, onEdit } = props;
  const { slug: workspace } = useWorkspace();
  const host = hostOf(one, dialect);
  const trial = host?.trials.find((each) => each.repeat === repeat) ?? host?.trials[0];
  return (
    <>
      <div className="flex min-h-10 items-center gap-2 border-line border-b px-4">
        <h2 className="whitespace-nowrap">Case {one.number}</h2>
        <span className="whitespace-nowrap text-ink-3 narrow:hidden">recorded session</span>
        {one.query.length > longestInAddress ? null : (
          <TextLink
            className="ml-auto whitespace-nowrap"
            href={newConversationPath(workspace, { agent: run.agent.slug, skill, message: one.query })}
          >
            Open in playground
          </TextLink>
        )}
      </div>
      <div className="flex min-h-11 flex-wrap items-center gap-2 border-line border-b px-4 py-1.5">
        <Select
          aria-label="Host"
          value={dialect}
          onChange={({ target }) => onDialect(target.value)}
          className="max-w-[180px]"
        >
          {run.dialects.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <TrialChoice trials={host?.trials ?? []} chosen={trial?.repeat ?? null} onChoose={onRepeat} />
      </div>
      <div className="border-line border-b px-4 py-3">
        <p className="text-12 text-ink-3">
          expects <ExpectedWord expected={one.expected} />
        </p>
        {trial && isOver(trial) ? null : <Message text={one.query} />}
        {host ? (
          <p className="mt-1">
            <HostLine host={host} />
          </p>
        ) : null}
      </div>
      {trial ? <TrialView key={trial.id} skill={skill} run={run} trial={trial} /> : null}
      <div className="flex flex-wrap gap-2 border-line border-t px-4 py-3">
        {mayEdit ? (
          <>
            <ButtonLink href={skillEditPath(workspace, skill)}>Edit description</ButtonLink>
            <Button onClick={onEdit}>Edit cases</Button>
          </>
        ) : null}
      </div>
    </>
  );
}

/** Its session is recorded, and begins with the message. */
const isOver = ({ state }: ShortTrial): boolean => state === "done" || state === "invalid";

function Message({ text }: { text: string }) {
  return (
    <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">
      <ShownText text={text} />
    </p>
  );
}

/** Servers refuse long addresses. */
const longestInAddress = 1_000;

function HostLine({ host }: { host: HostResult }) {
  const also = host.alsoActivated.join(", ");
  return (
    <>
      <OutcomeWord outcome={host.outcome} by={host.by} />
      <span className="text-12 text-ink-3">
        {" "}
        {host.counted === 0 ? "no trial counts" : `right in ${host.right} of ${host.counted} trials`}
        {also === "" ? null : (
          <>
            , also activated{" "}
            <span className="font-mono">
              <ShownText text={also} />
            </span>
          </>
        )}
      </span>
    </>
  );
}

type TrialChoiceProps = {
  trials: readonly ShortTrial[];
  chosen: number | null;
  onChoose: (repeat: number) => void;
};

function TrialChoice({ trials, chosen, onChoose }: TrialChoiceProps) {
  if (trials.length === 0) return null;
  return (
    <div className="ml-auto flex flex-wrap items-center gap-2">
      <span className="text-12 text-ink-3">Trial</span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in sight */}
      <div role="group" aria-label="Trial" className="inline-flex flex-wrap gap-0.5 rounded-2 bg-press p-0.5">
        {trials.map(({ repeat, outcome, state }) => (
          <button
            key={repeat}
            type="button"
            aria-pressed={repeat === chosen}
            aria-label={`Trial ${repeat}, ${outcome === null ? state : outcomeWords[outcome]}`}
            onClick={() => onChoose(repeat)}
            className={classNames(
              "h-6 min-w-7 rounded-1 px-1.5 text-12 text-ink-2",
              repeat === chosen && "bg-bg font-medium text-ink shadow-[0_0_0_1px_var(--line-strong)]",
            )}
          >
            {repeat}
          </button>
        ))}
      </div>
      {trials.slice(0, mostKeys).map(({ repeat }) => (
        <TrialKey key={repeat} repeat={repeat} onChoose={onChoose} />
      ))}
    </div>
  );
}

function TrialKey({ repeat, onChoose }: { repeat: number; onChoose: (repeat: number) => void }) {
  useShortcut(String(repeat), `Trial ${repeat}`, () => onChoose(repeat));
  return null;
}

type TrialViewProps = { skill: string; run: Pick<SuiteRun, "number" | "state">; trial: ShortTrial };

function TrialView({ skill, run, trial }: TrialViewProps) {
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
          <Message text={query.data.tried?.query ?? ""} />
          <p className="text-ink-2">
            Of this trial there is no session. Sessions are kept for {keptLogDays} days.
          </p>
        </div>
      ) : (
        <TrialSession events={query.data.events} viewerId={user.id} />
      )}
      <TrialFacts trial={query.data} skill={skill} run={run.number} />
    </>
  );
}

function whyNoSession({ state }: ShortTrial, run: Pick<SuiteRun, "state">): string {
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
