"use client";

import { Tab, TabList, TabPanel, Tabs } from "@/components/ui/tabs";
import type { LevelTokens } from "@/lib/library/schema";
import { AgentViewPanel } from "./agent-view-panel";
import { useEditorState } from "./editor-context";
import { PreviewPanel } from "./preview-panel";
import { ProblemsPanel } from "./problems-panel";

export type SideTab = "problems" | "preview" | "agent";
const tabs: readonly SideTab[] = ["problems", "preview", "agent"];

type SidePanelProps = { tab: SideTab; onTab: (tab: SideTab) => void; published: LevelTokens | null };

export function SidePanel({ tab, onTab, published }: SidePanelProps) {
  const count = useEditorState((state) => state.problems.length);
  const choose = (value: string) => {
    const chosen = tabs.find((each) => each === value);
    if (chosen) onTab(chosen);
  };
  return (
    <Tabs value={tab} onValueChange={choose} className="flex-1">
      <TabList label="About this draft">
        <Tab value="problems" count={count}>
          Problems
        </Tab>
        <Tab value="preview">Preview</Tab>
        <Tab value="agent">As the agent sees it</Tab>
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
    </Tabs>
  );
}
