import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { inTransaction } from "@/lib/db/transaction";
import { objectId } from "@/lib/git/objects";
import { createPackage } from "@/lib/library/writes/create-package";
import { sha256 } from "@/lib/platform/crypto";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage, skillText } from "@/lib/testing/packages";
import { readDelivery } from "../read-delivery";
import { makeGitPackage, packageKey } from "./git-packages";
import { readBlobs } from "./read-blobs";

const { db } = testDatabase();

/** What is delivered of these skills, by name. */
async function delivered(context: Context, skillIds: readonly string[]) {
  const { skills } = await readDelivery(context, { kind: "selection", skillIds, label: null });
  return skills;
}

describe("makeGitPackage", () => {
  it("names every file as git does, and says where its bytes are", async () => {
    const context = await aContext(db);
    const { skillId } = await aPackage(context, {
      name: "notes",
      files: { "a/b.md": "B\n" },
      publishNote: "",
    });
    const [skill] = await delivered(context, [skillId]);
    if (!skill) throw new Error("Nothing is delivered.");
    const made = await makeGitPackage(context, skill);
    const b = made.files.find(({ path }) => path === "a/b.md");
    expect(b).toEqual({
      path: "a/b.md",
      executable: false,
      size: 2,
      id: objectId("blob", Buffer.from("B\n")),
      sha256: sha256("B\n"),
    });
    expect(made).toMatchObject({
      key: packageKey(skill),
      why: null,
      tree: expect.stringMatching(/^[0-9a-f]{40}$/),
    });
  });

  it("keeps SKILL.md in its own form where that is not what is stored", async () => {
    const context = await aContext(db);
    const text = skillText("flagged").replace("\n---\n\n", "\nmodel: large\n---\n\n");
    const { skillId } = await inTransaction(context, (context) =>
      createPackage(context, { name: "flagged", files: [{ path: "SKILL.md", text }], publishNote: "" }),
    );
    const [skill] = await delivered(context, [skillId]);
    if (!skill) throw new Error("Nothing is delivered.");
    const { files, skillFile } = await makeGitPackage(context, skill);
    expect(files).toEqual([
      { path: "SKILL.md", executable: false, sha256: null, size: skillFile?.length, id: expect.any(String) },
    ]);
    expect(objectId("blob", skillFile ?? new Uint8Array())).toBe(files[0]?.id);
    expect(Buffer.from(skillFile ?? []).toString()).toMatch(/metadata:\s+model: large/);
  });

  it("leaves out what git would act on, and says so", async () => {
    const context = await aContext(db);
    for (const [name, path] of [
      ["attributes", "assets/.gitattributes"],
      ["modules", ".GitModules"],
    ] as const) {
      const { skillId } = await aPackage(context, { name, files: { [path]: "* text\n" }, publishNote: "" });
      const [skill] = await delivered(context, [skillId]);
      if (!skill) throw new Error("Nothing is delivered.");
      const made = await makeGitPackage(context, skill);
      expect(made).toMatchObject({ tree: null, files: [], why: expect.stringContaining(path) });
    }
  });

  it("is named by folder, content and executable files", async () => {
    const context = await aContext(db);
    const { skillId } = await aPackage(context, { name: "keyed", files: { "run.sh": "x" }, publishNote: "" });
    const [skill] = await delivered(context, [skillId]);
    if (!skill) throw new Error("Nothing is delivered.");
    const files = skill.files.map((file) => ({ ...file, executable: file.path === "run.sh" }));
    const keys = [skill, { ...skill, name: "other" }, { ...skill, files }].map(packageKey);
    expect(new Set(keys).size).toBe(3);
  });
});

describe("readBlobs", () => {
  it("gives each blob from where it is, and throws for one that is nowhere", async () => {
    const context = await aContext(db);
    await aPackage(context, { name: "blobs", files: { "stored.md": "Stored\n" }, publishNote: "" });
    const sources = new Map([
      ["stored", { sha256: sha256("Stored\n"), size: 7 }],
      ["held", { bytes: Buffer.from("Held\n") }],
    ]);
    const given: [string, number][] = [];
    for await (const { id, size } of readBlobs(context, ["held", "stored"], (id) => sources.get(id)))
      given.push([id, size]);
    expect(given.toSorted()).toEqual([
      ["held", 5],
      ["stored", 7],
    ]);
    const lost = readBlobs(context, ["nowhere"], () => undefined);
    await expect(lost.next()).rejects.toThrow(/Nothing says where/);
    const gone = readBlobs(context, ["gone"], () => ({ sha256: "0".repeat(64), size: 1 }));
    await expect(gone.next()).rejects.toThrow(/are missing/);
  });
});
