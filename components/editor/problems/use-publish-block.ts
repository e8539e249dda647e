import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { describeBlockers } from "@/components/library/problems/problems";
import { unchangedWords } from "@/components/library/skill-standing";
import { useObservable } from "@/components/ui/observable";
import type { SkillDetail } from "@/lib/library/skill-schema";
import type { DraftSession } from "../saving/draft-session";
import { isDirty } from "../saving/draft-state";

/** Why the draft cannot be published now, in words; undefined when it can. */
export function usePublishBlock(session: DraftSession, detail: SkillDetail | null): string | undefined {
  const missingRight = useBlockedFor("library.publish");
  // What blocks as a finding is the policy's: the dialog has its rules, and some may go past them.
  const blockers = useObservable(session.state, (state) =>
    describeBlockers(state.problems.filter(({ finding }) => !finding)),
  );
  const unchangedSince = useObservable(session.state, ({ draft, unchangedSince }) =>
    isDirty(draft) ? null : unchangedSince,
  );
  if (missingRight !== undefined) return missingRight;
  if (detail?.archived) return "Publish waits until the skill is restored from the archive";
  if (blockers !== null) return `Publish waits for ${blockers}`;
  return unchangedWords({ unchangedSince });
}
