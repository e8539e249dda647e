"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { triggerSuiteQuery } from "@/components/data/proof-queries";
import { FootLine } from "@/components/layout/foot-line";
import { useShortcut } from "@/components/layout/keyboard";
import { Page } from "@/components/layout/page";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { formatCount } from "@/components/ui/format";
import { NotLoaded } from "@/components/ui/not-loaded";
import { client } from "@/lib/api/client";
import type { SuiteRun } from "@/lib/proof/schema";
import type { TriggerSuite } from "@/lib/proof/suites/suite-schema";
import { NewerRun } from "./newer-run";
import { ProofTabs } from "./proof-tabs";
import { type BlockedRun, ProofTop } from "./proof-top";
import { type ProofPlace, type ShownRun, useShownRun } from "./use-shown-run";

const RunDialog = dynamic(() => import("./run-dialog").then((module) => module.RunDialog), { ssr: false });

/** The trigger suite of a skill: whether it is found, case by case, and the cases themselves. */
export function ProofPage(place: ProofPlace) {
  const { workspace, skill } = place;
  const suite = useQuery(triggerSuiteQuery(client.proof, workspace, skill));
  const { shown, waitsFor } = useShownRun(place, "trigger", suite);
  if (!shown || !suite.data)
    return (
      <Page top={<ProofTop workspace={workspace} skill={skill} run={null} />}>
        <NotLoaded
          query={waitsFor}
          loading="Loading the trigger suite"
          failed="The trigger suite could not be shown"
          wholePage
        />
      </Page>
    );
  return <ProofContent {...shown} suite={suite.data} />;
}

export type ProofContentProps = ShownRun & { suite: TriggerSuite };

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
      <NewerRun workspace={workspace} run={newer} />
      <ProofTabs {...props} onRun={ask} noRun={blocked.right ?? blocked.reason} />
      {isChoosing ? <RunDialog skill={skill} close={() => setIsChoosing(false)} /> : null}
    </Page>
  );
}

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
