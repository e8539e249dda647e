import { expect, it } from "vitest";
import { createAgent } from "@/lib/agents/commands/create-agent";
import { setAssignments } from "@/lib/agents/commands/set-assignments";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import { historyKey } from "./load-history";
import { openRepository } from "./open-repository";

const { db } = testDatabase();

it("hands out so many commits from below its end and no more", async () => {
  const context = await aContext(db);
  await aPackage(context, { name: "notes", publishNote: "First" });
  const { id: agentId, slug, revision } = await createAgent(context, { name: "Desk" });
  await setAssignments(context, { agent: slug, baseRevision: revision, items: [{ skill: "notes" }] });
  const recorded = { source: { kind: "agent" as const, agentId }, title: slug };
  await openRepository(context, recorded);
  const ids = Array.from({ length: 301 }, (_, at) => at.toString(16).padStart(40, "0"));
  await db.gitCommit.createMany({
    data: ids.map((commit, at) => ({
      workspaceId: context.workspace.id,
      history: historyKey(recorded.source, slug),
      agentId,
      number: 3 + at,
      commit,
      tree: commit,
      seconds: 1,
      bytes: new Uint8Array(),
      rootFiles: {},
      change: { title: slug, skillId: null, skill: null },
    })),
  });
  globalThis.greenroomGitRepositories = undefined;
  const repository = await openRepository(context, recorded);
  const commits = ids.flatMap((id) => repository.findCommit(id) ?? []);
  expect(commits).toHaveLength(301);
  expect(repository.refuseOld(commits)).toMatch(/more than 300 commits behind.*git fetch --depth 1/);
  expect(repository.refuseOld(commits.slice(1))).toBeNull();
});
