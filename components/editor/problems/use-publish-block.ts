import { useQuery } from "@tanstack/react-query";
import { versionQuery } from "@/components/data/skill-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { describeBlockers } from "@/components/library/problems/problems";
import { useObservable } from "@/components/ui/observable";
import { can } from "@/lib/access/permissions";
import { client } from "@/lib/api/client";
import type { SkillDetail } from "@/lib/library/skill-schema";
import type { DraftSession } from "../saving/draft-session";
import { isDirty } from "../saving/draft-state";

/** Why the draft cannot be published now, in words; undefined when it can. */
export function usePublishBlock(session: DraftSession, detail: SkillDetail | null): string | undefined {
  const { role } = useWorkspace();
  // What blocks as a finding is the policy's: the dialog has its rules, and some may go past them.
  const blockers = useObservable(session.state, (state) =>
    describeBlockers(state.problems.filter(({ finding }) => !finding)),
  );
  const digest = useObservable(session.state, (state) => (isDirty(state.draft) ? null : state.draft.digest));
  const newest = detail?.versions[0];
  const isSame = newest !== undefined && newest.digest === digest;
  const hasOtherModes = useOtherModes(session, detail?.name ?? "", isSame ? newest.number : null);
  if (!can(role, "library.publish")) return `Publishing needs the role reviewer; yours is ${role}`;
  if (detail?.archived) return "Publish waits until the skill is restored from the archive";
  if (blockers !== null) return `Publish waits for ${blockers}`;
  if (isSame && !hasOtherModes) return `Nothing has changed since v${newest.number}`;
  return undefined;
}

/** Whether a file is executable here and not in that version, or the other way round: no digest says so. */
function useOtherModes(session: DraftSession, skill: string, version: number | null): boolean {
  const { slug } = useWorkspace();
  const runnable = useObservable(session.state, ({ draft }) => runnableOf(draft.files));
  const { data } = useQuery({
    ...versionQuery(client.library, slug, skill, version ?? 0),
    enabled: version !== null,
  });
  return version !== null && data !== undefined && runnableOf(data.files) !== runnable;
}

const runnableOf = (files: readonly { path: string; executable: boolean }[]): string =>
  files
    .flatMap(({ path, executable }) => (executable ? [path] : []))
    .sort()
    .join("\n");
