import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { withdrawVersion } from "@/lib/library/commands/withdraw-version";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aClient, assign, publishExecutable } from "@/lib/testing/delivery/deliver-on-loopback";
import { aPackage, skillText } from "@/lib/testing/packages";
import { publishNext } from "@/lib/testing/reviews/publish-next";
import { anAgentWith } from "@/lib/testing/sessions/rehearsals";
import { lockFileName } from "./lock-file";

const { db } = testDatabase();
let context: Context;

async function aDesk() {
  context = await aContext(db);
  await aPackage(context, { name: "notes", files: { "references/a.md": "A\n" }, publishNote: "First" });
  await aPackage(context, { name: "mails", files: { "run.sh": "echo\n" }, publishNote: "First" });
  await anAgentWith(context, ["notes", "mails"], "Desk");
  return aClient(context, "desk");
}
const read = (...parts: string[]) => readFileSync(path.join(...parts), "utf8");
const lockOf = (folder: string) => JSON.parse(read(folder, lockFileName));

describe("greenroom pull", () => {
  it("writes what is delivered, with modes and a lock file, and says so", async () => {
    const { folder, pull } = await aDesk();
    await publishExecutable(context, "mails", "run.sh");
    const { code, out, err } = await pull();
    expect([code, err]).toEqual([0, ""]);
    expect(out).toBe("added        notes v1\nadded        mails v2\n2 skills in skills as delivered.\n");
    expect(read(folder, "notes/SKILL.md")).toBe(skillText("notes"));
    expect(read(folder, "notes/references/a.md")).toBe("A\n");
    expect(statSync(path.join(folder, "mails/run.sh")).mode & 0o777).toBe(0o755);
    expect(statSync(path.join(folder, "mails/SKILL.md")).mode & 0o111).toBe(0);
    expect(readdirSync(folder).sort()).toEqual([lockFileName, "mails", "notes"]);
    expect(lockOf(folder)).toMatchObject({
      format: 1,
      source: { agent: "desk" },
      skills: [
        { name: "notes", version: 1 },
        { name: "mails", version: 2 },
      ],
    });
  });

  it("costs one request when nothing has changed, which is 304 from the second time on", async () => {
    const { pull, asked } = await aDesk();
    await pull();
    for (const status of [200, 304, 304]) {
      asked.length = 0;
      expect((await pull()).code).toBe(0);
      expect(asked).toEqual([
        expect.stringMatching(`^GET ${status} /agents/desk/delivery\\?since=[0-9a-f]{64}$`),
      ]);
    }
  });

  it("fetches only what has changed, and takes files that are here already from here", async () => {
    const { pull, asked, folder } = await aDesk();
    await pull();
    await publishNext(context, "notes", "Second\n");
    asked.length = 0;
    const { code, out } = await pull();
    expect([code, out]).toEqual([0, "updated      notes v2\n2 skills in skills as delivered.\n"]);
    expect(asked.map((one) => one.split("/")[4] ?? "manifest")).toEqual([
      expect.any(String),
      expect.any(String),
    ]);
    expect(asked.filter((one) => one.includes("/files/"))).toHaveLength(1);
    expect(read(folder, "notes/SKILL.md")).toBe(skillText("notes", "Second\n"));
    expect(read(folder, "notes/references/a.md")).toBe("A\n");
  });

  it("leaves alone what was changed here or is not ours, and says which; --force replaces it", async () => {
    const { pull, folder } = await aDesk();
    mkdirSync(path.join(folder, "mails"), { recursive: true });
    writeFileSync(path.join(folder, "mails/SKILL.md"), "Mine\n");
    const first = await pull();
    expect(first.code).toBe(1);
    expect(first.out).toContain("changed here mails v1  changed: SKILL.md; missing: run.sh\n");
    writeFileSync(path.join(folder, "notes/SKILL.md"), "Changed\n");
    await publishNext(context, "notes", "Second\n");
    const second = await pull("--json");
    expect([second.code, second.document()]).toMatchObject([
      1,
      {
        ok: false,
        skills: [{ name: "notes", outcome: "changed-here", changed: ["SKILL.md"] }, { name: "mails" }],
      },
    ]);
    expect([read(folder, "notes/SKILL.md"), read(folder, "mails/SKILL.md")]).toEqual(["Changed\n", "Mine\n"]);
    const forced = await pull("--force");
    expect([forced.code, forced.out]).toEqual([
      0,
      "replaced     notes v2\nreplaced     mails v1\n2 skills in skills as delivered.\n",
    ]);
    expect(read(folder, "mails/SKILL.md")).toBe(skillText("mails"));
  });

  it("removes what is no longer delivered when it is ours and unchanged, and nothing else", async () => {
    const { pull, folder } = await aDesk();
    await pull();
    mkdirSync(path.join(folder, "own"));
    writeFileSync(path.join(folder, "own/SKILL.md"), "Own\n");
    writeFileSync(path.join(folder, "mails/added.md"), "Mine\n");
    await assign(context, "desk", []);
    const { code, out } = await pull();
    expect([code, existsSync(path.join(folder, "notes"))]).toEqual([1, false]);
    expect(out).toContain("removed      notes v1\nchanged here mails v1  added: added.md\n");
    expect(read(folder, "mails/added.md")).toBe("Mine\n");
    expect(read(folder, "own/SKILL.md")).toBe("Own\n");
    expect((await pull("--force")).code).toBe(0);
    expect(readdirSync(folder).sort()).toEqual([lockFileName, "own"]);
  });

  it("goes on in a folder that was pulled before, and writes into no other without being told", async () => {
    const { run, pull, folder, home } = await aDesk();
    const unnamed = await run(["pull"]);
    expect([unnamed.code, unnamed.err]).toEqual([64, expect.stringContaining("Say where to")]);
    await pull();
    expect((await run(["pull"], { cwd: folder })).code).toBe(0);
    expect((await run(["pull", "--target", "claude-code"])).code).toBe(0);
    expect(read(home, ".claude/skills/notes/SKILL.md")).toBe(skillText("notes"));
    const wrong = await run(["pull", "--target", "emacs"]);
    expect([wrong.code, wrong.err]).toEqual([64, expect.stringContaining("There is no target “emacs”")]);
    expect((await run(["pull", "--target", "codex", "--into", "x"])).code).toBe(64);
  });

  it("does not mix two agents in one folder", async () => {
    const { run, pull, origin, home, env } = await aDesk();
    await pull();
    await anAgentWith(context, ["notes"], "Other");
    const other = { ...env, GREENROOM_ADDRESS: `${origin}/w/${context.workspace.slug}/agents/other` };
    const { code, err } = await run(["pull", "--into", "skills"], { env: other, cwd: home });
    expect([code, err]).toEqual([64, expect.stringContaining("Choose another folder, or --force")]);
  });

  it("writes nothing without a good key, and names neither key nor skills", async () => {
    const { run, env, folder, key } = await aDesk();
    const { code, err, out } = await run(["pull", "--into", "skills"], {
      env: { ...env, GREENROOM_KEY: `${key}x` },
    });
    expect([code, out, readdirSync(folder)]).toEqual([3, "", []]);
    expect(err).toContain("does not accept this key");
    expect(err).not.toContain(key);
  });

  it("says which skills are left out, and delivers the others", async () => {
    const { run, pull } = await aDesk();
    await withdrawVersion(context, { skill: "mails", number: 1, reason: "It leaks." });
    const { code, err, out } = await pull();
    expect([code, out]).toEqual([0, "added        notes v1\n1 skill in skills as delivered.\n"]);
    expect(err).toMatch(/^mails is not delivered: .+\n$/);
    expect((await run(["verify", "skills"])).code).toBe(0);
  });
});

describe("a pull that is stopped", () => {
  it("leaves everything as it was when the server breaks off, and the next one goes through", async () => {
    const { pull, folder, interpose } = await aDesk();
    await pull();
    await publishNext(context, "notes", "Second\n");
    interpose(async (request, real) =>
      request.url.includes("/files/") ? new Response("Other bytes") : real(request),
    );
    const { code, err } = await pull();
    expect([code, err]).toEqual([
      3,
      expect.stringContaining("gave other bytes for SKILL.md than its manifest"),
    ]);
    expect(read(folder, "notes/SKILL.md")).toBe(skillText("notes"));
    expect(readdirSync(folder).sort()).toEqual([lockFileName, "mails", "notes"]);
    interpose(null);
    expect((await pull()).code).toBe(0);
    expect(read(folder, "notes/SKILL.md")).toBe(skillText("notes", "Second\n"));
  });

  it("leaves old skills when it is killed while it fetches, and the next one tidies up", async () => {
    const { run, pull, folder, interpose } = await aDesk();
    await pull();
    await publishNext(context, "notes", "Second\n");
    let end = (): void => {};
    interpose(async (request, real) => {
      if (!request.url.includes("/files/")) return real(request);
      end();
      return new Promise<Response>((resolve) => setTimeout(() => resolve(new Response("")), 300));
    });
    const killed = await run(["pull", "--into", "skills"], {
      meanwhile: (child) => {
        end = () => void child.kill("SIGKILL");
      },
    });
    expect(killed.signal).toBe("SIGKILL");
    expect(read(folder, "notes/SKILL.md")).toBe(skillText("notes"));
    interpose(null);
    expect((await pull()).code).toBe(0);
    expect(readdirSync(folder).sort()).toEqual([lockFileName, "mails", "notes"]);
    expect(read(folder, "notes/SKILL.md")).toBe(skillText("notes", "Second\n"));
  });

  it("lets two at once write one after the other", async () => {
    const { pull, folder } = await aDesk();
    const codes = (await Promise.all([pull(), pull(), pull()])).map(({ code }) => code);
    expect(codes).toEqual([0, 0, 0]);
    expect(readdirSync(folder).sort()).toEqual([lockFileName, "mails", "notes"]);
  });

  it("says when the folder cannot be written to", async () => {
    const { run, home } = await aDesk();
    writeFileSync(path.join(home, "file"), "x");
    const { code, err } = await run(["pull", "--into", "file/skills"]);
    expect([code, err]).toEqual([4, expect.stringContaining("is a file, not a folder (ENOTDIR)")]);
  });
});
