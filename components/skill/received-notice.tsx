"use client";

import { Copy } from "lucide-react";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { useSkillCommands } from "@/components/library/dialogs/skill-dialogs";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { SkillDetail } from "@/lib/library/skill-schema";

/** Where a skill is written that another workspace shares, and how to have one of one's own. */
export function ReceivedNotice({ skill }: { skill: SkillDetail }) {
  const { ask } = useSkillCommands();
  const missingRight = useBlockedFor("library.edit");
  const { received } = skill;
  if (!received) return null;
  const { workspace, isShared } = received;
  return (
    <Notice
      tone={isShared ? "information" : "warning"}
      className="m-2"
      title={
        isShared
          ? `Written in the workspace ${workspace}, read-only here`
          : `The workspace ${workspace} no longer shares it`
      }
      action={
        <Button icon={Copy} missingRight={missingRight} onClick={() => ask("duplicate", skill)}>
          Duplicate
        </Button>
      }
    >
      {isShared
        ? "What they publish comes in by itself. A duplicate is your own to change."
        : "Agents here no longer get it. What came can still be read, duplicated or deleted."}
    </Notice>
  );
}
