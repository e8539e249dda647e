import { chmodSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { getDraft } from "@/lib/library/drafts/get-draft";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aFolder, configuredFolders } from "@/lib/testing/folders";
import { skillText } from "@/lib/testing/packages";
import { loadDirectories } from "./commands/load-directories";

const { db } = testDatabase();

async function load(context: Context, folder: string): Promise<string[]> {
  const { entries } = await loadDirectories(context, configuredFolders([folder]), { trigger: "request" });
  return entries.map(({ skill, outcome }) => `${skill}: ${outcome}`);
}

it("takes a file that became executable on disk for a newer text, and leaves one that became so here", async () => {
  const context = await aContext(db);
  const files = { "a/SKILL.md": skillText("a"), "a/run.sh": "echo hi\n", "a/other.sh": "echo ho\n" };
  const folder = aFolder(files);
  await load(context, folder);
  const runnable = async () =>
    (await getDraft(context, { skill: "a" })).files.flatMap(({ path, executable }) =>
      executable ? [path] : [],
    );
  const setHere = async (executable: boolean) => {
    const { revision } = await getDraft(context, { skill: "a" });
    const changes = [{ op: "set-executable" as const, path: "other.sh", executable }];
    await changeDraft(context, { skill: "a", baseRevision: revision, changes });
  };
  // A folder in which nothing is executable says nothing of it.
  await setHere(true);
  expect(await load(context, folder)).toEqual(["a: unchanged"]);
  await setHere(false);
  chmodSync(path.join(folder, "a/run.sh"), 0o755);
  expect(await load(context, folder)).toEqual(["a: changed"]);
  expect(await runnable()).toEqual(["run.sh"]);
  expect(await load(context, folder)).toEqual(["a: unchanged"]);
  await setHere(true);
  expect(await load(context, folder)).toEqual(["a: edited"]);
  expect((await runnable()).sort()).toEqual(["other.sh", "run.sh"]);
  chmodSync(path.join(folder, "a/other.sh"), 0o755);
  chmodSync(path.join(folder, "a/run.sh"), 0o644);
  expect(await load(context, folder)).toEqual(["a: conflict"]);
});
