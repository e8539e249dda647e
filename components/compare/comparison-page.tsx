"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Columns2 } from "lucide-react";
import { useEffect, useState } from "react";
import { agentQuery } from "@/components/data/agent-queries";
import { comparisonKeys, comparisonQuery } from "@/components/data/comparison-queries";
import { comparePath, comparisonsPath, playgroundPath } from "@/components/data/playground-paths";
import { useSession, useWorkspace } from "@/components/layout/current-workspace";
import { useShortcut } from "@/components/layout/keyboard";
import { Page } from "@/components/layout/page";
import { TopLine } from "@/components/layout/top-line";
import { Composer } from "@/components/playground/composer/composer";
import { suggestedSkillsOf } from "@/components/playground/composer/skill-suggestions";
import { useWhyNotStopped } from "@/components/playground/runs/use-why-not-stopped";
import { ButtonLink } from "@/components/ui/button";
import { Tab, TabList, TabPanel, Tabs } from "@/components/ui/tabs";
import { client, unwrap } from "@/lib/api/client";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { Comparison } from "@/lib/sessions/comparison-schema";
import { ComparedTurns } from "./compared-turns";
import { ComparisonColumn } from "./comparison-column";
import { ComparisonMenu } from "./comparison-menu";
import { type ColumnLog, useColumnLog } from "./use-column-log";

/** Figures and aligned events come from the server: asked again while anything runs, and once when it ends. */
const refreshMs = 1_500;

/** One message, two columns, and what differs between them. */
export function ComparisonPage({ id }: { id: string }) {
  const { slug: workspace } = useWorkspace();
  const { data: comparison, refetch } = useQuery({
    ...comparisonQuery(client.comparisons, workspace, id),
    refetchInterval: ({ state }) =>
      state.data?.columns.some(({ running }) => running !== null) ? refreshMs : false,
  });
  const [left, right] = comparison?.columns ?? [];
  if (!comparison || !left || !right) return <Page top={<TopLine title="Comparison" />}>{null}</Page>;
  return <Loaded comparison={comparison} leftId={left.id} rightId={right.id} onEnd={refetch} />;
}

type LoadedProps = { comparison: Comparison; leftId: string; rightId: string; onEnd: () => unknown };

function Loaded({ comparison, leftId, rightId, onEnd }: LoadedProps) {
  const { slug: workspace } = useWorkspace();
  const left = useColumnLog(workspace, leftId);
  const right = useColumnLog(workspace, rightId);
  const running = left.running !== undefined || right.running !== undefined;
  useEffect(() => {
    if (!running) onEnd();
  }, [running, onEnd]);
  const message = comparison.turns.at(-1)?.message ?? "";
  const agent = comparison.columns[0]?.agent?.slug ?? "";
  return (
    <Page
      top={
        <TopLine
          title={markHidden(comparison.title)}
          crumbs={[
            { label: "Playground", href: playgroundPath(workspace) },
            { label: "Comparisons", href: comparisonsPath(workspace) },
          ]}
          actions={<ComparisonMenu comparison={comparison} />}
          primary={
            <ButtonLink href={comparePath(workspace, { agent, message })} variant="primary" icon={Columns2}>
              <span>
                New<span className="narrow:hidden"> comparison</span>
              </span>
            </ButtonLink>
          }
        />
      }
    >
      <Views comparison={comparison} left={left} right={right} />
      <NextMessage comparison={comparison} left={left} right={right} />
    </Page>
  );
}

type SidesProps = { comparison: Comparison; left: ColumnLog; right: ColumnLog };

function Views({ comparison, left, right }: SidesProps) {
  const changed = comparison.turns
    .flatMap(({ differences }) => differences)
    .filter(({ kind }) => kind !== "same").length;
  return (
    <Tabs defaultValue="columns" className="min-h-0 flex-1">
      <TabList label="Comparison">
        <Tab value="columns">Side by side</Tab>
        <Tab value="differences" count={changed}>
          Differences
        </Tab>
      </TabList>
      <TabPanel value="columns" className="grid min-h-0 grid-cols-2 compact:grid-cols-1">
        {[left, right].map((log, at) => (
          <ComparisonColumn
            key={log.conversation}
            title={at === 0 ? "Left" : "Right"}
            column={comparison.columns[at]}
            log={log}
            metrics={comparison.turns.at(-1)?.metrics[at] ?? null}
            className={at === 0 ? "border-line border-r compact:border-r-0" : ""}
          />
        ))}
      </TabPanel>
      <TabPanel value="differences" className="overflow-y-auto compact:overflow-visible">
        <ComparedTurns turns={comparison.turns} left={left} right={right} />
      </TabPanel>
    </Tabs>
  );
}

/** The next message goes to both, or to none. */
function NextMessage({ comparison, left, right }: SidesProps) {
  const { slug: workspace } = useWorkspace();
  const { user } = useSession();
  const queryClient = useQueryClient();
  const [text, setText] = useState("");
  const column = comparison.columns[0];
  const { data: agent } = useQuery({
    ...agentQuery(client.agents, workspace, column?.agent?.slug ?? ""),
    enabled: column?.agent !== null && column !== undefined,
  });
  const runs = client.runs.workspaces[":workspace"].conversations[":conversation"].runs;
  const send = useMutation({
    mutationFn: (message: string) =>
      unwrap(
        client.comparisons.workspaces[":workspace"].comparisons[":comparison"].messages.$post({
          param: { workspace, comparison: comparison.id },
          json: { message },
        }),
      ),
    onSuccess: () => setText(""),
    onSettled: () =>
      queryClient.invalidateQueries({ queryKey: comparisonKeys.one(workspace, comparison.id) }),
  });
  const stop = useMutation({
    mutationFn: () =>
      Promise.all(
        [left, right].flatMap(({ conversation, running }) =>
          running
            ? [unwrap(runs[":run"].stop.$post({ param: { workspace, conversation, run: running.runId } }))]
            : [],
        ),
      ),
  });
  const running = left.running !== undefined || right.running !== undefined;
  const whyNotStopped = useWhyNotStopped(
    [left, right].map((side, at) => ({
      startedBy: side.running?.start.payload.startedBy,
      mayEdit: comparison.columns[at]?.mayEdit,
    })),
  );
  const mayStop = running && whyNotStopped === undefined;
  useShortcut("escape", "Stop both runs", () => stop.mutate(), { enabled: mayStop, inInputs: true });
  const mine = comparison.createdBy.id === user.id;
  return (
    <Composer
      agent={null}
      agentChoice={<span className="px-1.5 text-ink-2">To both columns</span>}
      skills={suggestedSkillsOf(agent, column?.overlay ?? [])}
      text={text}
      onText={setText}
      onSend={() => send.mutate(text.trim())}
      running={running}
      whyNotStopped={whyNotStopped}
      onStop={() => stop.mutate()}
      sending={send.isPending}
      blockedReason={mine || comparison.shared ? undefined : "This comparison is private."}
    />
  );
}
