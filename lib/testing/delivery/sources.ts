import { chmod, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { Context } from "@/lib/access/context";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { createSource } from "@/lib/sources/commands/create-source";
import { syncSource } from "@/lib/sources/commands/sync-source";
import type { CreateSource, SyncSource } from "@/lib/sources/schema";
import { type GitRemote, type Meddle, startGitRemote } from "../servers/git-remote";

const who = ["-c", "user.name=Tom", "-c", "user.email=tom@example.org"];

/** null: gone. With a target: a symbolic link. */
type Content = string | null | { target: string } | { runs: string };

/** A repository of skills behind git's own server program, to which somebody commits. */
export async function aSkillRepository(
  files: Readonly<Record<string, Content>>,
  options: { meddle?: Meddle; user?: string } = {},
): Promise<GitRemote & { commit: (files: Readonly<Record<string, Content>>) => Promise<string> }> {
  const remote = await startGitRemote(options);
  onTestFinished(remote.close);
  await remote.git("clone", "-q", "skills.git", "work");
  const commit = async (changed: Readonly<Record<string, Content>>) => {
    for (const [path, content] of Object.entries(changed))
      await put(join(remote.folder, "work", path), content);
    await remote.git("-C", "work", "add", "-A");
    await remote.git("-C", "work", ...who, "commit", "-q", "-m", "More");
    await remote.git("-C", "work", "push", "-q", "origin", "HEAD:main");
    return remote.head();
  };
  await commit(files);
  return { ...remote, commit };
}

async function put(path: string, content: Content): Promise<void> {
  await rm(path, { recursive: true, force: true });
  if (content === null) return;
  await mkdir(dirname(path), { recursive: true });
  if (typeof content === "string") await writeFile(path, content);
  else if ("target" in content) await symlink(content.target, path);
  else {
    await writeFile(path, content.runs);
    await chmod(path, 0o755);
  }
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
