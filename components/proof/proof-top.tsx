"use client";

import { CircleDot, FlaskConical, Play, Repeat } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { TopLine } from "@/components/layout/top-line";
import { skillCrumbs } from "@/components/library/skill-crumbs";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { shortDigest } from "@/components/ui/format";
import { RelativeTime } from "@/components/ui/relative-time";
import { ShownText } from "@/components/ui/shown-text";
import { isGoingOn } from "@/lib/proof/proof-options";
import type { SuiteRun } from "@/lib/proof/schema";
import { besideWords, sourceWords } from "./proof-words";
import { SuiteChoice } from "./suite-choice";

const RepeatDialog = dynamic(() => import("./repeat-dialog").then((module) => module.RepeatDialog), {
  ssr: false,
});

export type BlockedRun = { right: string | undefined; reason: string | undefined };

type ProofTopProps = {
  workspace: string;
  skill: string;
  /** Which of the two questions the page is about. */
  suite?: SuiteRun["suite"];
  run: SuiteRun | null;
  /** Absent while the page is loading. */
  onRun?: () => void;
  blocked?: BlockedRun;
};

/** What ran, by which model, and what can be run now. */
export function ProofTop({ workspace, skill, suite = "trigger", run, onRun, blocked }: ProofTopProps) {
  return (
    <TopLine
      crumbs={skillCrumbs(workspace, skill)}
      title={suite === "trigger" ? "Trigger suite" : "Tasks"}
      state={<SuiteChoice workspace={workspace} skill={skill} suite={suite} />}
      chips={run ? <RunChips run={run} /> : null}
      actions={run && onRun ? <RepeatButton skill={skill} run={run} right={blocked?.right} /> : null}
      primary={
        onRun ? (
          <Button
            variant="primary"
            icon={Play}
            onClick={onRun}
            missingRight={blocked?.right}
            blockedReason={blocked?.reason}
          >
            {suite === "trigger" ? "Run suite" : "Run tasks"}
          </Button>
        ) : null
      }
    />
  );
}

function RunChips({ run }: { run: SuiteRun }) {
  return (
    <>
      <Chip title={run.digest} className="narrow:hidden compact:inline-flex">
        <span className="font-mono">
          {sourceWords(run.source)} {shortDigest(run.digest)}
        </span>
      </Chip>
      {run.beside === null ? null : (
        <Chip title="These bytes of a sibling were in the catalogue: the run is none of the skill's own figures">
          <ShownText text={besideWords(run.beside)} />
        </Chip>
      )}
      <Chip
        icon={run.scripted ? FlaskConical : CircleDot}
        dashed={run.scripted}
        title={
          run.scripted
            ? run.asksLive
              ? "Rehearsal answers or chooses beside a live model, which is paid: no verdict"
              : "No language model was asked: no verdict"
            : "A live model. Tokens are as it reported them, or estimates where it did not"
        }
      >
        <ShownText text={`${run.scripted ? "Scripted" : "Live"}: ${run.model.name}`} />
      </Chip>
      <span className="text-12 narrow:hidden">
        Run {run.number}
        {run.repeatOf === null ? "" : `, A/A of ${run.repeatOf}`}, <RelativeTime at={run.createdAt} ago />
      </span>
    </>
  );
}

type RepeatButtonProps = { skill: string; run: SuiteRun; right: string | undefined };

/** The very same bytes and settings once more: which share flips says how much of any difference is noise. */
function RepeatButton({ skill, run, right }: RepeatButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        icon={Repeat}
        missingRight={right}
        blockedReason={isGoingOn(run.state) ? "This run still goes on." : undefined}
        title="The same bytes again: which share flips"
        onClick={() => setIsOpen(true)}
      >
        Repeat (A/A)
      </Button>
      {isOpen ? <RepeatDialog skill={skill} run={run} close={() => setIsOpen(false)} /> : null}
    </>
  );
}
