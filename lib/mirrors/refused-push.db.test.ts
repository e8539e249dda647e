import { createServer } from "node:http";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { testDatabase } from "@/lib/testing/database";
import { aMirroredDesk, needsGit, token } from "@/lib/testing/delivery/mirrors";
import { allowLocalServers } from "@/lib/testing/models";
import { editMirror } from "./commands/edit-mirror";
import { pushMirror } from "./commands/push-mirror";
import { getMirrorPlan } from "./get-mirror-plan";

allowLocalServers();
needsGit();
const { db } = testDatabase();

type Desk = Awaited<ReturnType<typeof aMirroredDesk>>;

const push = ({ context, mirror }: Desk) => pushMirror(context, { mirror: mirror.id });
const plan = ({ context, mirror }: Desk) => getMirrorPlan(context, { mirror: mirror.id });
/** Fails when any object is not as git wants it, or one is missing. */
const fsck = ({ remote }: Desk) => remote.git("-C", "skills.git", "fsck", "--strict", "--no-dangling");

/** Limits of time run out when the test says so: those of so many milliseconds that are set by then. */
function ownLimits(): { runOut: (ms: number) => void } {
  const limits: { ms: number; ending: AbortController }[] = [];
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    const ending = new AbortController();
    limits.push({ ms, ending });
    return ending.signal;
  });
  onTestFinished(() => void vi.restoreAllMocks());
  return {
    runOut: (ms) => {
      for (const limit of limits)
        if (limit.ms === ms) limit.ending.abort(new DOMException("", "TimeoutError"));
    },
  };
}

describe("a remote that refuses", () => {
  it.each([
    ["a wrong token", "credentials", /refused the user name and the token/],
    ["a protected branch", "protected", /is protected\. Let the token's user push/],
    ["a rule", "rejected", /A rule of 127\.0\.0\.1:\d+ refused the push/],
  ] as const)("says so of %s", async (what, kind, words) => {
    const desk = await aMirroredDesk(db);
    if (what === "a wrong token") await editMirror(desk.context, { mirror: desk.mirror.id, token: "wrong" });
    if (what === "a protected branch")
      await desk.remote.hook(
        'echo "GitLab: You are not allowed to push code to protected branches." >&2; exit 1',
      );
    if (what === "a rule")
      await desk.remote.hook(`printf 'Secrets \\033[31mfound\\033[0m ${token}\\n' >&2; exit 1`);
    const { failure, pushed } = await push(desk);
    expect(failure).toMatchObject({ kind, message: expect.stringMatching(words), nextAt: null });
    expect(pushed).toBeNull();
    expect(JSON.stringify(failure)).not.toContain(token);
    if (what === "a rule")
      expect(failure?.remoteSaid).toBe("pre-receive hook declined. Secrets [31mfound [0m ***");
    expect(await desk.remote.head()).toBe("");
  });

  it("tells a token that may not write from one that is wrong", async () => {
    const desk = await aMirroredDesk(db);
    await desk.remote.git("-C", "skills.git", "config", "http.receivepack", "false");
    expect((await push(desk)).failure?.kind).toBe("forbidden");
  });

  it("says that there is no such repository", async () => {
    const desk = await aMirroredDesk(db, {
      meddle: (_, outgoing) => outgoing.writeHead(404).end("<script>") !== undefined,
    });
    expect((await push(desk)).failure?.kind).toBe("not-found");
  });
});

describe("a remote that is not well", () => {
  const answering = (head: number, body: string) =>
    aMirroredDesk(db, {
      meddle: (_, outgoing) => {
        outgoing.writeHead(head, { "Content-Type": "application/x-git-receive-pack-advertisement" });
        outgoing.end(body);
        return true;
      },
    });

  it.each([
    ["garbage", 200, "\u0000\u0001garbage", "not-git"],
    ["nothing", 200, "", "not-git"],
    ["a page", 200, "<html>Sign in</html>", "not-git"],
    ["an error", 502, "Bad gateway", "remote-error"],
    ["a wish to wait", 429, "Slow down", "busy"],
  ] as const)("is told apart: it answers %s", async (_, status, body, kind) => {
    const desk = await answering(status, body);
    expect(await plan(desk)).toMatchObject({ state: "failed", failure: { kind } });
    const { failure } = await push(desk);
    expect(failure?.kind).toBe(kind);
    expect(JSON.stringify(failure)).not.toContain(body === "" ? token : body);
  });

  it.each([
    ["GET", 20_000],
    ["POST", 180_000],
  ])("is waited for in vain only so long: it never answers a %s", async (hanging, ms) => {
    const limits = ownLimits();
    const desk = await aMirroredDesk(db, {
      meddle: ({ method }) => {
        if (method === hanging) setImmediate(() => limits.runOut(ms));
        return method === hanging;
      },
    });
    expect((await push(desk)).failure).toMatchObject({
      kind: "timeout",
      message: expect.stringMatching(/took too long to answer/),
    });
    expect(desk.remote.seen.filter(({ method }) => method === hanging)).toHaveLength(1);
    expect(await desk.remote.head()).toBe("");
  });

  it("is not read on when it answers without end", async () => {
    let written = 0;
    const piece = "0005x".repeat(13_107);
    const desk = await aMirroredDesk(db, {
      meddle: (_, outgoing) => {
        outgoing.writeHead(200, { "Content-Type": "application/x-git-receive-pack-advertisement" });
        const drip = setInterval(() => {
          written += piece.length;
          outgoing.write(piece);
        }, 1);
        outgoing.on("close", () => clearInterval(drip));
        return true;
      },
    });
    expect((await push(desk)).failure?.kind).toBe("too-many-references");
    expect(written).toBeGreaterThan(16 * 1024 * 1024);
    expect(desk.remote.seen).toHaveLength(1);
  });

  it("breaks off in the middle of a push; the next one goes on", async () => {
    let isBroken = true;
    const desk = await aMirroredDesk(db, {
      meddle: (incoming, outgoing) => {
        if (!isBroken || incoming.method !== "POST") return false;
        incoming.once("data", () => outgoing.destroy());
        return true;
      },
    });
    expect((await push(desk)).failure?.kind).toBe("unreachable");
    isBroken = false;
    expect((await push(desk)).failure).toBeNull();
    expect(await fsck(desk)).toBe("");
  });

  it("is not there at all", async () => {
    const desk = await aMirroredDesk(db, {
      meddle: (incoming) => {
        incoming.destroy();
        return true;
      },
    });
    expect((await push(desk)).failure?.kind).toBe("unreachable");
  });

  it("gets no token for another host by sending there", async () => {
    const got: (string | undefined)[] = [];
    const other = createServer(({ headers }, outgoing) => {
      got.push(headers.authorization);
      outgoing.end();
    });
    await new Promise<void>((ready) => other.listen(0, "127.0.0.1", ready));
    onTestFinished(() => void other.close());
    const address = other.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    for (const method of ["GET", "POST"]) {
      const desk = await aMirroredDesk(db, {
        meddle: (incoming, outgoing) => {
          if (incoming.method !== method) return false;
          outgoing.writeHead(307, { Location: `http://127.0.0.1:${port}${incoming.url}` }).end();
          return true;
        },
      });
      const { failure } = await push(desk);
      expect(failure).toMatchObject({
        kind: "redirect",
        message: expect.stringMatching(/goes to no other place/),
      });
    }
    expect(got).toEqual([]);
  });
});
