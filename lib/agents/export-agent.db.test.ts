import { beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { readArchive } from "@/lib/bundles/read-archive";
import { inTransaction } from "@/lib/db/transaction";
import { createPackage } from "@/lib/library/writes/create-package";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import { anAgentWith } from "@/lib/testing/sessions/rehearsals";
import { createAgent } from "./commands/create-agent";
import { editAgent } from "./commands/edit-agent";
import { exportAgent, getAgentPortableReport } from "./export-agent";
import type { CreateAgent } from "./schema";

const { db } = testDatabase();
let context: Context;
/** Has a field of one host's. */
const notes = "---\nname: notes\ndescription: Writes notes.\nmodel: small\n---\n\nWrite.\n";
/** Strict hosts refuse markup in a description. */
const tagged = "---\nname: tagged\ndescription: Writes <b>notes</b>.\n---\n\nWrite.\n";

const stored = (name: string, text: string) =>
  inTransaction(context, (context) =>
    createPackage(context, { name, files: [{ path: "SKILL.md", text }], publishNote: "First" }),
  );

beforeAll(async () => {
  context = await aContext(db);
  await stored("notes", notes);
  await stored("tagged", tagged);
  await aPackage(context, { name: "plain", files: { "references/a.md": "A\n" }, publishNote: "First" });
});

async function filesOf(agent: string, portable: "true" | "false") {
  const { content, fileName, etag } = await exportAgent(context, { agent, portable });
  const read = await readArchive(content, { fileName });
  if (!read.ok) throw new Error("what is exported can be read");
  const files = read.value.files.map(({ path, bytes }) => [path, new TextDecoder().decode(bytes)] as const);
  return { fileName, etag, files: new Map(files) };
}

describe("exportAgent for an agent of a host", () => {
  const inOrion = async (skills: string[], name: string) => {
    const agent = await anAgentWith(context, skills, name);
    const { revision } = await db.agent.findFirstOrThrow({
      where: { slug: agent, workspaceId: context.workspace.id },
    });
    await editAgent(context, { agent, baseRevision: revision, dialect: "orion", mode: "eager" });
    return agent;
  };

  it("leaves out what the host does not load, and all of it stays in the portable form", async () => {
    await stored("toolbox", "---\nname: toolbox\ndescription: Has tools.\ntools: Read\n---\n\nWrite.\n");
    const agent = await inOrion(["plain", "toolbox"], "Orion desk");
    const { files } = await filesOf(agent, "false");
    expect([...files.keys()].sort()).toEqual(["plain/SKILL.md", "plain/references/a.md"]);
    expect([...(await filesOf(agent, "true")).files.keys()]).toContain("toolbox/SKILL.md");
  });

  it("refuses an export of which nothing is left, and says why of each", async () => {
    await stored("toolset", "---\nname: toolset\ndescription: Has tools.\ntools: Read\n---\n\nWrite.\n");
    const agent = await inOrion(["toolset"], "Orion alone");
    await expect(exportAgent(context, { agent })).rejects.toMatchObject({
      code: "UNPROCESSABLE",
      details: {
        assignments: [
          {
            skill: "toolset",
            reason: expect.stringMatching(/^Orion does not load it \(SKILL\.md, line 4\)/),
          },
        ],
      },
    });
  });
});

describe("exportAgent", () => {
  it("gives every byte as stored, or each skill in its portable form", async () => {
    const agent = await anAgentWith(context, ["plain", "notes"], "Desk");
    const asStored = await filesOf(agent, "false");
    expect(asStored.fileName).toBe("desk-skills.zip");
    expect(asStored.files.get("notes/SKILL.md")).toBe(notes);
    const portable = await filesOf(agent, "true");
    expect(portable.fileName).toBe("desk-skills-portable.zip");
    expect(portable.files.get("notes/SKILL.md")).toMatch(/^metadata:\n {2}model: small$/m);
    expect([...portable.files.keys()].sort()).toEqual([
      "notes/SKILL.md",
      "plain/SKILL.md",
      "plain/references/a.md",
    ]);
    expect(portable.etag).not.toBe(asStored.etag);
    expect((await filesOf(agent, "true")).etag).toBe(portable.etag);
  });

  it("refuses the portable form with every skill that has none and its rules, and tells what changes in others", async () => {
    const agent = await anAgentWith(context, ["notes", "tagged"], "Refused");
    await expect(exportAgent(context, { agent, portable: "true" })).rejects.toMatchObject({
      code: "UNPROCESSABLE",
      message: "There is no portable form of tagged (description-markup).",
      details: { skills: [{ skill: "tagged", problems: [{ rule: "description-markup" }] }] },
    });
    expect(await getAgentPortableReport(context, { agent })).toMatchObject({
      skills: [
        { skill: "notes", moved: [{ field: "model", to: "metadata.model" }], problems: [] },
        { skill: "tagged", moved: [], problems: [{ rule: "description-markup" }] },
      ],
    });
    expect((await filesOf(agent, "false")).files.get("tagged/SKILL.md")).toBe(tagged);
  });

  it("is in one form: that of a host, or the portable one", async () => {
    const agent = await anAgentWith(context, ["plain"], "One form");
    const both = exportAgent(context, { agent, portable: "true", target: "orion" });
    await expect(both).rejects.toThrow("Leave out portable, or target.");
    const { fileName } = await exportAgent(context, { agent, portable: "false", target: "orion" });
    expect(fileName).toContain("orion");
  });

  it("is not there for another workspace", async () => {
    const agent = await anAgentWith(context, ["plain"], "Ours");
    const elsewhere = await aContext(db);
    await expect(exportAgent(elsewhere, { agent, portable: "true" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(getAgentPortableReport(elsewhere, { agent })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("exportAgent for an agent with a rule", () => {
  const anAgentBy = (name: string, rule: Partial<CreateAgent>) =>
    createAgent(context, { name, assignments: [{ skill: "notes" }, { skill: "plain" }], ...rule });

  it("leaves out what the rule keeps out, and takes along what the agent finds", async () => {
    const allowedSkills = ["notes", "plain", "tagged"];
    await anAgentBy("By rule", { autoDiscover: true, allowedSkills, deniedSkills: ["notes"] });
    const { files } = await filesOf("by-rule", "false");
    const folders = new Set([...files.keys()].map((path) => path.split("/")[0]));
    expect([...folders].sort()).toEqual(["plain", "tagged"]);
  });

  it("is refused, with every reason, where the rule leaves nothing", async () => {
    await anAgentBy("Nothing", { deniedSkills: ["*"] });
    await expect(exportAgent(context, { agent: "nothing" })).rejects.toMatchObject({
      code: "UNPROCESSABLE",
      message:
        "Nothing has nothing to export: notes is denied to this agent by *; plain is denied to this agent by *.",
    });
  });
});
