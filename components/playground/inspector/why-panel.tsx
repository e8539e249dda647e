"use client";

import { Scissors, Table2 } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { agentPath } from "@/components/data/agent-paths";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { ShownText } from "@/components/ui/shown-text";
import { TextLink } from "@/components/ui/text-link";
import { readCatalogue } from "@/lib/dialects/read-catalogue";
import type { SessionEvent } from "@/lib/runtime/events";
import {
  type Described,
  explainTurn,
  type TurnCandidate,
  type TurnExplanation,
} from "@/lib/runtime/explain-turn";
import type { Turn } from "../transcript/transcript";
import { WhyAxis } from "./why-bar";
import { WhyCandidate } from "./why-candidate";
import { WhyChanges } from "./why-changes";
import { WhyTable } from "./why-table";
import { sayCut, sayScale, sayTurn } from "./why-words";

type WhyPanelProps = {
  /** They belong to the line. */
  events: readonly SessionEvent[];
  turn: Turn;
  /** What the agent's skills are told as today. */
  described: readonly Described[];
  /** The skill that is asked about; null for the one that tells most. */
  skill: string | null;
  onSkill: (skill: string) => void;
};

/** As many as are ranked in view; the others are a click away. */
const firstShown = 12;
const firstKeptBack = 3;

/** The cut took every word away that would have ranked it: it has no place, and would have one. */
const isKeptBack = ({ place, score, wholeScore }: TurnCandidate): boolean =>
  place === null && (wholeScore ?? 0) > (score ?? 0);

const byWholeScore = (left: TurnCandidate, right: TurnCandidate): number =>
  (right.wholeScore ?? 0) - (left.wholeScore ?? 0);

/** Why a turn activated what it did and nothing else: every skill of the agent, ranked, each with its sentence. */
export function WhyPanel({ events, turn, described, skill, onSkill }: WhyPanelProps) {
  const { slug: workspace } = useWorkspace();
  // Pieces of an answer that stream in change nothing here.
  const deciding = turn.events.findLast(({ type }) => type !== "text")?.seq ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `deciding` stands for the part of the log that counts
  const explanation = useMemo(
    () => explainTurn(events, { runId: turn.runId, readCatalogue, described }),
    [deciding, turn.runId, events[0]?.conversationId, described],
  );
  const [asTable, setAsTable] = useState(false);
  const { title, detail } = sayTurn(explanation);
  const cut = sayCut(explanation);
  return (
    <div className="pb-4">
      <div className="flex min-h-bar flex-wrap items-center gap-x-2 px-4 py-1">
        <h2>{title}</h2>
        <span className="text-ink-3">
          <ShownText text={detail} />
        </span>
        {explanation.candidates.length > 0 ? (
          <Button
            icon={Table2}
            size="small"
            variant="ghost"
            className="-mr-2 ml-auto"
            aria-pressed={asTable}
            onClick={() => setAsTable(!asTable)}
          >
            Table
          </Button>
        ) : null}
      </div>
      {cut === null ? null : (
        <p className="mx-4 mb-2 flex items-start gap-2 rounded-2 bg-warn-soft px-2.5 py-1.5 text-warn">
          <Icon of={Scissors} size={14} className="mt-[3px] flex-none" />
          <span>
            {cut}{" "}
            <TextLink href={agentPath(workspace, turn.start.payload.agent.slug)} className="text-warn">
              See the budget
            </TextLink>
          </span>
        </p>
      )}
      {explanation.candidates.length === 0 ? (
        <p className="px-4 text-ink-2">
          This agent had no skill in this turn, so there was nothing to activate.{" "}
          <TextLink href={agentPath(workspace, turn.start.payload.agent.slug)}>Assign one</TextLink>
        </p>
      ) : asTable ? (
        <WhyTable explanation={explanation} />
      ) : (
        <Ranking
          explanation={explanation}
          skill={skill}
          onSkill={onSkill}
          events={events}
          turn={turn}
          described={described}
        />
      )}
    </div>
  );
}

type RankingProps = { explanation: TurnExplanation } & WhyPanelProps;

function Ranking({ explanation, skill, onSkill, ...log }: RankingProps) {
  const { candidates, threshold, rankedBy } = explanation;
  const [closed, setClosed] = useState<string | null>(null);
  const open = skill ?? tellsMost(candidates)?.name ?? null;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (skill !== null)
      list.current?.querySelector("[aria-expanded=true]")?.scrollIntoView?.({ block: "nearest" });
  }, [skill]);
  const ranked = candidates.filter(({ place }) => place !== null);
  const keptBack = candidates.filter(isKeptBack).sort(byWholeScore);
  const unranked = candidates.filter(
    (candidate) => candidate.place === null && candidate.state !== "not-offered" && !isKeptBack(candidate),
  );
  const absent = candidates.filter(({ state }) => state === "not-offered");
  const rowOf = (candidate: TurnCandidate) => (
    <WhyCandidate
      key={candidate.skillId}
      candidate={candidate}
      threshold={threshold}
      isOpen={open === candidate.name && closed !== candidate.name}
      onToggle={(isOpen) => {
        setClosed(isOpen ? null : candidate.name);
        if (isOpen) onSkill(candidate.name);
      }}
    >
      <WhyChanges candidate={candidate} threshold={threshold} {...log} />
    </WhyCandidate>
  );
  const noWords = unranked.every(({ score }) => score === 0) && rankedBy !== null;
  return (
    <div ref={list}>
      {keptBack.length > 0 ? (
        <>
          <h3 className="px-4 pb-1 text-12 text-ink-3">Kept back: the cut left no word in common</h3>
          <ul aria-label="Kept back by the cut, best first" className="mb-2 border-line border-y">
            {keptBack.slice(0, firstKeptBack).map(rowOf)}
          </ul>
          <More
            title={`${keptBack.length - firstKeptBack} more kept back by the cut`}
            items={keptBack.slice(firstKeptBack)}
            open={open}
            rowOf={rowOf}
          />
        </>
      ) : null}
      {ranked.length > 0 ? (
        <>
          <ol aria-label="Candidates, best first">{ranked.slice(0, firstShown).map(rowOf)}</ol>
          <WhyAxis threshold={threshold} />
          <More
            title={`${ranked.length - firstShown} more with words in common`}
            items={ranked.slice(firstShown)}
            open={open}
            rowOf={rowOf}
          />
        </>
      ) : null}
      <More
        title={
          noWords
            ? `${formatCount(unranked.length, "skill")} at 0: no word in common`
            : `${formatCount(unranked.length, "skill")} without a score`
        }
        items={unranked}
        open={ranked.length === 0 ? "all" : open}
        rowOf={rowOf}
      />
      <More
        title={`${formatCount(absent.length, "skill")} not offered`}
        items={absent}
        open={open}
        rowOf={rowOf}
      />
      <p className="px-4 pt-2 text-12 text-ink-3">{sayScale(explanation)}</p>
    </div>
  );
}

/** What a person looks for first: the best skill that a cut kept back, else the best that was not activated. */
function tellsMost(candidates: readonly TurnCandidate[]): TurnCandidate | undefined {
  const gain = ({ wholeScore, score }: TurnCandidate) => (wholeScore ?? 0) - (score ?? 0);
  const lost = candidates
    .filter((candidate) => candidate.lostWords.length > 0 && gain(candidate) > 0)
    .sort((left, right) => (right.wholeScore ?? 0) - (left.wholeScore ?? 0))[0];
  return lost ?? candidates.find(({ state }) => state !== "activated" && state !== "already-active");
}

type MoreProps = {
  title: string;
  items: readonly TurnCandidate[];
  /** The skill that is asked about; its group is open. */
  open: string | null;
  rowOf: (candidate: TurnCandidate) => ReactNode;
};

function More({ title, items, open, rowOf }: MoreProps) {
  if (items.length === 0) return null;
  return (
    <details
      open={open === "all" || items.some(({ name }) => name === open) || undefined}
      className="border-line border-t"
    >
      <summary className="min-h-8 cursor-pointer px-4 py-1.5 text-ink-2">{title}</summary>
      <ul>{items.map(rowOf)}</ul>
    </details>
  );
}
