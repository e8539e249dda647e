"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useRef } from "react";
import { runTasksQuery } from "@/components/data/effect-queries";
import { effectTabs } from "@/components/data/proof-paths";
import { useBlockedForSkill } from "@/components/library/use-blocked-for-skill";
import { classNames } from "@/components/ui/class-names";
import { formatCount } from "@/components/ui/format";
import { NotLoaded } from "@/components/ui/not-loaded";
import { ShownText } from "@/components/ui/shown-text";
import { SkeletonRows } from "@/components/ui/skeleton";
import { Tab, TabList, TabPanel, Tabs } from "@/components/ui/tabs";
import { client } from "@/lib/api/client";
import { isGoingOn } from "@/lib/proof/proof-options";
import type { SuiteRunDetail } from "@/lib/proof/schema";
import type { TaskResult } from "@/lib/proof/trials/trial-schema";
import { besideColumns, besidePanel } from "../beside-panel";
import { HistoryTab } from "../history-tab";
import { PooledRuns } from "../pooled-runs";
import { hostName } from "../proof-words";
import { RunCost } from "../run-cost";
import { RunsTab } from "../runs-tab";
import { NoTasks, TasksNotRun } from "./effect-empty";
import { ArmTable, EffectParts } from "./effect-figures";
import { EffectNotes } from "./effect-notes";
import type { EffectContentProps } from "./effect-page";
import { EffectVerdict } from "./effect-verdict";
import { JudgeSection } from "./judge-section";
import { LabelTab } from "./label-tab";
import { TaskPanel } from "./task-panel";
import { TaskTable } from "./task-table";
import { useEffectView } from "./use-effect-view";

const TaskEditor = dynamic(() => import("./task-editor").then((module) => module.TaskEditor), {
  ssr: false,
  loading: () => <SkeletonRows label="Opening the tasks" />,
});

type EffectTabsProps = EffectContentProps & { onRun: () => void; noRun: string | undefined };

/** Result, runs, and the tasks to write in; beside the result, the recorded session of a task in one of its arms. */
export function EffectTabs(props: EffectTabsProps) {
  const { skill, suite, runs, run, onRun, noRun } = props;
  const { view, show } = useEffectView();
  const blocked = useBlockedForSkill(skill);
  const panel = useRef<HTMLElement>(null);
  const query = useRunTasks(props);
  const tasks = query.data?.items ?? [];
  const task = tasks.find(({ id }) => id === view.task) ?? tasks[0] ?? null;
  const dialect = run?.dialects.find(({ id }) => id === view.host)?.id ?? run?.dialects[0]?.id ?? "";
  const isBeside = task !== null && run !== null && view.tab === "result";
  const edit = () => show({ tab: "edit" });
  const choose = (id: string) => {
    if (id !== task?.id) show({ task: id, trial: 1 });
  };
  const open = (id: string, arm: string) => {
    show({ task: id, arm, trial: 1 });
    // After it is drawn: the panel may come into being by this.
    requestAnimationFrame(() => {
      panel.current?.focus();
      panel.current?.scrollIntoView({ block: "nearest" });
    });
  };
  return (
    <div
      className={classNames(
        "grid min-h-0 flex-1 compact:grid-cols-1",
        isBeside ? besideColumns : "grid-cols-1",
      )}
    >
      <Tabs
        value={view.tab}
        onValueChange={(value) => show({ tab: effectTabs.find((tab) => tab === value) ?? "result" })}
      >
        <EffectTabList run={run} suite={suite} />
        <TabPanel value="result" className="flex min-h-0 flex-col data-[state=inactive]:hidden">
          {run ? (
            <EffectResult
              workspace={props.workspace}
              run={run}
              tasks={tasks}
              query={query}
              dialect={dialect}
              chosen={task?.id ?? null}
              onChoose={choose}
              onOpen={open}
              onLabel={() => show({ tab: "label" })}
            />
          ) : suite.tasks.length === 0 ? (
            <NoTasks onWrite={edit} />
          ) : (
            <TasksNotRun suite={suite} onRun={onRun} noRun={noRun} onEdit={edit} />
          )}
        </TabPanel>
        <LabelPanel skill={skill.name} run={run} />
        <TabPanel value="history" className="overflow-auto">
          <HistoryTab skill={skill.name} suite="effect" list={runs} shown={run} dialect={dialect} />
        </TabPanel>
        <TabPanel value="runs" className="overflow-auto">
          <RunsTab skill={skill.name} suite="effect" list={runs} shown={run} />
        </TabPanel>
        <TabPanel value="edit" className="flex min-h-0 flex-col data-[state=inactive]:hidden">
          <TaskEditor skill={skill.name} suite={suite} blocked={blocked} />
        </TabPanel>
      </Tabs>
      {isBeside ? (
        <aside ref={panel} tabIndex={-1} aria-label="Recorded session" className={besidePanel}>
          <TaskPanel
            skill={skill.name}
            run={run}
            task={task}
            dialect={dialect}
            onDialect={(host) => show({ host })}
            arm={view.arm ?? "found"}
            onArm={(arm) => show({ arm, trial: 1 })}
            repeat={view.trial}
            onRepeat={(trial) => show({ trial })}
            mayEdit={blocked === undefined}
            onEdit={edit}
            onLabel={run.judge ? () => show({ tab: "label" }) : null}
          />
        </aside>
      ) : null}
    </div>
  );
}

/** Where a judge compared answers. */
function LabelPanel({ skill, run }: { skill: string; run: SuiteRunDetail | null }) {
  if (!run?.judge) return null;
  return (
    <TabPanel value="label" className="overflow-auto">
      <LabelTab key={run.number} skill={skill} run={run.number} judge={run.judge} />
    </TabPanel>
  );
}

const useRunTasks = ({ workspace, skill, run }: EffectContentProps) =>
  useQuery({
    ...runTasksQuery(client.proof, workspace, skill.name, {
      run: run?.number ?? 0,
      isOver: run !== null && !isGoingOn(run.state),
    }),
    enabled: run !== null,
  });

function EffectTabList({ run, suite }: Pick<EffectTabsProps, "run" | "suite">) {
  const findings = suite.findings.length;
  return (
    <TabList
      label="Tasks"
      end={
        <span className="font-mono narrow:hidden">
          <ShownText text={suite.path} />
        </span>
      }
    >
      <Tab value="result" count={run?.cases ?? suite.tasks.length}>
        Result
      </Tab>
      {run?.judge ? (
        <Tab value="label" count={`${run.judge.calibration.labels} of ${run.judge.calibration.needed}`}>
          Label
        </Tab>
      ) : null}
      <Tab value="history">History</Tab>
      <Tab value="runs" count={run ? `${run.runsOfDigest} of this digest` : undefined}>
        Runs
      </Tab>
      <Tab value="edit" count={findings === 0 ? undefined : formatCount(findings, "finding")}>
        Edit tasks
      </Tab>
    </TabList>
  );
}

type EffectResultProps = {
  workspace: string;
  run: SuiteRunDetail;
  tasks: readonly TaskResult[];
  query: ReturnType<typeof useRunTasks>;
  dialect: string;
  chosen: string | null;
  onChoose: (id: string) => void;
  onOpen: (id: string, arm: string) => void;
  onLabel: () => void;
};

function EffectResult({
  workspace,
  run,
  tasks,
  query,
  dialect,
  chosen,
  onChoose,
  onOpen,
  onLabel,
}: EffectResultProps) {
  const figures = run.effectFigures.find((one) => one.dialect === dialect);
  return (
    <div className="min-h-0 flex-1 overflow-auto compact:overflow-visible">
      {figures ? (
        <div className="grid grid-cols-2 border-line border-b narrow:grid-cols-1">
          <section aria-label="Result" className="grid min-w-0 content-start gap-2 px-4 py-3">
            <EffectVerdict run={run} figures={figures} />
            <EffectNotes run={run} figures={figures} tasks={tasks} />
            {run.judge && figures.judged ? (
              <JudgeSection judge={run.judge} judged={figures.judged} onLabel={onLabel} />
            ) : null}
            <PooledRuns run={run} dialect={dialect} />
          </section>
          <section
            aria-label="Effect"
            className="grid min-w-0 content-start gap-3 border-line border-l px-4 py-3 narrow:border-t narrow:border-l-0"
          >
            <EffectParts figures={figures} />
            <ArmTable figures={figures} />
          </section>
        </div>
      ) : null}
      <RunCost workspace={workspace} run={run} />
      {query.data === undefined || !figures ? (
        <NotLoaded query={query} loading="Loading the tasks" failed="The tasks could not be read" />
      ) : (
        <TaskTable
          figures={figures}
          tasks={tasks}
          host={hostName(run.dialects, dialect)}
          chosen={chosen}
          onChoose={onChoose}
          onOpen={onOpen}
        />
      )}
    </div>
  );
}
