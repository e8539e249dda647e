import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { listAudit } from "@/lib/audit/queries";
import { makeSshKey } from "@/lib/platform/ssh-key";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aMirroredDesk, needsGit, publishNotes, token } from "@/lib/testing/delivery/mirrors";
import { allowLocalServers } from "@/lib/testing/models";
import { runGit, startSshServer } from "@/lib/testing/servers/ssh-server";
import { hasSshd, startSshd } from "@/lib/testing/servers/sshd";
import { createMirror } from "./commands/create-mirror";
import { editMirror } from "./commands/edit-mirror";
import { meetMirrorHost } from "./commands/meet-mirror-host";
import { pushDueMirrors } from "./commands/push-due-mirrors";
import { pushMirror } from "./commands/push-mirror";
import { getMirrorPlan } from "./get-mirror-plan";
import { listMirrors } from "./list-mirrors";
import { mirrorToken } from "./mirror-secret";

allowLocalServers();
needsGit();
const { db } = testDatabase();

const trailOf = async (context: Context, action: string) =>
  (await listAudit(context, { action: "mirror" })).items.filter((item) => item.action === action);

/** An agent's mirror at a repository behind ssh, which knows no key yet. */
async function aSshMirror() {
  const { context, agent, remote } = await aMirroredDesk(db);
  let known = "";
  const serve = (more: { hostKey?: string; port?: number } = {}) =>
    startSshServer({ lets: () => known, run: runGit(remote.folder), ...more });
  const server = await serve();
  const mirror = await createMirror(context, {
    of: { kind: "agent", agent: agent.slug },
    url: `ssh://git@127.0.0.1:${server.port}/~/skills.git`,
    branch: "over-ssh",
    userName: "ines",
  });
  const give = (publicKey = mirror.ssh?.publicKey ?? "") => {
    known = publicKey;
  };
  const accept = (hostKey: string) => editMirror(context, { mirror: mirror.id, hostKey });
  const push = () => pushMirror(context, { mirror: mirror.id });
  const plan = () => getMirrorPlan(context, { mirror: mirror.id });
  return { context, agent, remote, server, serve, mirror, give, accept, push, plan };
}

describe("a mirror over ssh", () => {
  it("shows its deploy key and the key of its host, and sends nothing before that is accepted", async () => {
    const { context, remote, server, mirror, give, accept, push, plan } = await aSshMirror();
    expect(mirror).toMatchObject({ hasToken: false, userName: "", ssh: { hostKey: null } });
    expect(mirror.ssh?.publicKey).toMatch(/^ssh-ed25519 \S+ greenroom$/);
    give();
    const shown = await plan();
    expect(shown).toMatchObject({ state: "failed", offeredHostKey: server.fingerprint });
    expect(shown.failure?.message).toContain(
      `shows the key ${server.fingerprint}, which nobody has accepted`,
    );
    const [listed] = await listMirrors(context, {});
    expect(listed?.ssh?.offeredHostKey).toBeNull();
    const refused = await push();
    expect(refused).toMatchObject({
      failure: { kind: "host-key", message: shown.failure?.message },
      ssh: { hostKey: null, offeredHostKey: server.fingerprint },
    });
    expect(server.seen).toEqual([]);
    const accepted = await accept(server.fingerprint);
    expect(accepted).toMatchObject({
      failure: null,
      ssh: { hostKey: server.fingerprint, offeredHostKey: null },
    });
    expect(await plan()).toMatchObject({ state: "first", failure: null, offeredHostKey: null });
    expect(await push()).toMatchObject({ failure: null, pushed: { commit: await remote.head("over-ssh") } });
    expect(await plan()).toMatchObject({ state: "current" });
    expect(server.seen.every(({ command }) => command.startsWith("git-receive-pack "))).toBe(true);
    expect(await trailOf(context, "mirror.host-refused")).toMatchObject([
      { detail: { was: null, is: server.fingerprint } },
    ]);
    expect(await trailOf(context, "mirror.edited")).toMatchObject([
      { detail: { hostKey: server.fingerprint, hostKeyBefore: null } },
    ]);
    const { sealedToken } = await db.mirror.findUniqueOrThrow({ where: { id: mirror.id } });
    const secret = mirrorToken.unseal(mirror.id, sealedToken) ?? "";
    expect(secret).toContain("BEGIN OPENSSH PRIVATE KEY");
    const told = JSON.stringify([await listMirrors(context, {}), await listAudit(context, {})]);
    for (const line of secret.split("\n").slice(1, -2)) expect(told).not.toContain(line);
  });

  it("says that its key is not known there, and that a rule of the host refused it", async () => {
    const { remote, server, give, accept, push } = await aSshMirror();
    await accept(server.fingerprint);
    expect((await push()).failure).toMatchObject({
      kind: "key-refused",
      message: expect.stringContaining("deploy key"),
    });
    give();
    await remote.hook("echo 'protected branch' >&2; exit 1");
    expect((await push()).failure).toMatchObject({ kind: "protected" });
  });

  it("sends nothing to a host whose key changed, by hand or by itself, until somebody accepts it", async () => {
    const { context, remote, server, serve, mirror, give, accept, push, plan } = await aSshMirror();
    give();
    await accept(server.fingerprint);
    await editMirror(context, { mirror: mirror.id, onPublish: true });
    await push();
    const before = await remote.head("over-ssh");
    server.close();
    const other = await serve({ hostKey: makeSshKey().privateKey, port: server.port });
    await publishNotes(context, "Second.");
    expect(await pushDueMirrors({ db }, () => new Date())).toBe(1);
    const [failed] = await listMirrors(context, {});
    const words = `was ${server.fingerprint}, and is ${other.fingerprint}. Nothing was sent to it.`;
    expect(failed?.failure).toMatchObject({ kind: "host-key", message: expect.stringContaining(words) });
    expect(failed?.ssh).toMatchObject({ hostKey: server.fingerprint, offeredHostKey: other.fingerprint });
    expect(await plan()).toMatchObject({ offeredHostKey: other.fingerprint });
    expect(other.seen).toEqual([]);
    expect(await remote.head("over-ssh")).toBe(before);
    await accept(other.fingerprint);
    await publishNotes(context, "Third.");
    expect(await pushDueMirrors({ db }, () => new Date())).toBe(1);
    expect(await remote.head("over-ssh")).not.toBe(before);
  });

  it("is pushed to OpenSSH's own server, by git's own receive-pack", async ({ skip }) => {
    skip(!hasSshd, "This machine has no sshd.");
    const { context, agent, remote } = await aMirroredDesk(db);
    const key = makeSshKey();
    const { port, user } = await startSshd(key.publicKey);
    const mirror = await createMirror(context, {
      of: { kind: "agent", agent: agent.slug },
      url: `ssh://${user}@127.0.0.1:${port}${remote.folder}/skills.git`,
      branch: "real",
      key: key.privateKey,
    });
    const { offeredHostKey } = await getMirrorPlan(context, { mirror: mirror.id });
    expect(offeredHostKey).toMatch(/^SHA256:/);
    await editMirror(context, { mirror: mirror.id, hostKey: offeredHostKey });
    const pushed = await pushMirror(context, { mirror: mirror.id });
    expect(pushed).toMatchObject({ failure: null, pushed: { commit: await remote.head("real") } });
    await publishNotes(context, "Second.");
    const again = await pushMirror(context, { mirror: mirror.id });
    expect(again.pushed?.commit).not.toBe(pushed.pushed?.commit);
    expect(await remote.git("-C", "skills.git", "fsck", "--strict")).not.toContain("error");
    expect(await remote.head("real")).toBe(again.pushed?.commit);
  }, 60_000);
});

describe("the key of a mirror", () => {
  it("is another one for another host, whose key is accepted anew, and none over https", async () => {
    const { context, server, mirror, accept } = await aSshMirror();
    await accept(server.fingerprint);
    const edit = (url: string) => editMirror(context, { mirror: mirror.id, url });
    const path = await edit(`ssh://git@127.0.0.1:${server.port}/x.git`);
    expect(path.ssh).toEqual({ ...mirror.ssh, hostKey: server.fingerprint });
    const host = await edit("git@github.com:meridian/skills.git");
    expect(host.url).toBe("ssh://git@github.com/~/meridian/skills.git");
    expect(host.ssh?.hostKey).toBeNull();
    expect(host.ssh?.publicKey).not.toBe(mirror.ssh?.publicKey);
    const https = await edit("https://github.com/meridian/skills.git");
    expect(https).toMatchObject({ ssh: null, hasToken: false });
  });

  it("does not stay where an https mirror with a token moves to ssh: the token goes nowhere", async () => {
    const { context, mirror } = await aMirroredDesk(db);
    const moved = await editMirror(context, { mirror: mirror.id, url: "git@github.com:meridian/skills.git" });
    expect(moved).toMatchObject({ userName: "", hasToken: false, ssh: { hostKey: null } });
    const { sealedToken } = await db.mirror.findUniqueOrThrow({ where: { id: mirror.id } });
    expect(mirrorToken.unseal(mirror.id, sealedToken)).not.toContain(token);
  });

  const url = "git@github.com:a/b.git";
  it.each([
    [{ url, key: "hunter2" }, /no private key/],
    [{ url, token: "ghp_secret" }, /a key is used/],
    [{ url, hostKey: "SHA256:short" }, /ssh-keygen/],
    [{ url: "https://github.com/a/b.git", key: "new" }, /over ssh/],
    [{ url: "ssh://git:hunter2@github.com/a.git" }, /Leave the password out/],
    [{ url: "ssh://git@10.0.0.1/a.git" }, /private or local/],
    [{ url: "git@github.com:a';reboot;'.git" }, /alone/],
  ])("%j is refused in words, and nothing is kept", async (given, words) => {
    const { context, agent } = await aMirroredDesk(db);
    const of = { kind: "agent" as const, agent: agent.slug };
    const refused = await createMirror(context, { of, ...given }).catch((error: unknown) => error);
    expect(String(refused)).toMatch(words);
    expect(String(refused)).not.toContain("hunter2");
    expect(await db.mirror.count({ where: { workspaceId: context.workspace.id } })).toBe(1);
  });
});

it("a host that is met is nobody's of elsewhere, and not the mirror's once that is elsewhere", async () => {
  const { context, mirror } = await aSshMirror();
  const stranger = await aContext(db);
  const hostKey = `SHA256:${"B".repeat(43)}`;
  const rowOf = () => db.mirror.findUniqueOrThrow({ where: { id: mirror.id } });
  expect(await meetMirrorHost(stranger, mirror, hostKey)).toBe(false);
  expect(await meetMirrorHost(context, { ...mirror, url: "ssh://git@github.com/a.git" }, hostKey)).toBe(
    false,
  );
  expect((await rowOf()).offeredHostKey).toBeNull();
  expect(await meetMirrorHost(context, mirror, hostKey)).toBe(false);
  expect(await rowOf()).toMatchObject({ hostKey: null, offeredHostKey: hostKey });
});
