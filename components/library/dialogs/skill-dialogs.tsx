"use client";

import dynamic from "next/dynamic";
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { toast } from "@/components/ui/toaster";
import type { SkillSummary } from "@/lib/library/skill-schema";
import { focusSoon } from "../focus-soon";
import { useSkillActions } from "../use-skill-actions";

const DeleteSkillDialog = dynamic(
  () => import("./delete-skill-dialog").then((module) => module.DeleteSkillDialog),
  { ssr: false },
);
const ExportSkillDialog = dynamic(
  () => import("./export-skill-dialog").then((module) => module.ExportSkillDialog),
  { ssr: false },
);
const NameSkillDialog = dynamic(
  () => import("./name-skill-dialog").then((module) => module.NameSkillDialog),
  { ssr: false },
);

type DialogKind = "rename" | "duplicate" | "delete" | "export";
type SkillCommands = {
  ask: (kind: DialogKind, skill: SkillSummary) => void;
  archive: (skill: SkillSummary) => void;
  restore: (skill: SkillSummary) => void;
};

const Commands = createContext<SkillCommands | null>(null);

/** What can be done with a skill of the list. Only inside SkillDialogs. */
export function useSkillCommands(): SkillCommands {
  const commands = useContext(Commands);
  if (commands === null) throw new Error("useSkillCommands needs SkillDialogs around it");
  return commands;
}

type SkillDialogsProps = {
  workspace: string;
  /** A skill has another name now, or none when it was deleted: for a page that is about this one skill. */
  onMoved?: ((name: string | null) => void) | undefined;
  children: ReactNode;
};

/** Holds the dialogs of all rows, so that a row that scrolls away does not take its dialog along. */
export function SkillDialogs({ workspace, onMoved, children }: SkillDialogsProps) {
  const [asked, setAsked] = useState<{ kind: DialogKind; skill: SkillSummary } | null>(null);
  const { archive } = useSkillActions(workspace);
  const setArchived = archive.mutate;
  const commands = useMemo<SkillCommands>(() => {
    const move = (skill: string, archived: boolean, canUndo: boolean) =>
      setArchived(
        { skill, archived },
        {
          onSuccess: () =>
            toast(`${archived ? "Archived" : "Restored"} ${skill}.`, {
              ...(archived ? { description: "Agents that have it keep it." } : {}),
              ...(canUndo ? { action: { label: "Undo", onClick: () => move(skill, !archived, false) } } : {}),
            }),
        },
      );
    return {
      ask: (kind, skill) => setAsked({ kind, skill }),
      archive: (skill) => move(skill.name, true, true),
      restore: (skill) => move(skill.name, false, true),
    };
  }, [setArchived]);

  const close = () => {
    setAsked(null);
    if (asked !== null) focusSoon(`[data-skill-menu="${asked.skill.id}"]`);
  };
  return (
    <Commands value={commands}>
      {children}
      {asked === null ? null : (
        <AskedDialog workspace={workspace} {...asked} onMoved={onMoved} close={close} />
      )}
    </Commands>
  );
}

type AskedDialogProps = {
  workspace: string;
  kind: DialogKind;
  skill: SkillSummary;
  onMoved: SkillDialogsProps["onMoved"];
  close: () => void;
};

function AskedDialog({ kind, ...rest }: AskedDialogProps) {
  if (kind === "delete") return <DeleteSkillDialog {...rest} />;
  if (kind === "export") return <ExportSkillDialog {...rest} />;
  return <NameSkillDialog {...rest} kind={kind} />;
}
