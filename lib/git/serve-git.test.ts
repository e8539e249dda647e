import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import { MemoryRepository } from "./fixtures/memory-repository";
import { delimiterPacket, flushPacket, packet, readPackets } from "./pkt-line";
import { mostRequestBytes } from "./read-request";
import { type GitServer, longestStallMs, serveGit } from "./serve-git";

afterEach(() => {
  vi.useRealTimers();
  // Each test makes its own packs, piece by piece.
  globalThis.greenroomGitAnswers = undefined;
});

const repository = new MemoryRepository();
repository.commitMany(4);
const newest = repository.commits.at(-1)?.id ?? "";
const nobody = "0123456789".repeat(4);

function aServer() {
  const seen = { broken: 0, claimed: 0, released: 0 };
  const server: GitServer = {
    openRepository: async () => repository,
    onBroken: () => {
      seen.broken += 1;
    },
    claimPack: async () => {
      seen.claimed += 1;
      return () => {
        seen.released += 1;
      };
    },
  };
  return { server, seen };
}

const v2 = { "Git-Protocol": "version=2" };
const uploadPack = { ...v2, "Content-Type": "application/x-git-upload-pack-request" };

const get = (path: string, headers: Record<string, string> = v2) =>
  serveGit(
    aServer().server,
    new Request(`http://localhost/d/x.git/${path}`, { headers }),
    path.split("?")[0] ?? "",
  );

function post(body: Uint8Array, headers: Record<string, string> = {}, { server } = aServer()) {
  const given = { method: "POST", headers: { ...uploadPack, ...headers }, body: new Uint8Array(body) };
  return serveGit(server, new Request("http://localhost/d/x.git/git-upload-pack", given), "git-upload-pack");
}

const command = (name: string, args: readonly string[] = []) =>
  Buffer.concat([
    packet(`command=${name}\n`),
    packet("agent=test\n"),
    packet("object-format=sha1"),
    delimiterPacket,
    ...args.map((arg) => packet(`${arg}\n`)),
    flushPacket,
  ]);

const read = async (response: Response) =>
  (readPackets(await response.bytes()) ?? []).map((one) => (one.kind === "line" ? one.text : one.kind));

describe("info/refs", () => {
  it("says what is served", async () => {
    const response = await get("info/refs?service=git-upload-pack");
    expect(response.headers.get("content-type")).toBe("application/x-git-upload-pack-advertisement");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await read(response)).toEqual([
      "version 2",
      "agent=greenroom",
      "ls-refs=unborn",
      "fetch=shallow wait-for-done sideband-all",
      "object-format=sha1",
      "flush",
    ]);
  });

  it("takes the version from a list", async () => {
    const lines = await read(
      await get("info/refs?service=git-upload-pack", { "Git-Protocol": "a:version=2" }),
    );
    expect(lines[0]).toBe("version 2");
  });

  it("says in git's own words why an old client gets nothing", async () => {
    const lines = await read(await get("info/refs?service=git-upload-pack", {}));
    expect(lines).toEqual(["# service=git-upload-pack", "flush", expect.stringMatching(/^ERR .*version 2/)]);
  });

  it("refuses pushing, files and other methods", async () => {
    expect((await get("info/refs?service=git-receive-pack")).status).toBe(403);
    expect((await get("git-receive-pack")).status).toBe(403);
    expect((await get("info/refs")).status).toBe(403);
    expect((await get("objects/info/packs")).status).toBe(404);
    expect((await get("git-upload-pack")).status).toBe(405);
    const request = new Request("http://localhost/x", { method: "POST" });
    expect((await serveGit(aServer().server, request, "info/refs")).status).toBe(405);
  });
});

describe("ls-refs", () => {
  it("lists what is asked for", async () => {
    const all = ["peel", "symrefs", "ref-prefix HEAD", "ref-prefix refs/heads/"];
    expect(await read(await post(command("ls-refs", all)))).toEqual([
      `${newest} HEAD symref-target:refs/heads/main`,
      `${newest} refs/heads/main`,
      "flush",
    ]);
    expect(await read(await post(command("ls-refs")))).toHaveLength(1 + 1 + 4 + 1);
    expect(await read(await post(command("ls-refs", ["ref-prefix refs/none"])))).toEqual(["flush"]);
    const many = Array.from({ length: 1_001 }, (_, at) => `ref-prefix refs/${at}`);
    expect(await read(await post(command("ls-refs", many)))).toHaveLength(7);
  });

  it("takes what gzip packed", async () => {
    const response = await post(gzipSync(command("ls-refs")), { "Content-Encoding": "gzip" });
    expect(await read(response)).toHaveLength(7);
  });
});

describe("fetch", () => {
  const told = async (args: readonly string[]) => (await read(await post(command("fetch", args))))[0];

  it("says so for a want that is not there", async () => {
    expect(await told([`want ${nobody}`, "done"])).toBe(`ERR upload-pack: not our ref ${nobody}`);
    const tree = repository.commits[0]?.tree;
    expect(await told([`want ${tree}`, "done"])).toBe(`ERR upload-pack: not our ref ${tree}`);
  });

  it("takes 10,000 haves of nobody's and says that none is known", async () => {
    const haves = Array.from({ length: 10_000 }, (_, at) => `have ${at.toString(16).padStart(40, "0")}`);
    const started = performance.now();
    const asked = [`want ${newest}`, ...haves];
    expect(await read(await post(command("fetch", asked)))).toEqual(["acknowledgments", "NAK", "flush"]);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it("acknowledges what it knows, and waits when it is asked to", async () => {
    const older = repository.commits[1]?.id;
    const asked = [`want ${newest}`, `have ${nobody}`, `have ${older}`];
    const lines = await read(await post(command("fetch", asked)));
    expect(lines.slice(0, 5)).toEqual(["acknowledgments", `ACK ${older}`, "ready", "delimiter", "packfile"]);
    expect(await read(await post(command("fetch", [...asked, "wait-for-done"])))).toEqual([
      "acknowledgments",
      `ACK ${older}`,
      "flush",
    ]);
  });

  it("has nothing to say to who wants nothing", async () => {
    expect(await read(await post(command("fetch", ["done"])))).toEqual(["flush"]);
  });

  it("refuses what it does not serve", async () => {
    expect(await told(["filter blob:none", `want ${newest}`])).toMatch(/^ERR .*filter blob:none/);
    expect(await told(["want HEAD"])).toMatch(/^ERR want is not followed by the id/);
    expect(await told(["deepen 0"])).toMatch(/^ERR deepen needs a number/);
    expect(await told(["deepen 1", "deepen-since 5"])).toMatch(/^ERR deepen does not go together/);
    expect(await told([`want ${newest}`, "deepen-since 99999999999", "done"])).toMatch(
      /^ERR no commits selected/,
    );
    expect(await told(Array.from({ length: 40_001 }, () => "done"))).toMatch(/^ERR .*too long/);
    expect((await read(await post(command("object-info"))))[0]).toMatch(/^ERR .*object-info/);
  });
});

describe("a hostile request", () => {
  it("is refused as what it is", async () => {
    expect((await post(Buffer.from("not git"))).status).toBe(400);
    expect((await post(Buffer.from("0003"))).status).toBe(400);
    expect((await post(Buffer.from("ffffhello"))).status).toBe(400);
    expect((await post(packet("command=ls-refs"))).status).toBe(400);
    expect((await post(flushPacket)).status).toBe(400);
    expect((await post(Buffer.concat([command("ls-refs"), command("ls-refs")]))).status).toBe(400);
    const twice = Buffer.concat([packet("command=fetch"), delimiterPacket, delimiterPacket, flushPacket]);
    expect((await post(twice)).status).toBe(400);
    const sha256 = Buffer.concat([packet("command=fetch"), packet("object-format=sha256"), flushPacket]);
    expect((await post(sha256)).status).toBe(400);
    expect((await post(command("ls-refs"), { "Content-Type": "text/plain" })).status).toBe(415);
    expect((await post(command("ls-refs"), { "Content-Encoding": "br" })).status).toBe(415);
    expect((await post(command("ls-refs"), { "Content-Encoding": "gzip" })).status).toBe(400);
    const old = await read(await post(command("ls-refs"), { "Git-Protocol": "version=1" }));
    expect(old[0]).toMatch(/^ERR .*version 2/);
  });

  it("is not unpacked past its limit, nor read past it", async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(mostRequestBytes);
    expect((await post(bomb, { "Content-Encoding": "gzip" })).status).toBe(413);
    expect((await post(Buffer.alloc(mostRequestBytes + 1))).status).toBe(413);
  });
});

describe("a pack", () => {
  const everything = command("fetch", [`want ${newest}`, "done"]);

  it("is made as it is read, and gives its place back at its end", async () => {
    const asked = aServer();
    const lines = await read(await post(everything, {}, asked));
    expect(lines[0]).toBe("packfile");
    expect(lines[1]?.slice(1, 5)).toBe("PACK");
    expect(asked.seen).toEqual({ broken: 0, claimed: 1, released: 1 });
  });

  it("is not made further than a reader reads, and gives its place back when they leave", async () => {
    const large = new MemoryRepository();
    const line = (at: number) =>
      Array.from({ length: 3_000 }, (_, n) => `${(n * at * 7_919) % 99_991}`).join();
    large.commit(Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`f${at}`, line(at + 1)])));
    const asked = aServer();
    asked.server.openRepository = async () => large;
    const want = command("fetch", [`want ${large.commits[0]?.id}`, "done"]);
    const response = await post(want, {}, asked);
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.read();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(large.blobsRead).toBeLessThan(50);
    await reader?.cancel("gone");
    expect(asked.seen).toEqual({ broken: 1, claimed: 1, released: 1 });
  });

  it("is given up when its reader stands still", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const asked = aServer();
    const reader = (await post(everything, {}, asked)).body?.getReader();
    await reader?.read();
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(longestStallMs + 1);
      expect(asked.seen).toEqual({ broken: 1, claimed: 1, released: 1 });
    });
    await expect(reader?.read()).rejects.toThrow(/nothing for too long/);
  });

  it("is given up when its reader takes a little again and again", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const large = new MemoryRepository();
    const line = (at: number) => Array.from({ length: 20_000 }, (_, n) => (n * at * 7_919) % 99_991).join();
    large.commit(Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`f${at}`, line(at + 1)])));
    const asked = aServer();
    asked.server.openRepository = async () => large;
    const want = command("fetch", [`want ${large.commits[0]?.id}`, "done"]);
    const reader = (await post(want, {}, asked)).body?.getReader();
    const readOn = async () => {
      for (let minutes = 0; minutes < 10; minutes++) {
        await reader?.read();
        await new Promise((resolve) => setImmediate(resolve));
        await vi.advanceTimersByTimeAsync(longestStallMs - 1_000);
      }
    };
    await expect(readOn()).rejects.toThrow(/too slowly/);
    expect(asked.seen).toEqual({ broken: 1, claimed: 1, released: 1 });
  });

  it("ends early, without its checksum, when something of it cannot be read", async () => {
    const torn = new MemoryRepository();
    torn.commitMany(2);
    torn.blobs.clear();
    const asked = aServer();
    asked.server.openRepository = async () => torn;
    const response = await post(command("fetch", [`want ${torn.commits[1]?.id}`, "done"]), {}, asked);
    await expect(response.bytes()).rejects.toThrow(/There is no blob/);
    expect(asked.seen).toEqual({ broken: 1, claimed: 1, released: 1 });
  });

  it("is refused while there is no place for it, which is not so of words", async () => {
    const full = { server: { ...aServer().server, claimPack: async () => null }, seen: aServer().seen };
    const response = await post(everything, {}, full);
    expect(response.status).toBe(429);
    expect(response.headers.get("retry-after")).toBe("5");
    expect((await post(command("ls-refs"), {}, full)).status).toBe(200);
  });

  it("is looked up and planned only in its place, which words and failures give back", async () => {
    const full = aServer();
    const opened = vi.fn(async () => repository);
    full.server.claimPack = async () => null;
    full.server.openRepository = opened;
    expect((await post(everything, {}, full)).status).toBe(429);
    expect(opened).not.toHaveBeenCalled();
    const words = aServer();
    await read(await post(command("fetch", [`want ${nobody}`]), {}, words));
    expect(words.seen).toEqual({ broken: 0, claimed: 1, released: 1 });
    const broken = aServer();
    broken.server.openRepository = async () => {
      throw new Error("There is no database.");
    };
    await expect(post(everything, {}, broken)).rejects.toThrow(/no database/);
    expect(broken.seen).toEqual({ broken: 0, claimed: 1, released: 1 });
  });
});
