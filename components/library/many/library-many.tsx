"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import type { BarAct } from "./act-words";
import type { Run } from "./batch-run";
import { ManyBar } from "./many-bar";
import type { AskedAct } from "./many-dialog";
import { splitRunRows } from "./split-run-rows";
import type { RowSelection } from "./use-selection";

const ManyDialog = dynamic(() => import("./many-dialog").then((module) => module.ManyDialog), { ssr: false });
const ExportManyDialog = dynamic(
  () => import("./export-many-dialog").then((module) => module.ExportManyDialog),
  { ssr: false },
);

type Asked = Omit<AskedAct, "kind"> & { kind: BarAct };
type LibraryManyProps = {
  workspace: string;
  selection: RowSelection;
  loaded: number;
  total: number;
  isArchive: boolean;
};

/** The bar of the selected skills and the dialog that one of its acts opens. What stays selected is what is left to do. */
export function LibraryMany({ workspace, selection, ...list }: LibraryManyProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const { chosen: skills, count } = selection;
  return (
    <>
      <ManyBar selection={selection} {...list} onAct={(kind) => setAsked({ kind, skills, count })} />
      {asked === null ? null : (
        <AskedDialog
          workspace={workspace}
          asked={asked}
          onSettled={(run) => selection.letGo(splitRunRows(run))}
          close={() => setAsked(null)}
        />
      )}
    </>
  );
}

type AskedDialogProps = {
  workspace: string;
  asked: Asked;
  onSettled: (run: Run) => void;
  close: () => void;
};

function AskedDialog({ workspace, asked, onSettled, close }: AskedDialogProps) {
  const { kind, ...rest } = asked;
  if (kind === "export") return <ExportManyDialog workspace={workspace} asked={rest} close={close} />;
  return <ManyDialog workspace={workspace} asked={{ kind, ...rest }} onSettled={onSettled} close={close} />;
}
