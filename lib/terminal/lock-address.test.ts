import path from "node:path";
import { describe, expect, it } from "vitest";
import { runGreenroom } from "@/lib/testing/delivery/run-greenroom";
import { aFolder } from "@/lib/testing/folders";
import { startWireServer } from "@/lib/testing/servers/wire-server";
import { type Lock, lockFileName, lockSchema } from "./lock-file";

const key = "grk_of_the_pipeline";

/** A repository whose lock file names a server of somebody else's. */
async function aRepository(part: Partial<Lock["source"]> = {}) {
  const { baseUrl, requests } = await startWireServer((response) => {
    response.writeHead(404).end("{}");
  });
  const { origin } = new URL(baseUrl);
  const source = { address: origin, workspace: "acme", agent: "desk", ...part };
  const lock: Lock = { format: 1, source, digest: null, etag: null, skills: [] };
  const home = aFolder({
    [`skills/${lockFileName}`]: JSON.stringify(lock),
    "skills/notes/SKILL.md": "Mine\n",
  });
  const run = (args: readonly string[], env: Record<string, string> = {}) =>
    runGreenroom(args, { cwd: path.join(home, "skills"), env: { GREENROOM_KEY: key, ...env } });
  return { origin, requests, run };
}

describe("an address in a lock file", () => {
  it.each([["status"], ["pull"], ["push"]])("is not where %s sends GREENROOM_KEY", async (command) => {
    const { run, requests } = await aRepository();
    const { code, err } = await run([command]);
    expect([code, requests]).toEqual([64, []]);
    expect(err).toContain("GREENROOM_KEY is set without an address: set GREENROOM_ADDRESS too");
  });

  it("says which agent, where it is of the workspace that was named", async () => {
    const { run, requests, origin } = await aRepository();
    await run(["status"], { GREENROOM_ADDRESS: `${origin}/w/acme` });
    expect(requests.map((one) => one.path)).toEqual([expect.stringContaining("/acme/agents/desk/delivery")]);
    const other = await run(["status"], { GREENROOM_ADDRESS: `${origin}/w/other` });
    expect([other.code, other.err, requests.length]).toEqual([64, expect.stringContaining("--agent"), 1]);
  });

  it.each([
    ["a path in its server", { address: "https://example.com/x" }],
    ["a name and a password", { address: "https://a:b@example.com" }],
    ["another scheme", { address: "ftp://example.com" }],
    ["a workspace that leads on", { workspace: "acme/agents/desk?" }],
    ["an agent that leads out", { agent: ".." }],
    ["an agent that leads on", { agent: "desk/delivery" }],
    ["no agent", { agent: "" }],
  ])("is refused with %s", (_, part) => {
    const source = { address: "https://example.com", workspace: "acme", agent: "desk" };
    const lock = { format: 1, digest: null, etag: null, skills: [] };
    expect(lockSchema.safeParse({ ...lock, source }).success).toBe(true);
    expect(lockSchema.safeParse({ ...lock, source: { ...source, ...part } }).success).toBe(false);
  });

  it("is held to that where an agent is typed, too", async () => {
    const { run, requests, origin } = await aRepository();
    const { code, err } = await run(["status", "--agent", "../x"], { GREENROOM_ADDRESS: `${origin}/w/acme` });
    expect([code, err, requests]).toEqual([64, expect.stringContaining("is no address of an agent."), []]);
  });
});
