import { describe, expect, it } from "vitest";
import { inTransaction } from "@/lib/db/transaction";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import { changeDraft } from "../commands/change-draft";
import { createPackage } from "../writes/create-package";
import { getCapabilities } from "./get-capabilities";

const { db } = testDatabase();
const document = { path: "SKILL.md", text: "---\nname: helper\ndescription: Use when d\n---\n\n# Task\n" };

async function aDraft(script: string) {
  const context = await aContext(db);
  const files = [document, { path: "scripts/run.sh", text: script }];
  await inTransaction(context, (context) => createPackage(context, { name: "helper", files }));
  return context;
}

describe("what a skill can do", () => {
  it("is told with its place, and is all new where nothing is published", async () => {
    const context = await aDraft("# first\ncurl https://a.io\n");
    const list = await getCapabilities(context, { skill: "helper", against: "latest" });
    expect(list.of).toMatchObject({ kind: "draft", revision: 1 });
    expect(list.against).toBeNull();
    expect(list.capabilities).toEqual(list.added);
    expect(list.capabilities).toEqual([
      {
        kind: "host",
        use: "reached",
        name: "a.io",
        certainty: "literal",
        places: [{ path: "scripts/run.sh", line: 2, column: 6 }],
        placeCount: 1,
      },
      {
        kind: "command",
        use: "run",
        name: "curl",
        certainty: "literal",
        places: [{ path: "scripts/run.sh", line: 2, column: 1 }],
        placeCount: 1,
      },
    ]);
  });

  it("is compared with the empty package, and in a thread of its own where there is much of it", async () => {
    const context = await aDraft(`${"# a long comment\n".repeat(5_000)}git status\n`);
    const { capabilities, added, gone, digest } = await getCapabilities(context, { skill: "helper" });
    expect(capabilities.map(({ name, places }) => [name, places[0]?.line])).toEqual([["git", 5_001]]);
    expect(added).toEqual(capabilities);
    expect(gone).toEqual([]);
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
  });

  it("is held against what is published", async () => {
    const context = await aContext(db);
    const files = { "scripts/run.sh": "wget https://a.io\ncat x\n" };
    await aPackage(context, { name: "helper", files, publishNote: "First" });
    await changeDraft(context, {
      skill: "helper",
      baseRevision: 1,
      changes: [{ op: "write", path: "scripts/run.sh", text: "cat x\ncurl https://b.io\n" }],
    });
    const { added, gone, against } = await getCapabilities(context, { skill: "helper", against: "latest" });
    expect(against).toMatchObject({ kind: "version", number: 1 });
    expect(added.map(({ name }) => name)).toEqual(["b.io", "curl"]);
    expect(gone.map(({ name }) => name)).toEqual(["a.io", "wget"]);
  });

  it("is NOT_FOUND in another workspace, and of a version that is not there", async () => {
    const context = await aDraft("ls\n");
    const elsewhere = await aContext(db);
    await expect(getCapabilities(elsewhere, { skill: "helper" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(getCapabilities(context, { skill: "helper", version: "7" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(getCapabilities(context, { skill: "helper", against: "stable" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});
