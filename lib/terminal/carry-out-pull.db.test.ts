import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aClient, assign } from "@/lib/testing/delivery/deliver-on-loopback";
import { writeFiles } from "@/lib/testing/folders";
import { aPackage, skillText } from "@/lib/testing/packages";
import { publishNext } from "@/lib/testing/reviews/publish-next";
import { anAgentWith } from "@/lib/testing/sessions/rehearsals";
import { lockFileName } from "./lock-file";
import { runClient } from "./run-client";
import type { Terminal } from "./terminal";

const { db } = testDatabase();
let context: Context;

async function aDesk() {
  context = await aContext(db);
  for (const name of ["notes", "mails"]) await aPackage(context, { name, publishNote: "First" });
  await anAgentWith(context, ["notes", "mails"], "Desk");
  const client = await aClient(context, "desk");
  /** Does this while the first file is on its way. */
  const whileFetching = (act: () => void) => {
    let isDone = false;
    client.interpose(async (request, real) => {
      if (request.url.includes("/files/") && !isDone) {
        isDone = true;
        act();
      }
      return real(request);
    });
  };
  return { ...client, whileFetching };
}
const read = (...parts: string[]) => readFileSync(path.join(...parts), "utf8");

/** The same in this process, where each step that is told can be acted upon. */
async function pullHere({ home, env }: Awaited<ReturnType<typeof aDesk>>, onStep: (step: string) => void) {
  let out = "";
  const terminal: Terminal = {
    workingFolder: home,
    configFolder: path.join(home, "c"),
    hasColour: false,
    hasModes: true,
    settings: { address: env.GREENROOM_ADDRESS, key: env.GREENROOM_KEY },
    writeOut: (text) => {
      out += text;
    },
    writeErr: onStep,
    isWatched: { out: false, err: false },
    ask: async () => null,
    readInput: async () => null,
    onInterrupt: () => () => {},
    hold: (_, task) => task(),
  };
  return { code: await runClient(terminal, ["pull", "--into", "skills", "--verbose"], "1"), out };
}

describe("what is changed here while a pull downloads", () => {
  it("is left alone and named, and the rest goes on", async () => {
    const { pull, folder, whileFetching } = await aDesk();
    await pull();
    await publishNext(context, "notes", "Second\n");
    await publishNext(context, "mails", "Second\n");
    whileFetching(() => writeFileSync(path.join(folder, "notes/SKILL.md"), "Mine\n"));
    const { code, out } = await pull();
    expect([code, read(folder, "notes/SKILL.md")]).toEqual([1, "Mine\n"]);
    expect(out).toContain("changed here notes v2  changed: SKILL.md\nupdated      mails v2\n");
    expect(readdirSync(folder).sort()).toEqual([lockFileName, "mails", "notes"]);
    const again = await pull();
    expect([again.code, again.out]).toEqual([1, expect.stringContaining("changed here notes v2")]);
    expect((await pull("--force")).code).toBe(0);
    expect(read(folder, "notes/SKILL.md")).toBe(skillText("notes", "Second\n"));
  });

  it("is left alone where a folder of the same name is made", async () => {
    const { pull, folder, whileFetching } = await aDesk();
    whileFetching(() => writeFiles(folder, { "mails/own.md": "Mine\n" }));
    const { code, out } = await pull();
    expect(code).toBe(1);
    expect(out).toContain("added        notes v1\nchanged here mails v1  added: own.md; missing: SKILL.md\n");
    expect(readdirSync(path.join(folder, "mails"))).toEqual(["own.md"]);
    expect(JSON.parse(read(folder, lockFileName))).toMatchObject({
      digest: null,
      skills: [{ name: "notes" }],
    });
  });

  it("is left alone where the skill is to be taken out", async () => {
    const { pull, folder, whileFetching } = await aDesk();
    await pull();
    await publishNext(context, "notes", "Second\n");
    await assign(context, "desk", ["notes"]);
    whileFetching(() => writeFileSync(path.join(folder, "mails/own.md"), "Mine\n"));
    const { code, out } = await pull();
    expect([code, read(folder, "mails/own.md")]).toEqual([1, "Mine\n"]);
    expect(out).toContain("updated      notes v2\nchanged here mails v1  added: own.md\n");
  });

  it("comes back when it was saved between the last look and the renaming", async () => {
    const desk = await aDesk();
    await desk.pull();
    await publishNext(context, "notes", "Second\n");
    await assign(context, "desk", ["notes"]);
    const { code, out } = await pullHere(desk, (step) => {
      if (!step.startsWith("Putting them in place")) return;
      writeFileSync(path.join(desk.folder, "notes/SKILL.md"), "Mine\n");
      mkdirSync(path.join(desk.folder, "mails/own"));
      writeFileSync(path.join(desk.folder, "mails/own/a.md"), "Mine too\n");
    });
    expect([code, read(desk.folder, "notes/SKILL.md"), read(desk.folder, "mails/own/a.md")]).toEqual([
      1,
      "Mine\n",
      "Mine too\n",
    ]);
    expect(out).toContain("changed here notes v2  changed: SKILL.md\n");
    expect(out).toContain("changed here mails v1  added: own/a.md\n");
    expect(existsSync(path.join(desk.folder, ".greenroom-pull"))).toBe(false);
    const lock = JSON.parse(read(desk.folder, lockFileName));
    expect(lock).toMatchObject({ digest: null, skills: [{ name: "notes", version: 1 }, { name: "mails" }] });
  });
});

describe("a pull after one that was killed before its lock file", () => {
  it("knows what that one put there, also when it could not ask and something was published since", async () => {
    const { pull, folder, interpose } = await aDesk();
    await pull();
    const first = read(folder, lockFileName);
    await publishNext(context, "notes", "Second\n");
    await pull();
    const { source, skills } = JSON.parse(read(folder, lockFileName));
    const plan = { source, put: skills.slice(0, 1), removed: [] };
    writeFiles(folder, { [lockFileName]: first, ".greenroom-pull/plan.json": JSON.stringify(plan) });
    interpose(async () => Response.json({ detail: "Not now." }, { status: 403 }));
    expect((await pull()).code).toBe(3);
    interpose(null);
    await publishNext(context, "notes", "Third\n");
    const { code, out } = await pull();
    expect([code, out]).toEqual([0, "updated      notes v3\n2 skills in skills as delivered.\n"]);
  });
});
