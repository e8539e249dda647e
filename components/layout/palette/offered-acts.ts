import { Bot, FileDown, GitPullRequest, PencilLine, Play, Target, Upload } from "lucide-react";
import { proofPath } from "@/components/data/proof-paths";
import { rehearseSkillPath, skillActPath, skillEditPath } from "@/components/data/skill-paths";
import type { LucideIcon } from "@/components/ui/icon";
import { can, type Role } from "@/lib/access/permissions";
import type { SkillSummary } from "@/lib/library/skill-schema";
import type { SkillVerb } from "./split-verb";

export type OfferedAct = { verb: SkillVerb; icon: LucideIcon; label: string; path: string };

/** What this person may do with a skill, each with the page that does it, in the order it is offered. */
export function offeredActs(
  workspace: string,
  role: Role,
  skill: Pick<SkillSummary, "name" | "mayEdit" | "archived">,
): OfferedAct[] {
  const { name, mayEdit, archived } = skill;
  const acts: readonly (OfferedAct & { isOffered: boolean })[] = [
    {
      verb: "rehearse",
      icon: Play,
      label: "Rehearse the draft",
      path: rehearseSkillPath(workspace, name),
      isOffered: true,
    },
    {
      verb: "prove",
      icon: Target,
      label: "Trigger suite",
      path: proofPath(workspace, name),
      isOffered: true,
    },
    {
      verb: "edit",
      icon: PencilLine,
      label: "Open in the editor",
      path: skillEditPath(workspace, name),
      isOffered: mayEdit,
    },
    {
      verb: "publish",
      icon: Upload,
      label: "Publish",
      path: skillActPath(workspace, name, "publish"),
      isOffered: can(role, "library.publish") && !archived,
    },
    {
      verb: "review",
      icon: GitPullRequest,
      label: "Ask for review",
      path: skillActPath(workspace, name, "review"),
      isOffered: mayEdit && !archived,
    },
    {
      verb: "assign",
      icon: Bot,
      label: "Assign to an agent",
      path: skillActPath(workspace, name, "assign"),
      isOffered: can(role, "agents.edit") && !archived,
    },
    {
      verb: "export",
      icon: FileDown,
      label: "Export",
      path: skillActPath(workspace, name, "export"),
      isOffered: true,
    },
  ];
  return acts.filter(({ isOffered }) => isOffered).map(({ isOffered: _, ...act }) => act);
}
