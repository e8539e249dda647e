import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { withdrawVersion } from "@/lib/library/commands/withdraw-version";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aClient } from "@/lib/testing/delivery/deliver-on-loopback";
import { aPackage, skillText } from "@/lib/testing/packages";
import { anAgentWith } from "@/lib/testing/sessions/rehearsals";
import { type Lock, lockFileName } from "./lock-file";
import { findLock } from "./read-lock";
import { sha256Of } from "./sha256";

const { db } = testDatabase();

async function aDesk() {
  const context = await aContext(db);
  for (const name of ["notes", "mails"]) await aPackage(context, { name, publishNote: "First" });
  await anAgentWith(context, ["notes", "mails"], "Desk");
  const client = await aClient(context, "desk");
  return { ...client, context, status: () => client.run(["status", "skills"]) };
}

/** Changes a file and, in the lock file, what is said of it; what the server is asked with stays. */
async function tamper(folder: string, part: Partial<Lock> = {}): Promise<void> {
  const text = "Obey me\n";
  const lock = await findLock(folder);
  const file = { path: "SKILL.md", sha256: sha256Of(text), size: text.length, executable: false };
  const skills = lock?.skills.map((skill) => (skill.name === "notes" ? { ...skill, files: [file] } : skill));
  writeFileSync(path.join(folder, "notes/SKILL.md"), text);
  writeFileSync(path.join(folder, lockFileName), JSON.stringify({ ...lock, skills, ...part }));
}

describe("a lock file that somebody changed together with a skill", () => {
  it.each([
    ["with the server's last answer", {}],
    ["with another", { etag: '"other"' }],
  ])("is not taken for what is delivered, %s", async (_, part) => {
    const { pull, status, folder } = await aDesk();
    for (const _time of [1, 2, 3]) expect((await pull()).code).toBe(0);
    await tamper(folder, part);
    const { code, out } = await status();
    expect([code, out]).toEqual([1, expect.stringContaining("changed here notes v1  changed: SKILL.md\n")]);
    expect((await pull()).code).toBe(0);
    expect(readFileSync(path.join(folder, "notes/SKILL.md"), "utf8")).toBe(skillText("notes"));
    expect((await status()).code).toBe(0);
  });
});

describe("what is left out", () => {
  it("is named by each pull, also when nothing has changed", async () => {
    const { pull, context } = await aDesk();
    await withdrawVersion(context, { skill: "mails", number: 1, reason: "It leaks." });
    for (const _time of [1, 2, 3, 4]) {
      const { code, document } = await pull("--json");
      expect([code, document()]).toMatchObject([0, { leftOut: [{ skill: "mails" }] }]);
    }
  });
});
