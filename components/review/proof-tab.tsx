"use client";

import { useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { proofPath } from "@/components/data/proof-paths";
import { reviewProofQuery } from "@/components/data/review-queries";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button } from "@/components/ui/button";
import { formatCount, shortDigest } from "@/components/ui/format";
import { NotLoaded } from "@/components/ui/not-loaded";
import { ShownText } from "@/components/ui/shown-text";
import { TextLink } from "@/components/ui/text-link";
import { client } from "@/lib/api/client";
import type { Review, ReviewProof } from "@/lib/reviews/review-schema";
import { NeighbourTable } from "./neighbour-table";
import { OwnProofTable } from "./own-proof-table";
import { countedWords, proofRowsOf } from "./proof-rows";

const RunSuiteDialog = dynamic(() => import("./run-suite-dialog").then((module) => module.RunSuiteDialog), {
  ssr: false,
});
const NeighbourDialog = dynamic(() => import("./neighbour-dialog").then((module) => module.NeighbourDialog), {
  ssr: false,
});

type Opened = "trigger" | "effect" | "neighbours" | null;
type ProofTabProps = { workspace: string; review: Review };

/** What suites say of exactly the bytes under review, and what these bytes do to the skills beside it. */
export function ProofTab({ workspace, review }: ProofTabProps) {
  const proof = useQuery(reviewProofQuery(client.reviews, workspace, review.number));
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  if (!proof.data)
    return <NotLoaded query={proof} loading="Loading the proof" failed="The proof could not be read" />;
  const { skill } = review;
  return (
    <>
      <OwnProof workspace={workspace} review={review} proof={proof.data} onOpen={setOpened} />
      <Neighbours workspace={workspace} review={review} proof={proof.data} onOpen={setOpened} />
      {opened === "trigger" || opened === "effect" ? (
        <RunSuiteDialog workspace={workspace} skill={skill.name} suite={opened} close={close} />
      ) : null}
      {opened === "neighbours" ? (
        <NeighbourDialog workspace={workspace} skill={skill.name} review={review.number} close={close} />
      ) : null}
    </>
  );
}

const suiteNames = { trigger: "The trigger suite", effect: "The tasks" } as const;

type PartProps = ProofTabProps & { proof: ReviewProof; onOpen: (what: Opened) => void };

function OwnProof({ workspace, review, proof, onOpen }: PartProps) {
  const { own, digest } = proof;
  const rows = proofRowsOf(own);
  const isOpen = review.endedAt === null;
  const noRun = useBlockedFor("playground.rehearse");
  const missing = [
    ...(own.has.trigger && own.triggers.length === 0 ? (["trigger"] as const) : []),
    ...(own.has.effect && own.effects.length === 0 ? (["effect"] as const) : []),
  ];
  return (
    <section aria-label="On exactly these bytes">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 border-line border-b px-4 py-2.5">
        <h2>On exactly these bytes</h2>
        <span className="text-ink-3">
          <span className="font-mono" title={digest}>
            {shortDigest(digest)}
          </span>
          {own.counted.all > 0 ? `, ${countedWords(own)}` : null}
        </span>
        {isOpen ? (
          <div className="ml-auto flex flex-wrap gap-2">
            {own.has.trigger ? (
              <Button icon={Play} blockedReason={noRun} onClick={() => onOpen("trigger")}>
                Run the suite
              </Button>
            ) : null}
            {own.has.effect ? (
              <Button icon={Play} blockedReason={noRun} onClick={() => onOpen("effect")}>
                Run the tasks
              </Button>
            ) : null}
          </div>
        ) : null}
      </div>
      {rows.length > 0 ? <OwnProofTable workspace={workspace} skill={review.skill.name} rows={rows} /> : null}
      {missing.map((suite) => (
        <p key={suite} className="border-line border-b px-4 py-2 text-warn">
          {suiteNames[suite]}: not run on these bytes.
        </p>
      ))}
      {own.has.trigger || own.has.effect ? null : (
        <p className="border-line border-b px-4 py-3 text-ink-2">
          <ShownText text={review.skill.name} /> has neither cases nor tasks in these bytes: write some on{" "}
          <TextLink href={proofPath(workspace, review.skill.name)}>its Proof page</TextLink>, and they are run
          here.
        </p>
      )}
    </section>
  );
}

function Neighbours({ workspace, review, proof, onOpen }: PartProps) {
  const { neighbours } = proof;
  const noRun = useBlockedFor("playground.rehearse");
  const losing = neighbours.filter(({ pairs }) =>
    pairs.some(({ lost, alsoChanged }) => lost.length > 0 && alsoChanged.length === 0),
  );
  const isOpen = review.endedAt === null;
  return (
    <section aria-label="What it does to the neighbours">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 border-line border-b px-4 py-2.5">
        <h2>What it does to the neighbours</h2>
        <span className="text-ink-3">their own suites, with this description beside them</span>
        {neighbours.length > 0 ? (
          <span className="ml-auto text-12 text-ink-3">
            {losing.length} of {neighbours.length} lost a case
          </span>
        ) : null}
        {isOpen && neighbours.length > 0 ? (
          <Button icon={Play} blockedReason={noRun} onClick={() => onOpen("neighbours")}>
            Run the neighbours
          </Button>
        ) : null}
      </div>
      {neighbours.length === 0 ? (
        <p className="px-4 py-3 text-ink-2">
          No skill that an agent offers beside <ShownText text={review.skill.name} /> has cases of its own:
          there is nothing that it could be seen to take.
        </p>
      ) : (
        <NeighbourTable
          workspace={workspace}
          neighbours={neighbours}
          label={`${formatCount(neighbours.length, "neighbour")} with suites of their own`}
        />
      )}
    </section>
  );
}
