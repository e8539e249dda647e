import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { Agent } from "@/lib/agents/schema";

/** Somebody was first: what was typed is kept, or theirs is taken. */
export function ContestedNotice({ theirs, take }: { theirs: Agent; take: () => void }) {
  return (
    <Notice
      tone="warning"
      title={`${theirs.updatedBy.name} changed this agent meanwhile`}
      action={<Button onClick={take}>Take theirs</Button>}
    >
      What you typed is still here. Saving again replaces theirs.
    </Notice>
  );
}
