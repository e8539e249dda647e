import { beforeEach, onTestFinished } from "vitest";
import type { Context } from "@/lib/access/context";
import { createAddress } from "@/lib/addresses/commands/create-address";
import { createAgent } from "@/lib/agents/commands/create-agent";
import { setAssignments } from "@/lib/agents/commands/set-assignments";
import { deliveryDoor } from "@/lib/api/delivery-door";
import type { Tx } from "@/lib/db/client";
import { withdrawVersion } from "@/lib/library/commands/withdraw-version";
import { createMirror } from "@/lib/mirrors/commands/create-mirror";
import { aContext } from "../contexts";
import { aPackage } from "../packages";
import { publishNext } from "../reviews/publish-next";
import { onLoopback } from "../servers/git-on-loopback";
import { hasGit, type Meddle, startGitRemote } from "../servers/git-remote";

/** Called at the head of a test file that pushes to a real git: where there is none, its tests are left out and say so. */
export function needsGit(): void {
  beforeEach(({ skip }) => {
    skip(!hasGit, "This machine has no git http-backend.");
  });
}

/** What a server holds in its memory: without it, it is another server, or the same one after a start. */
export function forgetAll(): void {
  globalThis.greenroomGitHistories = undefined;
  globalThis.greenroomGitRepositories = undefined;
  globalThis.greenroomGitPackages = undefined;
  globalThis.greenroomGitObjects = undefined;
  globalThis.greenroomDeliveries = undefined;
  globalThis.greenroomMirrorsDue = undefined;
}

/** The next version of `notes`, and what a server would know once it had heard of it. */
export async function publishNotes(context: Context, body: string): Promise<void> {
  await publishNext(context, "notes", body);
  forgetAll();
}

/** The same of a withdrawal. */
export async function withdrawNotes(context: Context, number: number): Promise<void> {
  await withdrawVersion(context, { skill: "notes", number, reason: "It leaks" });
  forgetAll();
}

export const token = "glpat-0123456789abcdef";
const user = { userName: "ines", token };

type Options = { meddle?: Meddle; onPublish?: boolean; now?: () => Date };

/** An agent with two published skills, its git address, and a mirror of it at a remote that takes one token. */
export async function aMirroredDesk(db: Tx, { meddle, onPublish = false, now }: Options = {}) {
  forgetAll();
  const context = await aContext(db, { name: "Ines", ...(now && { now }) });
  for (const name of ["notes", "plain"])
    await aPackage(context, {
      name,
      files: { "references/more.md": `About ${name}.\n`, "same.md": "Same\n" },
      publishNote: `The first ${name}.`,
    });
  const agent = await createAgent(context, { name: "Desk" });
  const assign = async (...skills: string[]) => {
    const { revision } = await db.agent.findUniqueOrThrow({ where: { id: agent.id } });
    const items = skills.map((skill) => ({ skill }));
    await setAssignments(context, { agent: agent.slug, baseRevision: revision, items });
  };
  await assign("notes", "plain");
  const gives = { kind: "agent" as const, agent: agent.slug };
  const address = await createAddress(context, { name: "CI", gives });
  const remote = await startGitRemote({ user: `ines:${token}`, ...(meddle && { meddle }) });
  onTestFinished(remote.close);
  const mirror = await createMirror(context, { of: gives, url: remote.url, ...user, onPublish });
  return { context, agent, assign, address, remote, mirror };
}

/** A clone of the git address beside one of the mirror. */
export async function clonesOf({ address, remote }: Awaited<ReturnType<typeof aMirroredDesk>>) {
  const { origin, git } = await onLoopback((request) => deliveryDoor.fetch(request));
  await git("clone", "-q", `${origin}${new URL(address.gitUrl).pathname}`, "ours");
  await git("clone", "-q", remote.url, "theirs");
  const log = (clone: string) => git("-C", clone, "log", "--format=%H %T %an %s");
  return { ours: await log("ours"), theirs: await log("theirs") };
}
