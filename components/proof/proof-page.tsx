"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { suiteRunPath } from "@/components/data/proof-paths";
import { suiteRunQuery, suiteRunsQuery, triggerSuiteQuery } from "@/components/data/proof-queries";
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
import type { TriggerSuite } from "@/lib/proof/suite-schema";
import { ProofTabs } from "./proof-tabs";
import { ProofTop } from "./proof-top";

const RunDialog = dynamic(() => import("./run-dialog").then((module) => module.RunDialog), { ssr: false });

type ProofPageProps = {
  workspace: string;
  skill: string;
  /** Of a run; null: the newest. */
  number: number | null;
};

/** The trigger suite of a skill: whether it is found, case by case, and the cases themselves. */
export function ProofPage({ workspace, skill, number }: ProofPageProps) {
  const detail = useQuery(skillQuery(client.library, workspace, skill));
  const suite = useQuery(triggerSuiteQuery(client.proof, workspace, skill));
  const runs = useInfiniteQuery(suiteRunsQuery(client.proof, workspace, skill));
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
      <Page top={<ProofTop workspace={workspace} skill={skill} run={null} />}>
        <NotLoaded
          query={failed ?? detail}
          loading="Loading the trigger suite"
          failed="The trigger suite could not be shown"
          wholePage
        />
      </Page>
    );
  return (
    <ProofContent
      workspace={workspace}
      skill={detail.data}
      suite={suite.data}
      runs={runs}
      run={run.data ?? null}
      newer={number === null && newest !== null && newest.number > (shown ?? 0) ? newest : null}
    />
  );
}

export type ProofContentProps = {
  workspace: string;
  skill: SkillDetail;
  suite: TriggerSuite;
  runs: ReturnType<typeof useRuns>;
  run: SuiteRunDetail | null;
  /** A run that has begun since the page was opened on the newest. */
  newer: SuiteRun | null;
};

const useRuns = () => useInfiniteQuery(suiteRunsQuery(client.proof, "", ""));

function ProofContent(props: ProofContentProps) {
  const { workspace, skill, suite, run, newer } = props;
  const [isChoosing, setIsChoosing] = useState(false);
  const blocked = useBlockedRun(suite);
  const ask = () => setIsChoosing(true);
  useShortcut("r", "Run the suite", ask, { enabled: blocked.reason === undefined && !blocked.right });
  return (
    <Page
      top={<ProofTop workspace={workspace} skill={skill.name} run={run} onRun={ask} blocked={blocked} />}
      foot={<ProofFoot run={run} />}
    >
      {newer ? <NewerRun workspace={workspace} run={newer} /> : null}
      <ProofTabs {...props} onRun={ask} noRun={blocked.right ?? blocked.reason} />
      {isChoosing ? <RunDialog skill={skill} close={() => setIsChoosing(false)} /> : null}
    </Page>
  );
}

function NewerRun({ workspace, run }: { workspace: string; run: SuiteRun }) {
  return (
    <p role="status" className="flex-none border-line border-b bg-sunken px-4 py-1.5 text-ink-2">
      Run {run.number} has begun since this page was opened.{" "}
      <TextLink href={suiteRunPath(workspace, run.skill, run.number)}>Show run {run.number}</TextLink>
    </p>
  );
}

export type BlockedRun = { right: string | undefined; reason: string | undefined };

/** Why nothing can be run now: the role, or that there is nothing to run. */
function useBlockedRun({ cases }: TriggerSuite): BlockedRun {
  const right = useBlockedFor("playground.rehearse");
  const reason = cases.length === 0 ? "Write at least one case first." : undefined;
  return { right, reason };
}

function ProofFoot({ run }: { run: SuiteRun | null }) {
  if (!run) return null;
  const { shouldFind, shouldNot, repeats, progress } = run;
  return (
    <FootLine
      keys={[
        { keys: "j k", label: "case" },
        { keys: "1", label: "first trial" },
        { keys: "?", label: "all keys" },
      ]}
    >
      <span>
        {shouldFind} should find it, {shouldNot} should not
      </span>
      <span>{formatCount(repeats, "trial")} per case and host</span>
      {progress.invalid === 0 ? null : (
        <span>{formatCount(progress.invalid, "trial")} invalid, left out</span>
      )}
    </FootLine>
  );
}
