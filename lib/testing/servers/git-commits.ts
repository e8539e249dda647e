import { chmod, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { GitRemote } from "./git-remote";

const who = ["-c", "user.name=Tom", "-c", "user.email=tom@example.org"];

/** null: gone. With a target: a symbolic link. */
type Content = string | null | { target: string } | { runs: string };

/** Files of a commit by their paths; all others stay. */
export type Committed = Readonly<Record<string, Content>>;
/** Answers with what the branch leads to now. */
export type Commit = (files: Committed) => Promise<string>;

/** How somebody commits to a remote's main branch, from a clone beside it. */
export async function openCommits({ git, folder, head }: GitRemote): Promise<Commit> {
  await git("clone", "-q", "skills.git", "work");
  return async (files) => {
    for (const [path, content] of Object.entries(files)) await put(join(folder, "work", path), content);
    await git("-C", "work", "add", "-A");
    await git("-C", "work", ...who, "commit", "-q", "-m", "More");
    await git("-C", "work", "push", "-q", "origin", "HEAD:main");
    return head();
  };
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
