import { onTestFinished } from "vitest";
import type { Context } from "@/lib/access/context";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { createSource } from "@/lib/sources/commands/create-source";
import { syncSource } from "@/lib/sources/commands/sync-source";
import type { CreateSource, SyncSource } from "@/lib/sources/schema";
import { type Commit, type Committed, openCommits } from "../servers/git-commits";
import { type GitRemote, type Meddle, startGitRemote } from "../servers/git-remote";

/** A repository of skills behind git's own server program, to which somebody commits. */
export async function aSkillRepository(
  files: Committed,
  options: { meddle?: Meddle; user?: string } = {},
): Promise<GitRemote & { commit: Commit }> {
  const remote = await startGitRemote(options);
  onTestFinished(remote.close);
  const commit = await openCommits(remote);
  await commit(files);
  return { ...remote, commit };
}

/** Somebody edits SKILL.md of a draft here. */
export async function editHere(context: Context, skill: string, text: string): Promise<void> {
  const where = { skill: { name: skill, workspaceId: context.workspace.id } };
  const { revision: baseRevision } = await context.db.draft.findFirstOrThrow({ where });
  const changes = [{ op: "write" as const, path: "SKILL.md", text }];
  await changeDraft(context, { skill, baseRevision, changes });
}

/** A source of it, and how it is synced. */
export async function aSource(context: Context, url: string, more: Partial<CreateSource> = {}) {
  const source = await createSource(context, { name: `Source ${Math.random()}`, url, ...more });
  const sync = (settling: SyncSource = {}, as: Context = context) =>
    syncSource(as, { source: source.id, ...settling });
  return { source, sync };
}
