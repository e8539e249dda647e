"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { effectSuiteQuery } from "@/components/data/effect-queries";
import { suiteRunPath } from "@/components/data/proof-paths";
import { suiteRunQuery, suiteRunsQuery } from "@/components/data/proof-queries";
import { skillQuery } from "@/components/data/skill-queries";
import { FootLine } from "@/components/layout/foot-line";
import { useShortcut } from "@/components/layout/keyboard";
import { Page } from "@/components/layout/page";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { formatCount } from "@/components/ui/format";
import { NotLoaded } from "@/components/ui/not-loaded";
import { itemsOf } from "@/components/ui/paged-query";
import { TextLink } from "@/components/ui/text-link";
import { client } from "@/lib/api/client";
import type { SkillDetail } from "@/lib/library/skill-schema";
import type { SuiteRun, SuiteRunDetail } from "@/lib/proof/schema";
import type { EffectSuite } from "@/lib/proof/suite-schema";
import type { BlockedRun } from "../proof-page";
import { ProofTop } from "../proof-top";
import { EffectTabs } from "./effect-tabs";

const RunDialog = dynamic(() => import("../run-dialog").then((module) => module.RunDialog), { ssr: false });

type EffectPageProps = {
  workspace: string;
  skill: string;
  /** Of a run; null: the newest of tasks. */
  number: number | null;
};

/** The tasks of a skill: what it is worth to them, task by task, and the tasks themselves. */
export function EffectPage({ workspace, skill, number }: EffectPageProps) {
  const detail = useQuery(skillQuery(client.library, workspace, skill));
  const suite = useQuery(effectSuiteQuery(client.proof, workspace, skill));
  const runs = useInfiniteQuery(suiteRunsQuery(client.proof, workspace, skill, "effect"));
  const newest = itemsOf(runs)[0] ?? null;
  const [opened, setOpened] = useState<{ number: number | null } | null>(null);
  // What begins while somebody reads or writes here is offered, not put in the place of what they look at.
  if (opened === null && runs.isSuccess) setOpened({ number: newest?.number ?? null });
  const shown = number ?? (opened === null ? (newest?.number ?? null) : opened.number);
  const run = useQuery({
    ...suiteRunQuery(client.proof, workspace, skill, shown ?? 0),
    enabled: shown !== null,
  });
  // The run that was looked at is deleted: what is the newest now takes its place.
  if (number === null && shown !== null && run.error !== null && runs.isSuccess && newest?.number !== shown)
    setOpened({ number: newest?.number ?? null });
  const failed = [detail, suite, runs, run].find(({ error, data }) => error !== null && data === undefined);
  const isKnown = runs.isSuccess && (shown === null || run.data !== undefined);
  if (failed || !detail.data || !suite.data || !isKnown)
    return (
      <Page top={<ProofTop workspace={workspace} skill={skill} suite="effect" run={null} />}>
        <NotLoaded
          query={failed ?? detail}
          loading="Loading the tasks"
          failed="The tasks could not be shown"
          wholePage
        />
      </Page>
    );
  return (
    <EffectContent
      workspace={workspace}
      skill={detail.data}
      suite={suite.data}
      runs={runs}
      run={run.data ?? null}
      newer={number === null && newest !== null && newest.number > (shown ?? 0) ? newest : null}
    />
  );
}

export type EffectContentProps = {
  workspace: string;
  skill: SkillDetail;
  suite: EffectSuite;
  runs: ReturnType<typeof useRuns>;
  run: SuiteRunDetail | null;
  /** A run that has begun since the page was opened on the newest. */
  newer: SuiteRun | null;
};

const useRuns = () => useInfiniteQuery(suiteRunsQuery(client.proof, "", "", "effect"));

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
      {newer ? (
        <p role="status" className="flex-none border-line border-b bg-sunken px-4 py-1.5 text-ink-2">
          Run {newer.number} has begun since this page was opened.{" "}
          <TextLink href={suiteRunPath(workspace, skill.name, newer.number)}>
            Show run {newer.number}
          </TextLink>
        </p>
      ) : null}
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
