import type { BatchAct } from "@/components/data/batch-queries";
import { labelNameProblem } from "@/lib/library/labels/label-options";
import type { ManyAct } from "./act-words";

/** What somebody chose in the dialog, for whichever act it is. */
export type ActInput = {
  note: string;
  reviewers: readonly string[];
  /** Whether what is published is assigned as well. */
  alsoAssign: boolean;
  /** Holds their ids. */
  agents: readonly string[];
  /** The name of an agent to be made; empty for none. */
  newAgent: string;
  /** It is `latest`, `draft`, or a label after a colon: `label:production`. */
  follows: string;
  label: string;
  /** Holds a member's id. */
  person: string;
  /** Somebody typed the number of skills here. */
  confirm: string;
};

export const emptyInput: ActInput = {
  note: "",
  reviewers: [],
  alsoAssign: false,
  agents: [],
  newAgent: "",
  follows: "latest",
  label: "",
  person: "",
  confirm: "",
};

const hasAgents = ({ agents, newAgent }: ActInput) => agents.length > 0 || newAgent.trim() !== "";

/** Whether skills go to an agent in this dialog. */
export const assigns = (kind: ManyAct, input: ActInput): boolean =>
  kind === "assign" || (kind === "publish" && input.alsoAssign);

/** Why this cannot be done yet, in words. `count`: of skills that it would be done to; null while it is not known. */
export function missingFor(kind: ManyAct, input: ActInput, count: number | null): string | undefined {
  if (assigns(kind, input) && !hasAgents(input)) return "Choose an agent, or name a new one.";
  if (kind === "unassign" && input.agents.length === 0) return "Choose an agent first.";
  if (kind === "label") {
    const label = input.label.trim();
    return label === "" ? "Name a label first." : (labelNameProblem(label) ?? undefined);
  }
  if (kind === "add-maintainer" && input.person === "") return "Choose a person first.";
  if (kind === "delete" && count !== null && input.confirm.trim() !== String(count))
    return `Type ${count} to confirm.`;
  return undefined;
}

function assignAct({ agents, follows }: ActInput): BatchAct {
  const label = follows.startsWith("label:") ? follows.slice("label:".length) : undefined;
  if (label !== undefined) return { kind: "assign", agents: [...agents], follows: "label", label };
  return { kind: "assign", agents: [...agents], follows: follows === "draft" ? "draft" : "latest" };
}

/** The acts that the dialog stands for, one after another. `count`: of skills that one request is about. */
export function actsOf(kind: ManyAct, input: ActInput, count: number): BatchAct[] {
  switch (kind) {
    case "publish":
      return [
        { kind, note: input.note.trim() },
        ...(input.alsoAssign && input.agents.length > 0 ? [assignAct(input)] : []),
      ];
    case "request-review":
      return [{ kind, note: input.note.trim(), reviewers: [...input.reviewers] }];
    case "assign":
      return [assignAct(input)];
    case "unassign":
      return [{ kind, agents: [...input.agents] }];
    case "label":
      return [{ kind, label: input.label.trim(), version: "latest" }];
    case "add-maintainer":
      return [{ kind, person: input.person }];
    case "delete":
      return [{ kind, confirm: String(count) }];
    default:
      return [{ kind }];
  }
}

/** The act that a preview asks about; null while what it needs is not chosen. Words for people change no outcome. */
export function previewedAct(kind: ManyAct, input: ActInput): BatchAct | null {
  if (kind === "publish") return { kind };
  if (kind === "delete") return { kind };
  if (kind === "request-review") return { kind, reviewers: [...input.reviewers] };
  // An agent that is not made yet cannot be asked about.
  if (kind === "assign" && input.agents.length === 0) return null;
  return missingFor(kind, input, null) === undefined ? (actsOf(kind, input, 0)[0] ?? null) : null;
}
