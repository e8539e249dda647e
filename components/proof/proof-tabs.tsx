"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useRef } from "react";
import { proofTabs } from "@/components/data/proof-paths";
import { runCasesQuery } from "@/components/data/proof-queries";
import { useBlockedForSkill } from "@/components/library/use-blocked-for-skill";
import { classNames } from "@/components/ui/class-names";
import { formatCount } from "@/components/ui/format";
import { itemsOf } from "@/components/ui/paged-query";
import { ShownText } from "@/components/ui/shown-text";
import { SkeletonRows } from "@/components/ui/skeleton";
import { Tab, TabList, TabPanel, Tabs } from "@/components/ui/tabs";
import { client } from "@/lib/api/client";
import { isGoingOn } from "@/lib/proof/proof-options";
import { besideColumns, besidePanel } from "./beside-panel";
import { orderCases } from "./case-order";
import { CasePanel } from "./case-panel";
import { CasesTab } from "./cases-tab";
import { changesOf, findBaseline } from "./find-baseline";
import { HistoryTab } from "./history-tab";
import { HostsTab } from "./hosts-tab";
import { NoCases, NotRunYet } from "./proof-empty";
import type { ProofContentProps } from "./proof-page";
import { RunsTab } from "./runs-tab";
import { useProofView } from "./use-proof-view";

const SuiteEditor = dynamic(() => import("./suite-editor").then((module) => module.SuiteEditor), {
  ssr: false,
  loading: () => <SkeletonRows label="Opening the cases" />,
});

type ProofTabsProps = ProofContentProps & { onRun: () => void; noRun: string | undefined };

/** Cases, hosts, runs, and the table to write cases in; beside the first two, the recorded session of a case. */
export function ProofTabs(props: ProofTabsProps) {
  const { skill, suite, runs, run } = props;
  const { view, show } = useProofView();
  const blocked = useBlockedForSkill(skill);
  const panel = useRef<HTMLElement>(null);
  const found = useShownCases(props, view.host);
  const one =
    found.cases.find(({ id }) => id === view.case) ?? orderCases(found.cases, found.dialect)[0] ?? null;
  const beside = one !== null && run !== null && (view.tab === "cases" || view.tab === "hosts");
  const edit = () => show({ tab: "edit" });
  const choose = (id: string) => {
    if (id !== one?.id) show({ case: id, trial: 1 });
  };
  const open = (id: string) => {
    choose(id);
    // After it is drawn: the panel may come into being by this.
    requestAnimationFrame(() => {
      panel.current?.focus();
      panel.current?.scrollIntoView({ block: "nearest" });
    });
  };
  const shown = { ...found, chosen: one?.id ?? null, onChoose: choose, onOpen: open };
  return (
    <div
      className={classNames(
        "grid min-h-0 flex-1 compact:grid-cols-1",
        beside ? besideColumns : "grid-cols-1",
      )}
    >
      <Tabs
        value={view.tab}
        onValueChange={(value) => show({ tab: proofTabs.find((tab) => tab === value) ?? "cases" })}
      >
        <ProofTabList run={run} suite={suite} />
        <TabPanel value="cases" className="flex min-h-0 flex-col data-[state=inactive]:hidden">
          {run ? (
            <CasesTab
              {...shown}
              workspace={props.workspace}
              run={run}
              onlyNotRight={view.onlyNotRight}
              onFilter={(onlyNotRight) => show({ onlyNotRight })}
            />
          ) : (
            <NotRun {...props} onEdit={edit} />
          )}
        </TabPanel>
        <TabPanel value="hosts" className="overflow-auto">
          {run ? <HostsTab {...shown} run={run} /> : <p className="p-4 text-ink-2">Nothing has run yet.</p>}
        </TabPanel>
        <TabPanel value="history" className="overflow-auto">
          <HistoryTab skill={skill.name} list={runs} shown={run} dialect={found.dialect} />
        </TabPanel>
        <TabPanel value="runs" className="overflow-auto">
          <RunsTab skill={skill.name} list={runs} shown={run} />
        </TabPanel>
        <TabPanel value="edit" className="flex min-h-0 flex-col data-[state=inactive]:hidden">
          <SuiteEditor skill={skill.name} suite={suite} blocked={blocked} />
        </TabPanel>
      </Tabs>
      {beside ? (
        <aside ref={panel} tabIndex={-1} aria-label="Recorded session" className={besidePanel}>
          <CasePanel
            skill={skill.name}
            run={run}
            one={one}
            dialect={found.dialect}
            onDialect={(host) => show({ host })}
            repeat={view.trial}
            onRepeat={(trial) => show({ trial })}
            mayEdit={blocked === undefined}
            onEdit={edit}
          />
        </aside>
      ) : null}
    </div>
  );
}

function ProofTabList({ run, suite }: Pick<ProofTabsProps, "run" | "suite">) {
  const findings = suite.findings.length;
  return (
    <TabList
      label="Trigger suite"
      end={
        <span className="font-mono narrow:hidden">
          <ShownText text={suite.path} />
        </span>
      }
    >
      <Tab value="cases" count={run?.cases ?? suite.cases.length}>
        Cases
      </Tab>
      <Tab value="hosts" count={run?.dialects.length}>
        Hosts
      </Tab>
      <Tab value="history">History</Tab>
      <Tab value="runs" count={run ? `${run.runsOfDigest} of this digest` : undefined}>
        Runs
      </Tab>
      <Tab value="edit" count={findings === 0 ? undefined : formatCount(findings, "finding")}>
        Edit cases
      </Tab>
    </TabList>
  );
}

function NotRun({ workspace, skill, suite, onRun, noRun, onEdit }: ProofTabsProps & { onEdit: () => void }) {
  return suite.cases.length === 0 ? (
    <NoCases workspace={workspace} skill={skill.name} onWrite={onEdit} />
  ) : (
    <NotRunYet suite={suite} onRun={onRun} noRun={noRun} onEdit={onEdit} />
  );
}

/** The cases of the run that is shown, and how each moved against an earlier one. */
function useShownCases({ workspace, skill, runs, run }: ProofTabsProps, host: string | null) {
  const query = useQuery({
    ...runCasesQuery(client.proof, workspace, skill.name, {
      run: run?.number ?? 0,
      isOver: run !== null && !isGoingOn(run.state),
    }),
    enabled: run !== null,
  });
  const baseline = run === null ? null : findBaseline(run, itemsOf(runs));
  const before = useQuery({
    ...runCasesQuery(client.proof, workspace, skill.name, { run: baseline?.number ?? 0, isOver: true }),
    enabled: baseline !== null,
  });
  const dialect = run?.dialects.find(({ id }) => id === host)?.id ?? run?.dialects[0]?.id ?? "";
  const cases = query.data?.items ?? [];
  const moved =
    baseline === null || before.data === undefined
      ? null
      : { label: baseline.label, changes: changesOf(cases, before.data.items, dialect) };
  return { query, cases, dialect, baseline, moved };
}
