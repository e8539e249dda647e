import { describe, expect, it } from "vitest";
import { inTransaction } from "@/lib/db/transaction";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { getHostLoads } from "./get-host-loads";
import { createPackage } from "./writes/create-package";

const { db } = testDatabase();

async function aDraft(name: string, frontmatter: string, files: { path: string; text: string }[] = []) {
  const context = await aContext(db);
  const text = `---\nname: ${name}\n${frontmatter}\n---\n\n# Task\n`;
  await inTransaction(context, (context) =>
    createPackage(context, { name, files: [{ path: "SKILL.md", text }, ...files] }),
  );
  return context;
}

describe("which hosts load a draft", () => {
  it("says of each that refuses it the rule, the file, the line and what to do", async () => {
    const context = await aDraft("helper", "description: Helps.\nallowed-tools: [Read]\ntools: Read");
    const { loaded, hosts } = await getHostLoads(context, { skill: "helper" });
    const refused = hosts.filter(({ state }) => state === "refused");
    expect(loaded).toBe(hosts.length - refused.length);
    expect(refused.map(({ dialect }) => dialect).sort()).toEqual(["adk", "adk-2", "orion"]);
    expect(hosts.map(({ dialect }) => dialect)).not.toContain("standard");
    expect(refused.find(({ dialect }) => dialect === "orion")).toEqual({
      dialect: "orion",
      title: "Orion",
      state: "refused",
      rule: "tools-type",
      file: "SKILL.md",
      line: 5,
      message: "`tools` is text and no list.",
      fix: "Write `tools` as a list, each entry with a name and a description.",
    });
  });

  it("says what a host reads otherwise, and which files it does not have", async () => {
    const big = { path: "references/big.md", text: "x".repeat(102_401) };
    const context = await aDraft("helper", "description: >\n  Helps with much.", [big]);
    const { hosts } = await getHostLoads(context, { skill: "helper" });
    expect(hosts.find(({ dialect }) => dialect === "sisu")).toEqual({
      dialect: "sisu",
      title: "SISU",
      state: "loaded",
      name: "helper",
      description: ">",
      readsOtherwise: true,
      leftOut: [{ path: "references/big.md", why: "It is larger than the host takes." }],
    });
    expect(hosts.find(({ dialect }) => dialect === "codex")).toMatchObject({
      readsOtherwise: false,
      leftOut: [],
    });
  });

  it("is of this workspace alone", async () => {
    await aDraft("helper", "description: Helps.");
    const elsewhere = await aContext(db);
    await expect(getHostLoads(elsewhere, { skill: "helper" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
