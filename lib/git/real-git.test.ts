import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { gitOnLoopback } from "@/lib/testing/servers/git-on-loopback";
import { MemoryRepository } from "./fixtures/memory-repository";
import { encodeCommit, encodeTree, objectId } from "./objects";

/** The git of this machine is the reference: it clones, checks every object, and names the same content the same. */
const strict = ["-c", "transfer.fsckObjects=true"];

function aRepository(commits = 3): MemoryRepository {
  const repository = new MemoryRepository();
  repository.commitMany(commits);
  return repository;
}

describe("git clone", () => {
  it("gets every commit, file and mode, and nothing that fsck finds fault with", async () => {
    const repository = aRepository(2);
    repository.commit({ "run.sh": "#!/bin/sh\n", "a/b/c.txt": "deep\n", "a.txt": "", "a-b": "x", é: "é\n" });
    const { url, folder, git } = await gitOnLoopback(repository);
    await git(...strict, "clone", "-q", url, "clone");
    expect(await git("-C", "clone", "fsck", "--full", "--strict")).toBe("");
    expect(await git("-C", "clone", "rev-list", "--count", "HEAD")).toBe("3\n");
    expect(await git("-C", "clone", "symbolic-ref", "HEAD")).toBe("refs/heads/main\n");
    expect(await git("-C", "clone", "ls-files", "-s", "run.sh")).toMatch(/^100755 /);
    expect(await readFile(join(folder, "clone/a/b/c.txt"), "utf8")).toBe("deep\n");
    expect((await git("-C", "clone", "tag")).trim().split("\n")).toEqual(["v1", "v2", "v3"]);
  });

  it("gets what changed little as a change of what was there before", async () => {
    const repository = new MemoryRepository();
    const skills: Record<string, string> = {};
    for (let at = 0; at < 120; at++) {
      skills[`skills/skill-${(at * 37) % 80}/SKILL.md`] = `# Skill ${at}\n`;
      const plugin = JSON.stringify({ name: "desk", about: "Skills. ".repeat(20), version: `1.${at}.0` });
      repository.commit({ ...skills, "plugin.json": plugin, ".plugin/plugin.json": plugin });
    }
    const { url, git, folder } = await gitOnLoopback(repository);
    await git(...strict, "clone", "-q", url, "clone");
    expect(await git("-C", "clone", "fsck", "--full", "--strict")).toBe("");
    expect(await git("-C", "clone", "rev-list", "--count", "HEAD")).toBe("120\n");
    expect(await readFile(join(folder, "clone/plugin.json"), "utf8")).toContain("1.119.0");
    const packs = join(folder, "clone/.git/objects/pack");
    const [index = ""] = (await readdir(packs)).filter((name) => name.endsWith(".idx"));
    const chains = (await git("verify-pack", "-v", join(packs, index))).matchAll(
      /^chain length = (\d+): (\d+) objects?$/gm,
    );
    const lengths = [...chains].map(([, length, count]) => ({
      length: Number(length),
      count: Number(count),
    }));
    expect(lengths.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(200);
    expect(Math.max(...lengths.map(({ length }) => length))).toBe(50);
    // Another client of the same pack reader: what is behind gets on with what it has.
    await git("clone", "-q", "--branch", "v30", url, "behind");
    await git(...strict, "-C", "behind", "fetch", "-q", "origin", "main");
    expect(await git("-C", "behind", "fsck", "--full", "--strict")).toBe("");
  });

  it("gets one commit with depth 1, and the others when it asks for them", async () => {
    const { url, git } = await gitOnLoopback(aRepository(5));
    await git(...strict, "clone", "-q", "--depth", "1", url, "clone");
    const count = async () => Number(await git("-C", "clone", "rev-list", "--count", "HEAD"));
    expect(await count()).toBe(1);
    await git("-C", "clone", "fetch", "-q", "--depth", "2");
    expect(await count()).toBe(2);
    await git("-C", "clone", "fetch", "-q", "--deepen", "1");
    expect(await count()).toBe(3);
    await git("-C", "clone", "fetch", "-q", "--unshallow");
    expect(await count()).toBe(5);
    expect(await git("-C", "clone", "fsck", "--full")).toBe("");
  });

  it("goes back to a day, or to a tag", async () => {
    const { url, git } = await gitOnLoopback(aRepository(5));
    await git("clone", "-q", "--shallow-since=2026-11-26T00:00:00Z", url, "since");
    expect(await git("-C", "since", "rev-list", "--count", "HEAD")).toBe("2\n");
    await git("clone", "-q", "--shallow-exclude=v2", url, "after");
    expect(await git("-C", "after", "rev-list", "--count", "HEAD")).toBe("3\n");
    await git("clone", "-q", "--branch", "v2", url, "tag");
    expect(await git("-C", "tag", "rev-list", "--count", "HEAD")).toBe("2\n");
  });

  it("is told that nothing is there yet, and gets it later", async () => {
    const repository = new MemoryRepository();
    const { url, git } = await gitOnLoopback(repository);
    expect(await git("clone", url, "clone")).toContain("empty repository");
    expect(await git("-C", "clone", "symbolic-ref", "HEAD")).toBe("refs/heads/main\n");
    repository.commitMany(1);
    await git("-C", "clone", "pull", "-q");
    expect(await git("-C", "clone", "rev-list", "--count", "HEAD")).toBe("1\n");
  });
});

describe("git fetch", () => {
  it("brings what is new, and only that", async () => {
    const repository = aRepository(3);
    const { url, git } = await gitOnLoopback(repository);
    await git("clone", "-q", url, "clone");
    await git("clone", "-q", "--depth", "1", url, "shallow");
    repository.blobsRead = 0;
    repository.commit({ "notes.txt": "new\n", "lib/same.txt": "same\n" });
    for (const clone of ["clone", "shallow"]) {
      await git(...strict, "-C", clone, "pull", "-q", "--ff-only");
      expect(await git("-C", clone, "fsck", "--full")).toBe("");
    }
    expect(repository.blobsRead).toBe(2);
    expect(await git("-C", "clone", "rev-list", "--count", "HEAD")).toBe("4\n");
    expect(await git("-C", "shallow", "rev-list", "--count", "HEAD")).toBe("2\n");
    expect(await git("-C", "clone", "fetch")).toBe("");
  });

  it("finds what it has in common although it has made commits of its own", async () => {
    const repository = aRepository(3);
    const { url, folder, git } = await gitOnLoopback(repository);
    await git("clone", "-q", url, "clone");
    await writeFile(join(folder, "clone/own.txt"), "mine\n");
    const me = ["-c", "user.name=Me", "-c", "user.email=me@example.org"];
    await git("-C", "clone", "add", ".");
    for (let at = 0; at < 40; at++)
      await git("-C", "clone", ...me, "commit", "-q", "--allow-empty", "-m", `Mine ${at}`);
    repository.blobsRead = 0;
    repository.commit({ "notes.txt": "theirs\n", "lib/same.txt": "same\n" });
    await git("-C", "clone", "fetch", "-q");
    expect(await git("-C", "clone", "rev-list", "--count", "HEAD..origin/main")).toBe("1\n");
    expect(repository.blobsRead).toBe(1);
  });

  it("works with every line in a band", async () => {
    const { url, git } = await gitOnLoopback(aRepository(3), {}, { GIT_TEST_SIDEBAND_ALL: "1" });
    await git("clone", "-q", "--depth", "1", url, "clone");
    await git("-C", "clone", "fetch", "-q", "--unshallow");
    expect(await git("-C", "clone", "rev-list", "--count", "HEAD")).toBe("3\n");
  });
});

describe("a history that ends early", () => {
  async function withEnd() {
    const repository = aRepository(3);
    const loopback = await gitOnLoopback(repository);
    await loopback.git("clone", "-q", loopback.url, "behind");
    const [, fifth] = repository.commitMany(3);
    if (!fifth) throw new Error("There are too few commits.");
    repository.shallow = new Set([fifth.id]);
    repository.refs = repository.refs.filter(({ name }) => name === repository.headTarget);
    return { repository, fifth, ...loopback };
  }

  it("is where a clone ends, whatever depth it asks for", async () => {
    const { url, git, folder, fifth } = await withEnd();
    expect(await git("clone", "-q", url, "clone")).not.toContain("remote:");
    expect(await git("-C", "clone", "rev-list", "--count", "HEAD")).toBe("2\n");
    expect(await git("-C", "clone", "fsck", "--full")).toBe("");
    await git("clone", "-q", "--depth", "50", url, "deep");
    expect(await git("-C", "deep", "rev-list", "--count", "HEAD")).toBe("2\n");
    await git("-C", "deep", "fetch", "-q", "--unshallow");
    expect(await readFile(join(folder, "deep/.git/shallow"), "utf8")).toBe(`${fifth.id}\n`);
  });

  it("is no end for who comes from before it", async () => {
    const { git, repository } = await withEnd();
    await git("-C", "behind", "pull", "--ff-only");
    expect(await git("-C", "behind", "rev-parse", "HEAD")).toBe(`${repository.commits.at(-1)?.id}\n`);
    expect(await git("-C", "behind", "fsck", "--full")).toBe("");
  });

  it("is told to a fetch outside of a clone, which git leaves without it until it names a depth", async () => {
    const { url, git, repository } = await withEnd();
    await git("init", "-q", "fresh");
    await git("-C", "fresh", "remote", "add", "origin", url);
    const fresh = (...args: string[]) => git("-C", "fresh", ...args);
    expect(await fresh("fetch")).not.toContain("remote:");
    expect(await fresh("fetch", "--progress")).toMatch(
      /remote: The newest 2 commits .* git fetch --depth 2 once\./,
    );
    await expect(fresh("rev-parse", "--verify", "origin/main")).rejects.toThrow();
    await fresh("fetch", "-q", "--depth", "2");
    expect(await fresh("rev-list", "--count", "origin/main")).toBe("2\n");
    const [newest] = repository.commitMany(1);
    expect(await fresh("fetch", "--progress")).not.toContain("remote:");
    expect(await fresh("rev-parse", "origin/main")).toBe(`${newest?.id}\n`);
  });

  it("lets a clone go forward that is more than a hundred commits behind", async () => {
    const { git, repository } = await withEnd();
    repository.commitMany(150);
    repository.shallow = new Set([repository.commits.at(-100)?.id ?? ""]);
    await git("-C", "behind", "pull", "-q", "--ff-only");
    expect(await git("-C", "behind", "rev-list", "--count", "HEAD")).toBe("156\n");
    expect(await git("-C", "behind", "fsck", "--full")).toBe("");
  });

  it("says so to who comes from before it when what lies between cannot be had any more", async () => {
    const { git, repository } = await withEnd();
    repository.refusal = "A skill was deleted. Clone again.";
    await expect(git("-C", "behind", "pull", "--ff-only")).rejects.toThrow(
      /remote error: A skill was deleted/,
    );
    await git("-C", "behind", "fetch", "-q", "--depth", "1");
    await git("-C", "behind", "reset", "-q", "--hard", "origin/main");
    expect(await git("-C", "behind", "rev-parse", "HEAD")).toBe(`${repository.commits.at(-1)?.id}\n`);
    expect(await git("-C", "behind", "fsck", "--full")).toBe("");
  });

  it("serves no commit from below it", async () => {
    const { url, git, repository } = await withEnd();
    const old = repository.commits[1]?.id ?? "";
    await git("init", "-q", "fresh");
    await expect(git("-C", "fresh", "fetch", url, old)).rejects.toThrow(/not our ref.*no longer served/);
  });
});

it("names blobs and commits as git does", async () => {
  const { folder, git } = await gitOnLoopback(aRepository());
  await writeFile(join(folder, "file"), "some\nbytes");
  const blob = (await git("hash-object", "file")).trim();
  expect(objectId("blob", Buffer.from("some\nbytes"))).toBe(blob);
  await git("init", "-q", "bare");
  const tree = objectId("tree", encodeTree([]));
  const signature = { name: "Ines", email: "ines@example.org", seconds: 1_795_392_000 };
  const bytes = encodeCommit({ tree, parents: [], author: signature, committer: signature, message: "One" });
  await writeFile(join(folder, "commit"), bytes);
  const hashed = await git("-C", "bare", "hash-object", "-t", "commit", "-w", "--literally", "../commit");
  expect(`${objectId("commit", bytes)}\n`).toBe(hashed);
});

describe("who gets no repository", () => {
  it("shows the reason to a client that asks for an older protocol", async () => {
    const { url, git } = await gitOnLoopback(aRepository());
    for (const version of ["0", "1"])
      await expect(git("-c", `protocol.version=${version}`, "clone", url, "old")).rejects.toThrow(
        /remote error: This address speaks git's protocol version 2/,
      );
  });

  it("shows that nothing can be pushed", async () => {
    const { url, git } = await gitOnLoopback(aRepository());
    await git("clone", "-q", url, "clone");
    await expect(git("-C", "clone", "push", "origin", "HEAD:refs/heads/x")).rejects.toThrow(/read-only/);
  });

  it("shows that too many are at it", async () => {
    const { url, git } = await gitOnLoopback(aRepository(), { claimPack: async () => null });
    await expect(git("clone", url, "clone")).rejects.toThrow(/HTTP 429/);
  });
});
