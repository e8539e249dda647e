import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { listAudit } from "@/lib/audit/queries";
import { testDatabase } from "@/lib/testing/database";
import { aMirroredDesk, needsGit, publishNotes } from "@/lib/testing/delivery/mirrors";
import { allowLocalServers } from "@/lib/testing/models";
import { editMirror } from "./commands/edit-mirror";
import { pushMirror } from "./commands/push-mirror";
import { readMirrorRow } from "./mirror-rows";

allowLocalServers();
needsGit();
const { db } = testDatabase();

/** A desk that was pushed; what git says to its pushes does not get back while `isDeaf`. */
async function aDesk() {
  const state = { isDeaf: false };
  const desk = await aMirroredDesk(db, {
    meddle: ({ method }, outgoing) => {
      if (!state.isDeaf || method !== "POST") return false;
      vi.spyOn(outgoing, "write").mockReturnValue(true);
      vi.spyOn(outgoing, "end").mockImplementation(() => outgoing.destroy());
      return false;
    },
  });
  const { context, remote } = desk;
  const mirror = desk.mirror.id;
  const push = (losing: string | null = null) => pushMirror(context, { mirror, losing });
  await push();
  return {
    ...desk,
    mirror,
    state,
    push,
    trail: async (action: string) =>
      (await listAudit(context, { action })).items.map(({ actor, detail }) => ({
        by: actor?.name,
        ...detail,
      })),
    /** Somebody commits there without Greenroom. */
    commitThere: async () => {
      const { git, folder } = remote;
      await git("clone", "-q", "skills.git", "work");
      await writeFile(join(folder, "work/mine.txt"), "Mine");
      await git("-C", "work", "add", ".");
      const who = ["-c", "user.name=Tom", "-c", "user.email=tom@example.org"];
      await git("-C", "work", ...who, "commit", "-q", "-m", "Mine");
      await git("-C", "work", "push", "-q", "origin", "HEAD:main");
      return remote.head();
    },
  };
}

describe("the trail of what goes out", () => {
  it("is there although nobody heard that it arrived, with the commit that is lost by it", async () => {
    const { remote, state, push, trail, commitThere } = await aDesk();
    const lost = await commitThere();
    state.isDeaf = true;
    expect((await push(lost)).failure?.kind).toBe("unreachable");
    const head = await remote.head();
    expect(head).not.toBe(lost);
    const [last, ...earlier] = await trail("mirror.sent");
    expect(last).toMatchObject({ by: "Ines", branch: "main", commit: head, lost });
    expect(earlier).toHaveLength(1);
    state.isDeaf = false;
    expect((await push()).failure).toBeNull();
    expect(await trail("mirror.sent")).toHaveLength(2);
  });

  it("names no commit as lost where none is", async () => {
    const { context, remote, push, trail } = await aDesk();
    const ours = await remote.head();
    await publishNotes(context, "Shorter.\n");
    expect((await push(ours)).failure).toBeNull();
    for (const action of ["mirror.sent", "mirror.pushed"]) {
      const [last] = await trail(action);
      expect(last).toMatchObject({ commit: await remote.head(), commits: 1 });
      expect(last).not.toHaveProperty("lost");
    }
  });

  it("has no line where nothing goes out", async () => {
    const { context, mirror, push, trail } = await aDesk();
    const { sentCommit } = await readMirrorRow(context, mirror);
    await publishNotes(context, "Shorter.\n");
    await editMirror(context, { mirror, userName: "nobody" });
    expect((await push()).failure?.kind).toBe("credentials");
    expect(await trail("mirror.sent")).toHaveLength(1);
    expect(await readMirrorRow(context, mirror)).toMatchObject({ sentCommit });
  });
});
