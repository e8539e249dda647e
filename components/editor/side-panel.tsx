"use client";

import dynamic from "next/dynamic";
import { SkeletonRows } from "@/components/ui/skeleton";
import { Tab, TabList, TabPanel, Tabs } from "@/components/ui/tabs";
import type { LevelTokens } from "@/lib/library/package-schema";
import { AgentViewPanel } from "./agent-view/agent-view-panel";
import { useEditorState } from "./editor-context";
import { PreviewPanel } from "./preview-panel";
import { ProblemsPanel } from "./problems/problems-panel";

// The hosts' rules and the search are loaded when they are asked for.
const BudgetPanel = dynamic(() => import("./agent-view/budget-panel").then((module) => module.BudgetPanel), {
  ssr: false,
  loading: () => <SkeletonRows label="Loading the budgets" />,
});

export type SideTab = "problems" | "preview" | "agent" | "budget";
const tabs: readonly SideTab[] = ["problems", "preview", "agent", "budget"];

type SidePanelProps = { tab: SideTab; onTab: (tab: SideTab) => void; published: LevelTokens | null };

export function SidePanel({ tab, onTab, published }: SidePanelProps) {
  const count = useEditorState((state) => state.problems.length);
  const choose = (value: string) => {
    const chosen = tabs.find((each) => each === value);
    if (chosen) onTab(chosen);
  };
  return (
    <Tabs value={tab} onValueChange={choose} className="flex-1">
      <TabList label="About this draft" className="narrow:px-2">
        <Tab value="problems" count={count}>
          Problems
        </Tab>
        <Tab value="preview">Preview</Tab>
        <Tab value="agent">
          <span className="narrow:sr-only">As the agent sees it</span>
          <span aria-hidden="true" className="hidden narrow:inline">
            Agent view
          </span>
        </Tab>
        <Tab value="budget">Budget</Tab>
      </TabList>
      <TabPanel value="problems" className="overflow-auto">
        <ProblemsPanel />
      </TabPanel>
      <TabPanel value="preview" className="overflow-auto">
        <PreviewPanel />
      </TabPanel>
      <TabPanel value="agent" className="overflow-auto">
        <AgentViewPanel published={published} />
      </TabPanel>
      <TabPanel value="budget" className="overflow-auto">
        <BudgetPanel />
      </TabPanel>
    </Tabs>
  );
}
