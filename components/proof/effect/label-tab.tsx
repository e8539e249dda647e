"use client";

import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { labelPairsQuery } from "@/components/data/judge-queries";
import { proofKey } from "@/components/data/proof-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useShortcut } from "@/components/layout/keyboard";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { formatCount } from "@/components/ui/format";
import { NotLoaded } from "@/components/ui/not-loaded";
import { itemsOf } from "@/components/ui/paged-query";
import { ShownText } from "@/components/ui/shown-text";
import { client, unwrap } from "@/lib/api/client";
import type { Calibration, RunJudge } from "@/lib/proof/judges/judge-schema";
import type { LabelPair, LabelPairList, LabelWord } from "@/lib/proof/judges/labelling-schema";
import { CalibrationLines } from "./judge-section";

type LabelTabProps = { skill: string; run: number; judge: RunJudge };

const choices = [
  { key: "1", label: "first", words: "A is better" },
  { key: "2", label: "second", words: "B is better" },
  { key: "3", label: "tie", words: "No difference" },
] as const satisfies readonly { key: string; label: LabelWord; words: string }[];

/** Pairs of answers one after the other, for people to say which is better, blind: what the judge's word is worth. */
export function LabelTab({ skill, run, judge }: LabelTabProps) {
  const { slug: workspace } = useWorkspace();
  const query = useInfiniteQuery(labelPairsQuery(client.judges, workspace, skill, run));
  const [at, setAt] = useState(0);
  const [calibration, setCalibration] = useState(judge.calibration);
  const pairs = itemsOf(query);
  const pair = pairs[at];
  const go = (to: number) => {
    if (to < 0 || to > pairs.length) return;
    setAt(to);
    if (to >= pairs.length - 2 && query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
  };
  const label = useLabel({ skill, run, onLabelled: setCalibration });
  const noLabel = useBlockedFor("playground.rehearse");
  const say = (word: LabelWord) => {
    if (!pair || noLabel !== undefined) return;
    label.mutate({ pair: pair.id, label: word });
    go(at + 1);
  };
  useShortcut("j", "Next pair", () => go(Math.min(at + 1, pairs.length)));
  useShortcut("k", "Previous pair", () => go(at - 1));
  useShortcut("1", "A is better", () => say("first"));
  useShortcut("2", "B is better", () => say("second"));
  useShortcut("3", "No difference", () => say("tie"));
  if (query.data === undefined)
    return <NotLoaded query={query} loading="Loading the pairs" failed="The pairs could not be read" />;
  if (pairs.length === 0)
    return (
      <EmptyState title="No pair to label">
        The judge has compared no two answers of this run yet, or their sessions are no longer kept. Pairs
        that graders told apart, and answers of the same bytes, are not asked about.
      </EmptyState>
    );
  return (
    <div className="grid gap-3 p-4">
      <LabelHead calibration={calibration} judge={judge.name} />
      {pair ? (
        <Pair
          pair={pair}
          place={`Pair ${at + 1} of ${query.hasNextPage ? `${pairs.length} or more` : pairs.length}`}
          blocked={noLabel}
          onSay={say}
        />
      ) : (
        <p role="status">
          {query.isFetchingNextPage ? "Loading more pairs." : "That was the last pair. Thank you."}
        </p>
      )}
      <div className="flex gap-2">
        <Button
          onClick={() => go(at - 1)}
          blockedReason={at === 0 ? "This is the first pair." : undefined}
          shortcut="k"
        >
          Previous
        </Button>
        <Button
          onClick={() => go(at + 1)}
          blockedReason={at >= pairs.length ? "There is no further pair." : undefined}
          shortcut="j"
        >
          Next
        </Button>
      </div>
    </div>
  );
}

type Labelling = { skill: string; run: number; onLabelled: (calibration: Calibration) => void };

/** Shown at once where it was given; the figures of the run follow. */
function useLabel({ skill, run, onLabelled }: Labelling) {
  const { slug: workspace } = useWorkspace();
  const cache = useQueryClient();
  const { queryKey } = labelPairsQuery(client.judges, workspace, skill, run);
  return useMutation({
    mutationFn: ({ pair, label }: { pair: string; label: LabelWord }) =>
      unwrap(
        client.judges.workspaces[":workspace"].skills[":skill"]["suite-runs"][":number"].labels[":pair"].$put(
          {
            param: { workspace, skill, number: String(run), pair },
            json: { label },
          },
        ),
      ),
    onSuccess: ({ label, calibration }, { pair }) => {
      cache.setQueryData(queryKey, (before) =>
        before ? { ...before, pages: before.pages.map((page) => withLabel(page, pair, label)) } : before,
      );
      onLabelled(calibration);
      void cache.invalidateQueries({ queryKey: proofKey(workspace, "run", skill, run) });
    },
  });
}

const withLabel = (page: LabelPairList, pair: string, label: LabelWord): LabelPairList => ({
  ...page,
  items: page.items.map((one) => (one.id === pair ? { ...one, label } : one)),
});

function LabelHead({ calibration, judge }: { calibration: Calibration; judge: string }) {
  const { labels, needed } = calibration;
  return (
    <header className="grid gap-1">
      <p role="status" className="font-medium">
        {labels < needed ? `${labels} of ${needed} labels` : formatCount(labels, "label")}
      </p>
      <CalibrationLines calibration={calibration} judge={judge} />
      <p className="text-pretty text-ink-2">
        Which answer meets the criterion better? Neither which of them had the skill nor what{" "}
        <ShownText text={judge} /> said is told here.
      </p>
    </header>
  );
}

type PairProps = {
  pair: LabelPair;
  place: string;
  /** Why this person cannot label. */
  blocked: string | undefined;
  onSay: (label: LabelWord) => void;
};

function Pair({ pair, place, blocked, onSay }: PairProps) {
  return (
    <section aria-label={place} className="grid gap-3">
      <p className="text-12 text-ink-3">{place}</p>
      <dl className="grid gap-2">
        <div>
          <dt className="font-medium">Task</dt>
          <dd className="whitespace-pre-wrap [overflow-wrap:anywhere]">
            <ShownText text={pair.task} />
          </dd>
        </div>
        <div>
          <dt className="font-medium">Criterion</dt>
          <dd className="whitespace-pre-wrap [overflow-wrap:anywhere]">
            <ShownText text={pair.criterion} />
          </dd>
        </div>
      </dl>
      <div className="grid grid-cols-2 gap-3 compact:grid-cols-1">
        <Answer name="A" text={pair.first} />
        <Answer name="B" text={pair.second} />
      </div>
      <fieldset className="flex flex-wrap gap-2" aria-label="Your word">
        {choices.map(({ key, label, words }) => (
          <Button
            key={label}
            variant={pair.label === label ? "primary" : "default"}
            aria-pressed={pair.label === label}
            shortcut={key}
            missingRight={blocked}
            onClick={() => onSay(label)}
          >
            {words}
          </Button>
        ))}
      </fieldset>
    </section>
  );
}

function Answer({ name, text }: { name: string; text: string }) {
  return (
    <section aria-label={`Answer ${name}`} className="min-w-0 rounded-2 border border-line p-3">
      <h3 className="mb-1">{name}</h3>
      <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">
        <ShownText text={text} />
      </p>
    </section>
  );
}
