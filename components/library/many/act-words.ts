import {
  Archive,
  ArchiveRestore,
  Bot,
  BotOff,
  CircleCheck,
  GitPullRequest,
  Tag,
  Trash2,
  UserPlus,
} from "lucide-react";
import { formatCount, formatNumber } from "@/components/ui/format";
import type { LucideIcon } from "@/components/ui/icon";
import type { Permission } from "@/lib/access/permissions";
import { whyNotUndone } from "@/lib/batches/batch-options";

/** What can be done to many skills in one dialog. */
export const manyActs = [
  "publish",
  "request-review",
  "assign",
  "unassign",
  "label",
  "archive",
  "unarchive",
  "add-maintainer",
  "delete",
] as const;
export type ManyAct = (typeof manyActs)[number];
/** An archive changes nothing, and has a dialog of its own. */
export type BarAct = ManyAct | "export";

type ActWords = {
  icon: LucideIcon;
  /** On its button, before a number: "Publish 46". */
  verb: string;
  /** It stands on the bar. */
  label: string;
  /** A key of the page while something is selected. */
  keys: string;
  /** While it goes on: "Publishing". */
  doing: string;
  /** Of those that it was done to: "46 published". */
  done: string;
  /** Of those that it would be done to: "46 will be published". */
  will: string;
  /** Of those that need nothing. */
  unchanged: string;
  /** Says at the foot of its dialog what becomes of it later. */
  lasting: string;
  /** Null where a co-maintainer may do it to a skill of theirs: then the server says for which. */
  permission: Permission | null;
};

const lasting = (kind: ManyAct): string => whyNotUndone[kind] ?? "Can be undone.";

export const actWords = {
  publish: {
    icon: CircleCheck,
    verb: "Publish",
    label: "Publish",
    keys: "p",
    doing: "Publishing",
    done: "published",
    will: "will be published",
    unchanged: "published already",
    lasting: lasting("publish"),
    permission: "library.publish",
  },
  "request-review": {
    icon: GitPullRequest,
    verb: "Ask for review of",
    label: "Ask for review",
    keys: "v",
    doing: "Asking for review",
    done: "asked for review",
    will: "will be asked for review",
    unchanged: "in review already",
    lasting: lasting("request-review"),
    permission: null,
  },
  assign: {
    icon: Bot,
    verb: "Assign",
    label: "Assign",
    keys: "a",
    doing: "Assigning",
    done: "assigned",
    will: "will be assigned",
    unchanged: "assigned already",
    lasting: lasting("assign"),
    permission: "agents.edit",
  },
  unassign: {
    icon: BotOff,
    verb: "Unassign",
    label: "Unassign",
    keys: "u",
    doing: "Unassigning",
    done: "unassigned",
    will: "will be unassigned",
    unchanged: "not assigned there",
    lasting: lasting("unassign"),
    permission: "agents.edit",
  },
  label: {
    icon: Tag,
    verb: "Label",
    label: "Label",
    keys: "l",
    doing: "Labelling",
    done: "labelled",
    will: "will be labelled",
    unchanged: "labelled already",
    lasting: lasting("label"),
    permission: "labels.move",
  },
  archive: {
    icon: Archive,
    verb: "Archive",
    label: "Archive",
    keys: "shift+a",
    doing: "Archiving",
    done: "archived",
    will: "will be archived",
    unchanged: "archived already",
    lasting: `Agents that have them keep them. ${lasting("archive")}`,
    permission: null,
  },
  unarchive: {
    icon: ArchiveRestore,
    verb: "Restore",
    label: "Restore",
    keys: "shift+u",
    doing: "Restoring",
    done: "restored",
    will: "will be restored",
    unchanged: "not archived",
    lasting: lasting("unarchive"),
    permission: null,
  },
  "add-maintainer": {
    icon: UserPlus,
    verb: "Add to",
    label: "Add co-maintainer",
    keys: "m",
    doing: "Adding the co-maintainer",
    done: "with the co-maintainer",
    will: "will have the co-maintainer",
    unchanged: "have the co-maintainer already",
    lasting: lasting("add-maintainer"),
    permission: null,
  },
  delete: {
    icon: Trash2,
    verb: "Delete",
    label: "Delete",
    keys: "delete",
    doing: "Deleting",
    done: "deleted",
    will: "will be deleted",
    unchanged: "gone already",
    lasting: lasting("delete"),
    permission: "library.delete",
  },
} as const satisfies Record<ManyAct, ActWords>;

/** "Publish 12 skills" */
export const actTitle = (act: ManyAct, count: number): string =>
  act === "add-maintainer"
    ? `Add a co-maintainer to ${formatCount(count, "skill")}`
    : `${actWords[act].verb} ${formatCount(count, "skill")}`;

/** "Publish 10", and "Publish" while it is not known how many. */
export const verbWithCount = (verb: string, count: number | null): string =>
  count === null ? verb : `${verb} ${formatNumber(count)}`;

/** Versions stay: of what was published and assigned, only the assigning is taken back. */
export const undoLabel = (act: ManyAct, count: number): string =>
  act === "publish" ? `Undo ${formatCount(count, "assignment")}` : `Undo ${formatNumber(count)}`;
