import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { listAudit } from "@/lib/audit/queries";
import { readDraft } from "@/lib/library/drafts/read-draft";
import { makeSshKey } from "@/lib/platform/ssh-key";
import { publishSkill } from "@/lib/reviews/commands/publish-skill";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { needsGit } from "@/lib/testing/delivery/mirrors";
import { aSkillRepository, aSource, editHere } from "@/lib/testing/delivery/sources";
import { allowLocalServers } from "@/lib/testing/models";
import { skillText } from "@/lib/testing/packages";
import { runGit, startSshServer } from "@/lib/testing/servers/ssh-server";
import { createSource } from "./commands/create-source";
import { editSource } from "./commands/edit-source";
import { pushVersion } from "./commands/push-version";
import { trustHost } from "./commands/trust-host";
import { getVersionPush } from "./get-version-push";
import { listSources } from "./list-sources";
import { sourceToken } from "./source-secret";

allowLocalServers();
needsGit();
const { db } = testDatabase();

const files = { "skills/pdf/SKILL.md": skillText("pdf", "First."), "README.md": "All of them.\n" };

/** A repository behind ssh that knows the deploy key of its source, and the source. */
async function aSshSource() {
  const context = await aContext(db, { name: "Ines" });
  const repository = await aSkillRepository(files);
  let known = "";
  const serve = (more: { hostKey: string; port?: number }) =>
    startSshServer({ lets: () => known, run: runGit(repository.folder), ...more });
  const server = await serve({ hostKey: makeSshKey().privateKey });
  const url = `ssh://git@127.0.0.1:${server.port}/~/skills.git`;
  const { source, sync } = await aSource(context, url);
  const give = (publicKey = source.ssh?.publicKey ?? "") => {
    known = publicKey;
  };
  const rowOf = () => db.source.findUniqueOrThrow({ where: { id: source.id } });
  return { context, repository, server, serve, source, sync, give, rowOf };
}

const trailOf = async (context: Parameters<typeof listAudit>[0]) => (await listAudit(context, {})).items;

describe("a source over ssh", () => {
  it("says its deploy key, keeps the first key of its host, and reads what is there", async () => {
    const { context, repository, server, source, sync, give, rowOf } = await aSshSource();
    expect(source).toMatchObject({
      hasToken: false,
      userName: "",
      ssh: { hostKey: null, offeredHostKey: null },
    });
    expect(source.ssh?.publicKey).toMatch(/^ssh-ed25519 \S+ greenroom$/);
    const refused = await sync();
    expect(refused.failure).toMatchObject({
      kind: "key-refused",
      message: expect.stringContaining("deploy key"),
    });
    expect(refused.ssh?.hostKey).toBe(server.fingerprint);
    give();
    const synced = await sync();
    expect(synced).toMatchObject({ failure: null, synced: { revision: await repository.head() } });
    expect(synced.report?.entries).toMatchObject([{ skill: "pdf", outcome: "new" }]);
    expect(await sync()).toMatchObject({ failure: null });
    const trail = await trailOf(context);
    expect(trail.filter(({ action }) => action === "source.host-kept")).toMatchObject([
      { detail: { host: `127.0.0.1:${server.port}`, hostKey: server.fingerprint } },
    ]);
    const { sealedToken } = await rowOf();
    const secret = sourceToken.unseal(source.id, sealedToken) ?? "";
    expect(secret).toContain("BEGIN OPENSSH PRIVATE KEY");
    const told = JSON.stringify([await listSources(context), trail]);
    for (const line of secret.split("\n").slice(1, -2)) expect(told).not.toContain(line);
  });

  it("asks nothing of a host whose key changed until an admin accepts it", async () => {
    const { context, repository, server, serve, source, sync, give, rowOf } = await aSshSource();
    give();
    await sync();
    const before = await rowOf();
    server.close();
    await repository.commit({ "skills/pdf/SKILL.md": skillText("pdf", "Evil.") });
    const hostKey = makeSshKey().privateKey;
    const other = await serve({ hostKey, port: server.port });
    const failed = await sync();
    expect(failed.failure?.kind).toBe("host-key");
    expect(failed.failure?.message).toContain(`was ${server.fingerprint}, and is ${other.fingerprint}`);
    expect(failed.ssh).toMatchObject({ hostKey: server.fingerprint, offeredHostKey: other.fingerprint });
    expect(failed.synced).toMatchObject({ revision: before.syncedRevision });
    await sync();
    expect(other.seen).toEqual([]);
    const refused = (await trailOf(context)).filter(({ action }) => action === "source.host-refused");
    expect(refused).toMatchObject([{ detail: { was: server.fingerprint, is: other.fingerprint } }]);
    const edited = await editSource(context, { source: source.id, hostKey: other.fingerprint });
    expect(edited).toMatchObject({
      failure: null,
      ssh: { hostKey: other.fingerprint, offeredHostKey: null },
    });
    expect(edited.ssh?.publicKey).toBe(source.ssh?.publicKey);
    expect(await sync()).toMatchObject({ failure: null, synced: { revision: await repository.head() } });
    const [trail] = (await trailOf(context)).filter(({ action }) => action === "source.edited");
    expect(trail?.detail).toMatchObject({ hostKey: other.fingerprint, hostKeyBefore: server.fingerprint });
  });

  it("is pushed back to, and not where its host is another one", async () => {
    const { context, repository, server, serve, source, sync, give } = await aSshSource();
    give();
    await sync();
    await editHere(context, "pdf", skillText("pdf", "Mine."));
    const { revision, digest } = await readDraft(context, "pdf");
    await publishSkill(context, { skill: "pdf", revision, digest, note: "Shorter now." });
    const wanted = { source: source.id, skill: "pdf", number: 1 };
    const plan = await getVersionPush(context, wanted);
    expect(plan).toMatchObject({ state: "new", branch: "greenroom/pdf-v1", failure: null });
    const pushed = await pushVersion(context, { ...wanted, commit: plan.commit ?? "" });
    expect(pushed).toMatchObject({ state: "there", failure: null });
    expect(await repository.head("greenroom/pdf-v1")).toBe(plan.commit);
    expect(server.seen.map(({ command }) => command)).toContain("git-receive-pack 'skills.git'");
    await repository.hook("echo 'protected branch' >&2; exit 1");
    await repository.git("-C", "skills.git", "branch", "-D", "greenroom/pdf-v1");
    expect(await pushVersion(context, { ...wanted, commit: plan.commit ?? "" })).toMatchObject({
      state: "failed",
      failure: { message: expect.stringContaining("protected") },
    });
    server.close();
    const other = await serve({ hostKey: makeSshKey().privateKey, port: server.port });
    expect(await getVersionPush(context, wanted)).toMatchObject({
      state: "failed",
      failure: { message: expect.stringContaining("Sync the source") },
    });
    expect(other.seen).toEqual([]);
  });
});

describe("the key of a source", () => {
  const own = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const pem = own.privateKey.export({ format: "pem", type: "pkcs8" }).toString();

  it("may be somebody's own, and is replaced by what is given", async () => {
    const { context, source, sync, give } = await aSshSource();
    const given = await editSource(context, { source: source.id, key: pem });
    expect(given.ssh?.publicKey).toMatch(/^ecdsa-sha2-nistp256 /);
    give(given.ssh?.publicKey);
    expect(await sync()).toMatchObject({ failure: null });
    const made = await editSource(context, { source: source.id, key: "new" });
    expect(made.ssh?.publicKey).toMatch(/^ssh-ed25519 /);
    expect((await sync()).failure?.kind).toBe("key-refused");
    expect(JSON.stringify(await trailOf(context))).not.toContain(pem.split("\n")[1]);
  });

  it("is another one for another host, whose key is kept anew", async () => {
    const { context, server, source, sync, give } = await aSshSource();
    give();
    await sync();
    const path = await editSource(context, {
      source: source.id,
      url: `ssh://git@127.0.0.1:${server.port}/x.git`,
    });
    expect(path.ssh).toEqual({ ...source.ssh, hostKey: server.fingerprint });
    const host = await editSource(context, { source: source.id, url: "git@github.com:meridian/skills.git" });
    expect(host.url).toBe("ssh://git@github.com/~/meridian/skills.git");
    expect(host.ssh?.hostKey).toBeNull();
    expect(host.ssh?.publicKey).not.toBe(source.ssh?.publicKey);
    const https = await editSource(context, {
      source: source.id,
      url: "https://github.com/meridian/skills.git",
    });
    expect(https).toMatchObject({ ssh: null, hasToken: false });
    const back = await editSource(context, { source: source.id, url: host.url });
    expect(back.ssh?.publicKey).not.toBe(host.ssh?.publicKey);
  });

  const locked = generateKeyPairSync("ed25519", {
    privateKeyEncoding: { format: "pem", type: "pkcs8", cipher: "aes-256-cbc", passphrase: "hunter2" },
    publicKeyEncoding: { format: "pem", type: "spki" },
  }).privateKey;
  const url = "git@github.com:a/b.git";
  it.each([
    [{ url, key: "hunter2" }, /no private key/],
    [{ url, key: locked }, /has a passphrase/],
    [{ url, key: makeSshKey().publicKey }, /public key/],
    [{ url, token: "ghp_secret" }, /a key is used/],
    [{ url, hostKey: "SHA256:short" }, /ssh-keygen/],
    [{ url: "https://github.com/a/b.git", key: "new" }, /over ssh/],
    [{ url: "ssh://git:hunter2@github.com/a.git" }, /Leave the password out/],
    [{ url: "ssh://git@10.0.0.1/a.git" }, /private or local/],
    [{ url: "git@[::1]:a.git" }, /private or local/],
    [{ url: "git@github.com:a';reboot;'.git" }, /alone/],
    [{ url: "git@github.com:-oops" }, /hyphen/],
    [{ url, kind: "archive" as const }, /only git/],
  ])("%j is refused in words, and nothing is kept", async (given, words) => {
    const context = await aContext(db);
    const refused = await createSource(context, { name: "X", ...given }).catch((error: unknown) => error);
    expect(String(refused)).toMatch(words);
    expect(String(refused)).not.toContain("hunter2");
    expect(await db.source.count({ where: { workspaceId: context.workspace.id } })).toBe(0);
  });

  it("waits for a host whose key was named before it was met", async () => {
    const context = await aContext(db);
    const hostKey = `SHA256:${"A".repeat(43)}`;
    const { port, fingerprint, seen } = await startSshServer({ run: () => {} });
    const named = await aSource(context, `ssh://git@127.0.0.1:${port}/a.git`, { hostKey });
    const synced = await named.sync();
    expect(synced.failure?.message).toContain(`was ${hostKey}, and is ${fingerprint}`);
    expect(seen).toEqual([]);
  });
});

describe("a host that is met", () => {
  it("is nobody's of elsewhere, and is not the source's once that is elsewhere", async () => {
    const { context, source, rowOf } = await aSshSource();
    const stranger = await aContext(db);
    const hostKey = `SHA256:${"B".repeat(43)}`;
    expect(await trustHost(stranger, source, hostKey)).toBe(false);
    expect(await trustHost(context, { ...source, url: "ssh://git@github.com/a.git" }, hostKey)).toBe(false);
    expect((await rowOf()).hostKey).toBeNull();
    const both = await Promise.all([
      trustHost(context, source, hostKey),
      trustHost(context, source, `SHA256:${"C".repeat(43)}`),
    ]);
    expect(both.toSorted()).toEqual([false, true]);
    const { hostKey: kept, offeredHostKey } = await rowOf();
    expect(offeredHostKey).not.toBe(kept);
    expect(await trustHost(context, source, kept ?? "")).toBe(true);
    expect((await rowOf()).offeredHostKey).toBeNull();
  });
});
