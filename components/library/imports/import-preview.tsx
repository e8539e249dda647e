"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, useMemo, useState } from "react";
import { libraryKeys } from "@/components/data/library-queries";
import { FootLine } from "@/components/layout/foot-line";
import { Page } from "@/components/layout/page";
import { TopLine } from "@/components/layout/top-line";
import { Button } from "@/components/ui/button";
import { formatBytes, formatCount, formatNumber } from "@/components/ui/format";
import { RelativeTime } from "@/components/ui/relative-time";
import { client, unwrap } from "@/lib/api/client";
import type { Import } from "@/lib/imports/import-schema";
import { useNameProblem } from "../dialogs/use-name-check";
import { type Decision, decide, planImport, toChoices } from "./import-choices";
import { ImportGroups } from "./import-groups";
import { ImportSources } from "./import-sources";
import { ImportTable } from "./import-table";
import { filterItems, ImportTabs, type ImportView } from "./import-tabs";

type ImportPreviewProps = {
  workspace: string;
  current: Import;
  frame: ComponentProps<typeof TopLine>;
  onDiscard: () => void;
  isDiscarding: boolean;
};

const noProblem = () => null;

/** What was found, with its findings, and what to do with each package. Nothing is stored before "Store". */
export function ImportPreview({ workspace, current, frame, onDiscard, isDiscarding }: ImportPreviewProps) {
  const { items } = current;
  const [chosen, setChosen] = useState<ReadonlyMap<string, Decision>>(new Map());
  const [view, setView] = useState<ImportView>("all");
  const decisions = useMemo(() => decide(items, chosen), [items, chosen]);
  const problemOf = useNameProblem() ?? noProblem;
  const plan = useMemo(() => planImport(items, decisions, problemOf), [items, decisions, problemOf]);
  const cache = useQueryClient();
  const store = useMutation({
    mutationFn: () =>
      unwrap(
        client.library.workspaces[":workspace"].imports[":import"].store.$post({
          param: { workspace, import: current.id },
          json: { choices: toChoices(items, decisions), rest: "skip" },
        }),
      ),
    onSettled: () => cache.invalidateQueries({ queryKey: libraryKeys.all(workspace) }),
  });
  const { counts, problems } = plan;
  const toStore = counts.create + counts.update + counts.rename;
  const shown = filterItems(items, decisions, problems, view);
  return (
    <Page
      top={
        <TopLine
          {...frame}
          actions={
            <Button onClick={onDiscard} pending={isDiscarding}>
              Discard
            </Button>
          }
          primary={
            <Button
              variant="primary"
              pending={store.isPending}
              blockedReason={blockedReason(counts.undecided, problems.size, toStore)}
              onClick={() => store.mutate()}
            >
              Store {formatCount(toStore, "skill")}
            </Button>
          }
        />
      }
      foot={
        <FootLine>
          <span>{formatCount(counts.create, "new skill")}</span>
          <span>{formatNumber(counts.update)} updated</span>
          <span>{formatNumber(counts.rename)} renamed</span>
          <span>{formatNumber(counts.skip)} left out</span>
          <span>{formatNumber(counts.refused)} refused</span>
          <span>{formatBytes(items.reduce((sum, { size }) => sum + size, 0))}</span>
          <span>
            nothing stored yet, found <RelativeTime at={current.createdAt} ago />
          </span>
        </FootLine>
      }
    >
      <ImportSources current={current} />
      <ImportGroups items={items} decisions={decisions} chosen={chosen} onChosen={setChosen} />
      <ImportTabs items={items} decisions={decisions} problems={problems} view={view} onView={setView} />
      <ImportTable
        items={shown}
        decisions={decisions}
        problems={problems}
        onDecide={(id, decision) => setChosen((before) => new Map(before).set(id, decision))}
      />
    </Page>
  );
}

function blockedReason(undecided: number, problems: number, toStore: number): string | undefined {
  if (undecided > 0)
    return `${formatCount(undecided, "package")} share${undecided === 1 ? "s" : ""} a name with another skill: say what to do with ${undecided === 1 ? "it" : "them"} first.`;
  if (problems > 0) return `${formatCount(problems, "new name")} cannot be used: see the marked rows.`;
  if (toStore === 0) return "Everything is left out: there is nothing to store.";
  return undefined;
}
