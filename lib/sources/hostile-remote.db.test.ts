import { createServer, type ServerResponse } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { flushPacket, packet } from "@/lib/git/pkt-line";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { needsGit } from "@/lib/testing/delivery/mirrors";
import { aSkillRepository, aSource } from "@/lib/testing/delivery/sources";
import { allowLocalServers } from "@/lib/testing/models";
import { skillText } from "@/lib/testing/packages";
import { createSource } from "./commands/create-source";
import { syncSource } from "./commands/sync-source";

allowLocalServers();
needsGit();
const { db } = testDatabase();

const library = (workspaceId: string) =>
  Promise.all([
    db.skill.count({ where: { workspaceId } }),
    db.import.count({ where: { workspaceId } }),
    db.sourceSkill.count({ where: { workspaceId } }),
  ]);

async function aServer(answer: (answer: ServerResponse, path: string) => void): Promise<string> {
  const server = createServer((asked, response) => answer(response, asked.url ?? ""));
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return `http://127.0.0.1:${address.port}/skills.git`;
}

const advertisement = { "content-type": "application/x-git-upload-pack-advertisement" };

describe("an address", () => {
  it.each([
    ["ssh://github.com/a/b.git", /Name the user/],
    ["ssh://git@169.254.169.254/a.git", /private or local/],
    ["git://github.com/a/b.git", /Only https/],
    ["file:///etc", /Only https/],
    ["https://10.0.0.1/a.git", /private or local/],
    ["https://[::1]/a.git", /private or local/],
    ["https://169.254.169.254/latest", /private or local/],
    ["https://a.example/x?y", /comes after the \?/],
    ["nothing", /not a web address/],
  ])("like %s is refused before anything is stored", async (url, words) => {
    const context = await aContext(db);
    await expect(createSource(context, { name: "X", url })).rejects.toThrow(words);
    expect(await db.source.count({ where: { workspaceId: context.workspace.id } })).toBe(0);
  });

  it("with a name and a token is refused, and neither is stored or told", async () => {
    const context = await aContext(db);
    const url = "https://ines:glpat-secret@github.com/a/b.git";
    const refused = await createSource(context, { name: "X", url }).catch((error: unknown) => error);
    expect(String(refused)).toMatch(/fields of their own/);
    expect(String(refused)).not.toContain("glpat-secret");
    expect(await db.source.count({ where: { workspaceId: context.workspace.id } })).toBe(0);
  });
});

describe("what a remote answers", () => {
  it.each([
    [
      "another place",
      "redirect",
      (answer: ServerResponse) => answer.writeHead(302, { location: "https://evil.example/" }).end(),
    ],
    [
      "a page",
      "not-git",
      (answer: ServerResponse) => answer.writeHead(200, { "content-type": "text/html" }).end("<html>"),
    ],
    [
      "an older protocol",
      "too-old",
      (answer: ServerResponse) =>
        answer
          .writeHead(200, advertisement)
          .end(
            Buffer.concat([
              packet("# service=git-upload-pack\n"),
              flushPacket,
              packet(`${"1".repeat(40)} HEAD\0side-band-64k\n`),
              flushPacket,
            ]),
          ),
    ],
    ["nonsense", "not-git", (answer: ServerResponse) => answer.writeHead(200, advertisement).end("zzzz")],
    ["nobody", "not-found", (answer: ServerResponse) => answer.writeHead(404).end()],
    ["an error", "remote-error", (answer: ServerResponse) => answer.writeHead(500).end()],
    [
      "less than it says",
      "unreachable",
      (answer: ServerResponse) => {
        answer.writeHead(200, { ...advertisement, "content-length": "1000" });
        answer.write("001e");
        answer.socket?.end();
      },
    ],
    [
      "more than a remote can do",
      "too-large",
      (answer: ServerResponse) =>
        answer
          .writeHead(200, advertisement)
          .end(
            Buffer.concat([packet("version 2\n"), Buffer.alloc(2 * 1024 * 1024, packet("x".repeat(60_000)))]),
          ),
    ],
    [
      "more than is read",
      "too-large",
      (answer: ServerResponse) => {
        answer.writeHead(200, advertisement);
        const piece = Buffer.alloc(1024 * 1024, "x");
        const more = () => {
          while (!answer.destroyed && answer.write(piece));
          if (!answer.destroyed) answer.once("drain", more);
        };
        more();
      },
    ],
  ] as const)("is told where it is %s, and changes nothing", async (_, kind, answer) => {
    const context = await aContext(db);
    const { sync } = await aSource(context, await aServer(answer));
    const synced = await sync();
    expect(synced.failure?.kind).toBe(kind);
    expect(synced.failure?.message).not.toBe("");
    expect(synced).toMatchObject({ synced: null, report: null, isSyncing: false });
    expect(await library(context.workspace.id)).toEqual([0, 0, 0]);
  });

  it("changes nothing where the pack breaks off, and all is there at the next sync", async () => {
    const context = await aContext(db);
    let isBroken = true;
    const remote = await aSkillRepository(
      { "a/SKILL.md": skillText("a") },
      {
        meddle: ({ method, url, headers }, answer) => {
          const isFetch =
            method === "POST" && url?.endsWith("git-upload-pack") && Number(headers["content-length"]) > 150;
          if (!isBroken || !isFetch || headers["user-agent"] !== "git/greenroom") return false;
          answer.writeHead(200, { "content-type": "application/x-git-upload-pack-result" });
          answer.end("000dpackfile\n0009\u0001PACK");
          return true;
        },
      },
    );
    const { sync } = await aSource(context, remote.url);
    expect((await sync()).failure?.kind).toBe("damaged");
    expect(await library(context.workspace.id)).toEqual([0, 0, 0]);
    isBroken = false;
    expect(await sync()).toMatchObject({ failure: null });
    expect(await library(context.workspace.id)).toEqual([1, 1, 1]);
  });

  it.each([
    [{ ref: "nope" }, "no-such-ref"],
    [{ ref: "1".repeat(40) }, "no-such-ref"],
    [{ folder: "nope" }, "no-such-folder"],
    [{ folder: "docs" }, "no-skills"],
  ])("has nothing at %j, and says so", async (where, kind) => {
    const context = await aContext(db);
    const { url } = await aSkillRepository({ "a/SKILL.md": skillText("a"), "docs/x.md": "x" });
    const { sync } = await aSource(context, url, where);
    expect((await sync()).failure?.kind).toBe(kind);
  });

  it("keeps only the skill out whose link leaves it or whose content is elsewhere, and names a submodule", async () => {
    const context = await aContext(db);
    const remote = await aSkillRepository({
      "good/SKILL.md": skillText("good"),
      "linked/SKILL.md": skillText("linked"),
      "linked/passwd": { target: "/etc/passwd" },
      "large/SKILL.md": skillText("large"),
      "large/model.bin": `version https://git-lfs.github.com/spec/v1\noid sha256:${"0".repeat(64)}\nsize 5\n`,
    });
    const head = await remote.head();
    await remote.git("-C", "work", "update-index", "--add", "--cacheinfo", `160000,${head},good/sub`);
    await remote.git(
      "-C",
      "work",
      "-c",
      "user.name=T",
      "-c",
      "user.email=t@e.org",
      "commit",
      "-q",
      "-m",
      "Sub",
    );
    await remote.git("-C", "work", "push", "-q", "origin", "HEAD:main");
    const { sync } = await aSource(context, remote.url);
    const { report, failure } = await sync();
    expect(failure).toBeNull();
    const told = Object.fromEntries(
      report?.entries.map(({ path, outcome, message }) => [path, [outcome, message]]) ?? [],
    );
    expect(told.good?.[0]).toBe("new");
    expect(told.linked).toEqual(["failed", expect.stringContaining("passwd")]);
    expect(told.large).toEqual(["failed", expect.stringContaining("Git LFS")]);
    expect(report?.notes).toEqual(["good/sub is a submodule and was left out."]);
  });

  it("is read for one source of a workspace at a time, and for two in a process", async () => {
    const context = await aContext(db);
    const asked = Promise.withResolvers<ServerResponse>();
    const { sync } = await aSource(context, await aServer(asked.resolve));
    const syncing = sync();
    const answer = await asked.promise;
    const take = (workspaceId: string) =>
      globalThis.greenroomSyncSlots?.take(workspaceId, AbortSignal.abort());
    expect(await take(context.workspace.id)).toEqual({ ok: false, reason: "own" });
    const other = await take("somebody else");
    expect(other?.ok).toBe(true);
    expect(await take("a third")).toEqual({ ok: false, reason: "all" });
    answer.writeHead(404).end();
    expect((await syncing).failure?.kind).toBe("not-found");
    const next = await take("a third");
    expect(next?.ok).toBe(true);
    for (const slot of [other, next]) if (slot?.ok) slot.end();
  });

  it("keeps only the skill out whose file has a name that not every system takes, and composes the others", async () => {
    const context = await aContext(db);
    const { url } = await aSkillRepository({
      "good/SKILL.md": skillText("good"),
      "good/cafe\u0301.md": "x",
      "good/docs/~$report.md": "x",
      "home/SKILL.md": skillText("home"),
      "home/~$report.md": "x",
      "bad/SKILL.md": skillText("bad"),
      "bad/a:b": "x",
      "docs/c\\d": "x",
    });
    const { sync } = await aSource(context, url);
    const { report, failure } = await sync();
    expect(failure).toBeNull();
    const told = Object.fromEntries(
      report?.entries.map(({ path, outcome, message }) => [path, [outcome, message]]) ?? [],
    );
    expect(told.good?.[0]).toBe("new");
    expect(told.bad).toEqual(["failed", expect.stringContaining("Windows")]);
    expect(told.home?.[0]).toBe("failed");
    expect(report?.notes).toEqual([expect.stringContaining("backslash")]);
    const files = await db.draftFile.findMany({ where: { workspaceId: context.workspace.id } });
    expect(files.map(({ path }) => path).sort()).toEqual(["SKILL.md", "caf\u00e9.md", "docs/~$report.md"]);
  });

  it("asks for a token where the remote lets nobody in without", async () => {
    const context = await aContext(db);
    const { source } = await aSource(context, await aServer((answer) => answer.writeHead(401).end()));
    const synced = await syncSource(context, { source: source.id });
    expect(synced.failure).toMatchObject({ kind: "credentials" });
    expect(synced.failure?.message).toContain("wants a user name and a token");
  });
});
