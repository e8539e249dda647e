"use client";

import { GitBranch } from "lucide-react";
import { Icon } from "@/components/ui/icon";
import { Select } from "@/components/ui/select";
import type { Branch, Conversation } from "@/lib/sessions/schema";

type BranchChoiceProps = {
  conversation: Conversation;
  branch: string | null;
  onBranch: (branch: string) => void;
};

const reasons = {
  fork: "fork",
  edit: "edited message",
  "re-run": "run again",
  replay: "replay",
} as const;

/** The lines of a conversation, once there is more than one. */
export function BranchChoice({ conversation, branch, onBranch }: BranchChoiceProps) {
  const { branches } = conversation;
  if (branches.length < 2) return null;
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      <Icon of={GitBranch} size={14} className="text-ink-3" />
      <Select
        aria-label="Branch of the conversation"
        value={branch ?? conversation.branchId}
        onChange={({ target }) => onBranch(target.value)}
      >
        {branches.map((line, at) => (
          <option key={line.id} value={line.id}>
            {lineName(line, at)}
          </option>
        ))}
      </Select>
    </span>
  );
}

/** "line 2 of 3" would change as lines are added; a number and where it left its parent do not. */
function lineName({ reason, forkedAtSeq, running }: Branch, at: number): string {
  const from = forkedAtSeq === null || forkedAtSeq === 0 ? "from the start" : `after event ${forkedAtSeq}`;
  const where = reason === null ? "" : `: ${reasons[reason]} ${from}`;
  return `Branch ${at + 1}${where}${running ? " (runs)" : ""}`;
}
