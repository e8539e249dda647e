import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { withdrawVersion } from "@/lib/library/commands/withdraw-version";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aClient, assign } from "@/lib/testing/delivery/deliver-on-loopback";
import { writeFiles } from "@/lib/testing/folders";
import { aPackage } from "@/lib/testing/packages";
import { publishNext } from "@/lib/testing/reviews/publish-next";
import { anAgentWith } from "@/lib/testing/sessions/rehearsals";
import { lockFileName } from "./lock-file";

const { db } = testDatabase();
const names = ["current", "stale", "changed", "withdrawn", "removed", "missing"];

/** A folder that was pulled, and then everything happened to it. */
async function aStoriedFolder() {
  const context: Context = await aContext(db);
  for (const name of names) await aPackage(context, { name, publishNote: "First" });
  await anAgentWith(context, names, "Desk");
  const client = await aClient(context, "desk");
  await client.pull();
  await publishNext(context, "stale", "Second\n");
  await withdrawVersion(context, { skill: "withdrawn", number: 1, reason: "It leaks." });
  await assign(
    context,
    "desk",
    names.filter((name) => name !== "removed"),
  );
  writeFiles(client.folder, { "changed/SKILL.md": "Mine\n", "own/SKILL.md": "Own\n", "no-skill/a.md": "A" });
  rmSync(path.join(client.folder, "missing"), { recursive: true });
  return { ...client, context, status: (...more: string[]) => client.run(["status", "skills", ...more]) };
}

describe("greenroom status", () => {
  it("answers 0 for a folder that has exactly what is delivered", async () => {
    const context = await aContext(db);
    await aPackage(context, { name: "notes", publishNote: "First" });
    await anAgentWith(context, ["notes"], "Desk");
    const { run, pull, folder } = await aClient(context, "desk");
    await pull();
    writeFiles(folder, { "own/SKILL.md": "Own\n" });
    const { code, out } = await run(["status"], { cwd: folder });
    expect([code, out]).toEqual([
      0,
      "current      notes v1\nnot ours     own\n1 of 1 skills in . are what is delivered now.\n",
    ]);
  });

  it("finds the folder that was pulled for a host, where none is named", async () => {
    const context = await aContext(db);
    await aPackage(context, { name: "notes", publishNote: "First" });
    await anAgentWith(context, ["notes"], "Desk");
    const { run, home } = await aClient(context, "desk");
    await run(["pull", "--target", "claude-code"]);
    writeFiles(home, { "src/a.ts": "" });
    for (const cwd of [home, path.join(home, "src")]) {
      const { code, document } = await run(["status", "--json"], { cwd });
      expect([code, document()]).toMatchObject([0, { folder: path.join(home, ".claude/skills") }]);
    }
  });

  it("says of each skill what it is, by its lock file", async () => {
    const { status, folder } = await aStoriedFolder();
    const { code, out } = await status();
    expect(code).toBe(1);
    expect(out).toBe(
      [
        "current      current v1",
        "stale        stale v1, v2 is delivered",
        "changed here changed v1  changed: SKILL.md",
        "missing      missing v1",
        "withdrawn    withdrawn v1",
        "removed      removed v1",
        "not ours     own",
        "1 of 6 skills in skills are what is delivered now.",
        "",
      ].join("\n"),
    );
    writeFileSync(path.join(folder, "withdrawn/more.md"), "Mine\n");
    const { document } = await status("--json");
    expect(document().skills).toContainEqual({
      name: "withdrawn",
      state: "withdrawn",
      changedHere: true,
      here: 1,
      delivered: null,
      added: ["more.md"],
      changed: [],
      missing: [],
    });
  });

  it("says the same without a lock file, by digests alone", async () => {
    const { status, folder } = await aStoriedFolder();
    rmSync(path.join(folder, lockFileName));
    const { code, document } = await status("--json");
    expect(code).toBe(1);
    const skills = document().skills;
    const states = Array.isArray(skills) ? skills.map((one) => [one.name, one.state]) : [];
    expect(Object.fromEntries(states)).toEqual({
      current: "current",
      stale: "stale",
      changed: "changed",
      missing: "missing",
      withdrawn: "withdrawn",
      removed: "removed",
      own: "unknown",
    });
  });

  it("writes nothing, and asks once, and of each folder that was never pulled", async () => {
    const { run, pull, folder, asked } = await aStoriedFolder();
    await pull("--force");
    asked.length = 0;
    expect((await run(["status"], { cwd: folder })).code).toBe(0);
    expect(asked.map((one) => one.slice(0, 22))).toEqual([
      "GET 200 /agents/desk/d",
      "HEAD 404 /agents/desk/",
    ]);
  });

  it("tells a server that is not there from a folder that is not there", async () => {
    const { run } = await aStoriedFolder();
    const env = { GREENROOM_KEY: "grk_nothing1", GREENROOM_ADDRESS: "http://127.0.0.1:1/w/w/agents/a" };
    expect((await run(["status", "skills", "--server", env.GREENROOM_ADDRESS], { env })).code).toBe(3);
    const { code, err } = await run(["status", "nowhere"]);
    expect([code, err]).toEqual([64, expect.stringMatching(/^Error: There is no folder .+nowhere\.\n$/)]);
  });
});
