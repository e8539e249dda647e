import { expect, it, vi } from "vitest";
import { listAudit } from "@/lib/audit/queries";
import type { OpenRepository } from "@/lib/delivery/git/open-repository";
import { MemoryRepository } from "@/lib/git/fixtures/memory-repository";
import { testDatabase } from "@/lib/testing/database";
import { historyOf, takenBack } from "@/lib/testing/delivery/git-histories";
import { aMirroredDesk, needsGit } from "@/lib/testing/delivery/mirrors";
import { allowLocalServers } from "@/lib/testing/models";
import { pushMirror } from "./commands/push-mirror";
import { readMirrorRow } from "./mirror-rows";

allowLocalServers();
needsGit();
const { db } = testDatabase();

// Hundreds of publications would take a minute: their commits are made here, and git gets them.
const given: { repository: OpenRepository | null } = { repository: null };
vi.mock("@/lib/delivery/git/open-repository", () => ({ openRepository: async () => given.repository }));

/** The second of so many versions was withdrawn, so that all after it have ids of their own. */
function openMany(count: number): void {
  const repository = new MemoryRepository();
  repository.commitMany(count);
  const content = { history: "h".repeat(64), rows: historyOf(repository), takenBack: takenBack(2) };
  given.repository = Object.assign(repository, { content });
}

it("is pushed in parts, and goes on from the last one that arrived, whatever the ids of its commits", async () => {
  const state = { isDown: false, pushes: 0 };
  const desk = await aMirroredDesk(db, {
    meddle: (incoming) => {
      if (incoming.method === "POST") state.pushes += 1;
      const isCut = state.isDown && incoming.method === "POST" && state.pushes > 1;
      if (isCut) incoming.destroy();
      return isCut;
    },
  });
  const { context, remote } = desk;
  const mirror = desk.mirror.id;
  openMany(206);
  state.isDown = true;
  expect((await pushMirror(context, { mirror })).failure?.kind).toBe("unreachable");
  const half = await remote.head();
  expect(await remote.git("-C", "skills.git", "rev-list", "--count", "main")).toBe("200\n");
  const row = await readMirrorRow(context, mirror);
  expect(row).toMatchObject({ pushedCommit: half, pushedNumber: 201, sentNumber: 206, attempts: 1 });
  state.isDown = false;
  expect((await pushMirror(context, { mirror })).failure).toBeNull();
  expect(await remote.git("-C", "skills.git", "rev-list", "--count", "main")).toBe("205\n");
  expect(await remote.git("-C", "skills.git", "merge-base", "main", half)).toBe(`${half}\n`);
  expect(await remote.git("-C", "skills.git", "fsck", "--strict", "--no-dangling")).toBe("");
  const sent = await listAudit(context, { action: "mirror.sent" });
  expect(sent.items.map(({ detail }) => detail)).toMatchObject([
    { commits: 5 },
    { commits: 5 },
    { commits: 200, commit: half },
  ]);
  const { items } = await listAudit(context, { action: "mirror.pushed" });
  expect(items.map(({ detail }) => detail)).toMatchObject([{ commit: await remote.head(), commits: 5 }]);
});
