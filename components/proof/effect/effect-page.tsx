"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { effectSuiteQuery } from "@/components/data/effect-queries";
import { FootLine } from "@/components/layout/foot-line";
import { useShortcut } from "@/components/layout/keyboard";
import { Page } from "@/components/layout/page";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { formatCount } from "@/components/ui/format";
import { NotLoaded } from "@/components/ui/not-loaded";
import { client } from "@/lib/api/client";
import type { SuiteRun } from "@/lib/proof/schema";
import type { EffectSuite } from "@/lib/proof/suites/suite-schema";
import { NewerRun } from "../newer-run";
import { type BlockedRun, ProofTop } from "../proof-top";
import { type ProofPlace, type ShownRun, useShownRun } from "../use-shown-run";
import { EffectTabs } from "./effect-tabs";

const RunDialog = dynamic(() => import("../run-dialog").then((module) => module.RunDialog), { ssr: false });

/** The tasks of a skill: what it is worth to them, task by task, and the tasks themselves. */
export function EffectPage(place: ProofPlace) {
  const { workspace, skill } = place;
  const suite = useQuery(effectSuiteQuery(client.proof, workspace, skill));
  const { shown, waitsFor } = useShownRun(place, "effect", suite);
  if (!shown || !suite.data)
    return (
      <Page top={<ProofTop workspace={workspace} skill={skill} suite="effect" run={null} />}>
        <NotLoaded
          query={waitsFor}
          loading="Loading the tasks"
          failed="The tasks could not be shown"
          wholePage
        />
      </Page>
    );
  return <EffectContent {...shown} suite={suite.data} />;
}

export type EffectContentProps = ShownRun & { suite: EffectSuite };

function EffectContent(props: EffectContentProps) {
  const { workspace, skill, suite, run, newer } = props;
  const [isChoosing, setIsChoosing] = useState(false);
  const blocked = useBlockedRun(suite);
  const ask = () => setIsChoosing(true);
  useShortcut("r", "Run the tasks", ask, { enabled: blocked.reason === undefined && !blocked.right });
  return (
    <Page
      top={
        <ProofTop
          workspace={workspace}
          skill={skill.name}
          suite="effect"
          run={run}
          onRun={ask}
          blocked={blocked}
        />
      }
      foot={<EffectFoot run={run} />}
    >
      <NewerRun workspace={workspace} run={newer} />
      <EffectTabs {...props} onRun={ask} noRun={blocked.right ?? blocked.reason} />
      {isChoosing ? (
        <RunDialog skill={skill} suite="effect" files={suite.files} close={() => setIsChoosing(false)} />
      ) : null}
    </Page>
  );
}

/** Why nothing can be run now: the role, or that no task can be tried. */
function useBlockedRun({ tasks }: EffectSuite): BlockedRun {
  const right = useBlockedFor("playground.rehearse");
  const reason =
    tasks.length === 0
      ? "Write at least one task first."
      : tasks.some(({ runs, asksJudge }) => runs || asksJudge)
        ? undefined
        : "No task has a grader that decides something. Add one first.";
  return { right, reason };
}

function EffectFoot({ run }: { run: SuiteRun | null }) {
  if (!run) return null;
  const { cases, arms, repeats, progress } = run;
  return (
    <FootLine
      keys={[
        { keys: "j k", label: "task" },
        { keys: "1", label: "first trial" },
        { keys: "?", label: "all keys" },
      ]}
    >
      <span>
        {formatCount(cases, "task")}, {formatCount(arms.length, "arm")}
      </span>
      <span>{formatCount(repeats, "trial")} per task, arm and host</span>
      {progress.invalid === 0 ? null : (
        <span>{formatCount(progress.invalid, "trial")} invalid, left out</span>
      )}
    </FootLine>
  );
}
