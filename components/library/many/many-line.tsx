"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button } from "@/components/ui/button";
import { formatCount, formatNumber } from "@/components/ui/format";
import { TextButton } from "@/components/ui/text-link";
import { actWords } from "./act-words";
import type { AskedAct } from "./many-dialog";
import { SelectAllBox } from "./select-box";
import { splitRunRows } from "./split-run-rows";
import type { RowSelection } from "./use-selection";

const ManyDialog = dynamic(() => import("./many-dialog").then((module) => module.ManyDialog), { ssr: false });

type ManyLineProps = {
  workspace: string;
  kind: "assign" | "unassign";
  /** Ids of the agents that the page stands for. */
  agents: readonly string[];
  selection: RowSelection;
  loaded: number;
  total: number;
};

/** Over a list of one agent's page: all of it, and what is done with what is selected. */
export function ManyLine({ workspace, kind, agents, selection, loaded, total }: ManyLineProps) {
  const [asked, setAsked] = useState<AskedAct | null>(null);
  const blocked = useBlockedFor("agents.edit");
  const { chosen: skills, count, head } = selection;
  const { icon, verb } = actWords[kind];
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-2 border-line border-b bg-sunken py-0.5 pr-4 pl-[48px] text-12 text-ink-3">
      <SelectAllBox
        head={head}
        onChange={(all) => (selection.isMatching ? selection.clear() : selection.chooseShown(all))}
      />
      <span role="status">{count === 0 ? "Select all" : `${formatNumber(count)} selected`}</span>
      {count > 0 && count < total && loaded < total ? (
        <TextButton onClick={selection.chooseMatching}>
          Select all {formatNumber(total)} that match
        </TextButton>
      ) : null}
      {count === 0 ? null : (
        <>
          <Button size="small" variant="ghost" onClick={selection.clear}>
            Clear
          </Button>
          <Button
            size="small"
            variant="primary"
            icon={icon}
            missingRight={blocked}
            onClick={() => setAsked({ kind, skills, count, agents })}
            className="ml-auto"
          >
            {verb} {formatCount(count, "skill")}
          </Button>
        </>
      )}
      {asked === null ? null : (
        <ManyDialog
          workspace={workspace}
          asked={asked}
          onSettled={(run) => selection.letGo(splitRunRows(run))}
          close={() => setAsked(null)}
        />
      )}
    </div>
  );
}
