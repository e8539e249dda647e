import type { ServerChannel } from "ssh2";
import { describe, expect, it, onTestFinished } from "vitest";
import { MemoryRepository } from "@/lib/git/fixtures/memory-repository";
import { errorPacket, flushPacket, packet } from "@/lib/git/pkt-line";
import { serveGit } from "@/lib/git/serve-git";
import { lookAtRemote } from "@/lib/mirrors/remote-repository";
import { makeSshKey } from "@/lib/platform/ssh-key";
import { hasGit, startGitRemote } from "@/lib/testing/servers/git-remote";
import { runGit, startSshServer } from "@/lib/testing/servers/ssh-server";
import { hasSshd, startSshd } from "@/lib/testing/servers/sshd";
import { setEnvironment } from "@/lib/testing/set-environment";
import type { Remote } from "./ask-remote";
import { fetchCommit, findCommit } from "./read-git";

setEnvironment({ GREENROOM_ALLOWED_HOSTS: "127.0.0.1" });

const key = makeSshKey();
const patient = new AbortController().signal;
const at = (port: number, path = "/~/skills.git", user = "git"): Remote => ({
  url: `ssh://${user}@127.0.0.1:${port}${path}`,
  userName: "",
  token: null,
  ssh: { privateKey: key.privateKey, acceptHost: async () => true },
});

const repository = new MemoryRepository();
repository.commitMany(2);
const newest = repository.commits.at(-1)?.id ?? "";
const server = {
  openRepository: async () => repository,
  onBroken: () => {},
  claimPack: async () => () => {},
};
const v2 = { "Git-Protocol": "version=2" };
const service = "git-upload-pack";

/** Our own git server as a program behind ssh would be: its greeting, then an answer to what it is sent. */
async function serveOwn(channel: ServerChannel): Promise<void> {
  const hello = await serveGit(
    server,
    new Request(`http://localhost/info/refs?service=${service}`, { headers: v2 }),
    "info/refs",
  );
  channel.write(Buffer.from(await hello.arrayBuffer()));
  const asked: Buffer[] = [];
  for await (const piece of channel) asked.push(piece);
  // Whoever asks ends with a flush of its own, which asks for nothing else.
  const body = new Uint8Array(Buffer.concat(asked).subarray(0, -flushPacket.length));
  const headers = { ...v2, "Content-Type": `application/x-${service}-request` };
  const post = new Request(`http://localhost/${service}`, { method: "POST", headers, body });
  const answer = await serveGit(server, post, service);
  channel.write(Buffer.from(await answer.arrayBuffer()));
  channel.exit(0);
  channel.end();
}

describe("a repository over ssh", () => {
  it("is read as over https: its branch, and a commit with all of its files", async () => {
    const { port, seen } = await startSshServer({
      lets: () => key.publicKey,
      run: (channel) => void serveOwn(channel),
    });
    const remote = at(port, "/~/meridian/skills.git");
    expect(await findCommit(remote, "", patient)).toEqual({ ok: true, value: newest });
    expect(await findCommit(remote, "main", patient)).toEqual({ ok: true, value: newest });
    expect(await findCommit(remote, "none", patient)).toEqual({ ok: false, error: "no-such-ref" });
    const before = seen.length;
    expect(await findCommit(remote, newest, patient)).toEqual({ ok: true, value: newest });
    expect(seen).toHaveLength(before + 1);
    const fetched = await fetchCommit(remote, newest, patient);
    expect(fetched).toMatchObject({ ok: true, value: { tree: repository.findCommit(newest)?.tree } });
    expect(new Set(seen.map(({ command }) => command))).toEqual(
      new Set(["git-upload-pack 'meridian/skills.git'"]),
    );
    expect(seen[0]).toMatchObject({ user: "git", env: { GIT_PROTOCOL: "version=2" } });
  });
});

const says = (text: string | Buffer, words = "", code = 128) =>
  startSshServer({
    run: (channel) => {
      channel.stderr.write(words);
      channel.write(text);
      channel.exit(code);
      channel.end();
    },
  });

describe("what a host answers", () => {
  const old = Buffer.concat([packet(`${"1".repeat(40)} HEAD\0side-band-64k\n`), flushPacket]);
  const shallowless = Buffer.concat([packet("version 2\n"), packet("fetch\n"), flushPacket]);
  it.each([
    ["old-protocol", old, "", 0],
    ["too-old", shallowless, "", 0],
    [
      "not-git",
      "Welcome to example.org! Interactive logins are not allowed here, sorry about that.\n",
      "",
      0,
    ],
    ["not-git", "", "sh: git-upload-pack: command not found\n", 127],
    ["not-git", "", "", 0],
    ["not-found", "", "ERROR: Repository not found.\n", 1],
    ["not-found", "", "fatal: '/srv/x' does not appear to be a git repository\n", 128],
    ["not-found", errorPacket("The project could not be found."), "", 0],
    ["forbidden", "", "ERROR: The key you are authenticating with has been marked as read only.\n", 1],
    ["remote-error", "", "Out of cheese.\n", 1],
  ])("is %s", async (failure, text, words, code) => {
    const { port } = await says(text, words, code);
    expect(await findCommit(at(port), "", patient)).toEqual({ ok: false, error: failure });
  });

  it("is asked once more, in words of a shell, where the variable does not arrive", async () => {
    const { port, seen } = await says(old);
    await findCommit(at(port), "", patient);
    expect(seen.map(({ command }) => command)).toEqual([
      "git-upload-pack 'skills.git'",
      "GIT_PROTOCOL=version=2 git-upload-pack 'skills.git'",
    ]);
  });

  it("is the old protocol where the second way is none that its shell takes", async () => {
    const { port } = await startSshServer({
      run: (channel, { command }) => {
        if (command.startsWith("GIT_PROTOCOL")) channel.stderr.write("fatal: unrecognized command\n");
        else channel.write(old);
        channel.exit(128);
        channel.end();
      },
    });
    expect(await findCommit(at(port), "", patient)).toEqual({ ok: false, error: "old-protocol" });
  });

  it("is nothing where the key is refused, or the host is another one", async () => {
    const { port } = await startSshServer({ lets: () => "" });
    expect(await findCommit(at(port), "", patient)).toEqual({ ok: false, error: "key-refused" });
    const other = { ...at(port), ssh: { privateKey: key.privateKey, acceptHost: async () => false } };
    for (const ref of ["", newest])
      expect(await findCommit(other, ref, patient)).toEqual({ ok: false, error: "host-key" });
    const looked = await lookAtRemote({ ...other, branch: "main" }, patient);
    expect(looked).toMatchObject({ ok: false, error: { kind: "host-key" } });
  });
});

/** A repository with one commit. */
async function aRepository() {
  const remote = await startGitRemote();
  onTestFinished(remote.close);
  await remote.git("clone", "-q", "skills.git", "work");
  const who = ["-c", "user.name=Tom", "-c", "user.email=tom@example.org"];
  await remote.git("-C", "work", ...who, "commit", "-q", "--allow-empty", "-m", "One");
  await remote.git("-C", "work", "push", "-q", "origin", "HEAD:main");
  return remote;
}

describe.skipIf(!hasGit)("git's own programs", () => {
  it("are spoken to in version 2, and tell what they have to somebody who wants to push", async () => {
    const { folder, head } = await aRepository();
    const { port } = await startSshServer({ run: runGit(folder) });
    expect(await findCommit(at(port), "main", patient)).toEqual({ ok: true, value: await head() });
    expect(await fetchCommit(at(port), await head(), patient)).toMatchObject({ ok: true });
    const place = await lookAtRemote({ ...at(port), branch: "main" }, patient);
    expect(place.ok && place.value.refs.get("refs/heads/main")).toBe(await head());
    expect(await findCommit(at(port, "/~/none.git"), "", patient)).toEqual({ ok: false, error: "not-found" });
  });
});

describe("OpenSSH's own server", () => {
  it("gives what it has, with the variable and without", async ({ skip }) => {
    skip(!hasSshd || !hasGit, "This machine has no sshd, or no git.");
    const { folder, head } = await aRepository();
    for (const accepts of ["GIT_PROTOCOL", null]) {
      const { port, user } = await startSshd(key.publicKey, { accepts });
      const remote = at(port, `${folder}/skills.git`, user);
      expect(await findCommit(remote, "main", patient)).toEqual({ ok: true, value: await head() });
      expect(await fetchCommit(remote, await head(), patient)).toMatchObject({ ok: true });
      const place = await lookAtRemote({ ...remote, branch: "main" }, patient);
      expect(place.ok && place.value.refs.get("refs/heads/main")).toBe(await head());
      const none = await findCommit(at(port, `${folder}/none.git`, user), "", patient);
      expect(none).toEqual({ ok: false, error: "not-found" });
    }
    const { port, user } = await startSshd(makeSshKey().publicKey);
    expect(await findCommit(at(port, "/x", user), "", patient)).toEqual({ ok: false, error: "key-refused" });
  }, 60_000);

  it("that runs one command alone says that it speaks only the old protocol", async ({ skip }) => {
    skip(!hasSshd || !hasGit, "This machine has no sshd, or no git.");
    const { folder } = await aRepository();
    const only = `git-upload-pack ${folder}/skills.git`;
    const { port, user } = await startSshd(key.publicKey, { accepts: null, only });
    expect(await findCommit(at(port, "/x", user), "", patient)).toEqual({ ok: false, error: "old-protocol" });
  }, 60_000);
});
