import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { getDeliveryState } from "@/lib/delivery/get-delivery-state";
import { withdrawVersion } from "@/lib/library/commands/withdraw-version";
import { sha256 } from "@/lib/platform/crypto";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aMachine } from "@/lib/testing/delivery/deliveries";
import { anMcpClient, type McpAnswer } from "@/lib/testing/delivery/mcp";
import { aPackage } from "@/lib/testing/packages";
import { anAgentWith, aStoredSkill } from "@/lib/testing/sessions/rehearsals";
import { getMcpState } from "./queries";

const { db } = testDatabase();
const png = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0, 255]);
const bom = "\uFEFFWith a byte order mark.\r\n";
let context: Context;
let key = "";

beforeAll(async () => {
  context = await aContext(db);
  const files = {
    "references/style guide.md": "Short.\r\n",
    "references/deep/Zoë.txt": bom,
    "assets/logo.png": png,
    "empty.txt": "",
    "scripts/run.sh": "#!/bin/sh\n",
  };
  await aPackage(context, { name: "notes", files, publishNote: "First" });
  await aPackage(context, { name: "triage", publishNote: "First" });
  await aPackage(context, { name: "draft-only" });
  await aPackage(context, { name: "elsewhere", publishNote: "First" });
  const description = "Typed.\nmetadata:\n  version: 1";
  await aStoredSkill(context, { name: "typed-metadata", description, body: "Do it.\n" });
  await anAgentWith(context, ["notes", "triage", "draft-only", "typed-metadata"], "Desk");
  key = (await aMachine(context, "desk")).key;
});

const skillSchema = z.object({
  uri: z.string(),
  frontmatter: z.record(z.string(), z.unknown()),
  resources: z.array(z.object({ uri: z.string(), digest: z.string(), size: z.number() })),
});
const listSchema = z.object({ skills: z.array(skillSchema), nextCursor: z.string().optional() });
const contentsSchema = z.object({
  contents: z
    .array(
      z.object({
        uri: z.string(),
        mimeType: z.string().optional(),
        text: z.string().optional(),
        blob: z.string().optional(),
      }),
    )
    .length(1),
});
const childrenSchema = z.object({
  resources: z.array(z.object({ uri: z.string(), name: z.string(), mimeType: z.string().optional() })),
});

const resultOf = <T>(schema: z.ZodType<T>, answer: McpAnswer): T => {
  expect(answer.error).toBeUndefined();
  return schema.parse(answer.result);
};

describe.each(["2025", "2026"] as const)("the skills extension, to a client of %s", (generation) => {
  const client = () => anMcpClient({ key }, generation);

  it("is declared, with directories", async () => {
    expect((await client().begin()).result?.capabilities).toMatchObject({
      extensions: { "io.modelcontextprotocol/skills": { directoryRead: true } },
      resources: {},
    });
  });

  it("lists the delivered versions alone, with every file of each", async () => {
    const { skills } = resultOf(listSchema, await client().ask("skills/list"));
    expect(skills.map(({ uri }) => uri)).toEqual(["skill://notes/SKILL.md", "skill://triage/SKILL.md"]);
    expect(skills[0]?.frontmatter).toEqual({
      name: "notes",
      description: "Does the notes work. Use when somebody asks for it.",
    });
    expect(skills[0]?.resources.map(({ uri }) => uri)).toEqual([
      "skill://notes/SKILL.md",
      "skill://notes/assets/logo.png",
      "skill://notes/empty.txt",
      "skill://notes/references/deep/Zo%C3%AB.txt",
      "skill://notes/references/style%20guide.md",
      "skill://notes/scripts/run.sh",
    ]);
  });

  it("gives each file's bytes, of the digest and the size that the list says", async () => {
    const { skills } = resultOf(listSchema, await client().ask("skills/list"));
    for (const { uri, digest, size } of skills.flatMap(({ resources }) => resources)) {
      const { contents } = resultOf(contentsSchema, await client().ask("resources/read", { uri }));
      const [content] = contents;
      const bytes =
        content?.blob === undefined ? Buffer.from(content?.text ?? "") : Buffer.from(content.blob, "base64");
      expect([uri, `sha256:${sha256(bytes)}`, bytes.length]).toEqual([uri, digest, size]);
    }
  });

  it("gives one skill by its address, and its folders", async () => {
    const uri = "skill://notes/SKILL.md";
    const got = resultOf(z.object({ skill: skillSchema }), await client().ask("skills/get", { uri }));
    const { skills } = resultOf(listSchema, await client().ask("skills/list"));
    expect(got.skill).toEqual(skills[0]);
    const folder = resultOf(
      childrenSchema,
      await client().ask("resources/directory/read", { uri: "skill://notes" }),
    );
    expect(folder.resources.map(({ name, mimeType }) => [name, mimeType])).toEqual([
      ["notes", "text/markdown"],
      ["assets", "inode/directory"],
      ["empty.txt", undefined],
      ["references", "inode/directory"],
      ["scripts", "inode/directory"],
    ]);
    const inner = await client().ask("resources/directory/read", { uri: "skill://notes/references/deep" });
    expect(resultOf(childrenSchema, inner).resources).toEqual(
      [{ uri: "skill://notes/references/deep/Zo%C3%AB.txt", name: "Zoë.txt", size: 30 }].map(
        ({ uri: at, name }) => expect.objectContaining({ uri: at, name }),
      ),
    );
  });

  it.each([
    ["skills/get", "skill://elsewhere/SKILL.md"],
    ["skills/get", "skill://draft-only/SKILL.md"],
    ["skills/get", "skill://typed-metadata/SKILL.md"],
    ["skills/get", "skill://notes"],
    ["skills/get", "nonsense"],
    ["resources/read", "skill://notes/missing.md"],
    ["resources/read", "skill://notes/../elsewhere/SKILL.md"],
    ["resources/read", "skill://notes/..%2f..%2fetc%2fpasswd"],
    ["resources/read", "skill://notes/%2e%2e/%2e%2e/etc/passwd"],
    ["resources/read", "skill://elsewhere/SKILL.md"],
    ["resources/read", "file:///etc/passwd"],
    ["resources/read", "skill://notes/references"],
    ["resources/directory/read", "skill://notes/SKILL.md"],
    ["resources/directory/read", "skill://notes/"],
    ["resources/directory/read", "skill://elsewhere"],
  ])("refuses %s of %s", async (method, uri) => {
    const { error } = await client().ask(method, { uri });
    expect([-32_602, -32_002]).toContain(error?.code);
    if (generation === "2026") expect(error?.code).toBe(-32_602);
  });

  it.each(["skills/list", "resources/directory/read"])(
    "refuses a cursor of %s that is none",
    async (method) => {
      const { error } = await client().ask(method, { uri: "skill://notes", cursor: "bm9uc2Vuc2U" });
      expect(error?.code).toBe(-32_602);
      expect(error?.message).toMatch(/^This cursor is none of this server's/);
    },
  );
});

describe("more skills than a page has", () => {
  it("come in pages, each once", async () => {
    const own = await aContext(db);
    const names = Array.from({ length: 130 }, (_, at) => `skill-${String(at).padStart(3, "0")}`);
    for (const name of names) await aPackage(own, { name, publishNote: "First" });
    await anAgentWith(own, names, "Desk");
    const client = anMcpClient({ key: (await aMachine(own, "desk")).key }, "2026");
    const first = resultOf(listSchema, await client.ask("skills/list"));
    const second = resultOf(listSchema, await client.ask("skills/list", { cursor: first.nextCursor }));
    expect([first.skills.length, second.skills.length, second.nextCursor]).toEqual([100, 30, undefined]);
    const seen = [...first.skills, ...second.skills].map(({ uri }) => uri);
    expect(seen).toEqual(names.map((name) => `skill://${name}/SKILL.md`));
  });
});

describe("what is delivered", () => {
  it("is without a version from the moment that it is withdrawn", async () => {
    const own = await aContext(db);
    await aPackage(own, { name: "notes", publishNote: "First" });
    await anAgentWith(own, ["notes"], "Desk");
    const client = anMcpClient({ key: (await aMachine(own, "desk")).key }, "2026");
    expect(resultOf(listSchema, await client.ask("skills/list")).skills).toHaveLength(1);
    await withdrawVersion(own, { skill: "notes", number: 1, reason: "Wrong" });
    await expect.poll(async () => (await client.ask("skills/list")).result?.skills).toEqual([]);
    expect((await client.ask("resources/read", { uri: "skill://notes/SKILL.md" })).error?.code).toBe(-32_602);
  });

  it("counts as fetched by the machine that lists it", async () => {
    const own = await aContext(db);
    await aPackage(own, { name: "notes", publishNote: "First" });
    await anAgentWith(own, ["notes"], "Desk");
    const client = anMcpClient({ key: (await aMachine(own, "desk")).key }, "2026");
    const machines = async () => (await getDeliveryState(own, { agent: "desk" })).machines;
    expect(await machines()).toEqual({ total: 1, newest: 0 });
    await client.ask("skills/list");
    expect(await machines()).toEqual({ total: 1, newest: 1 });
  });

  it("is asked for again each time", async () => {
    const answer = await anMcpClient({ key }, "2026").ask("skills/list");
    expect(answer.result).toMatchObject({ ttlMs: 0, cacheScope: "private", resultType: "complete" });
  });
});

it("holds what it found of versions by how much that is", async () => {
  await getMcpState(context, { agent: "desk" });
  const held = globalThis.greenroomMcpSkills;
  const entries = [...(held?.values() ?? [])];
  expect(entries.length).toBeGreaterThan(1);
  expect(held?.maxSize).toBe(32 * 1024 * 1024);
  expect(held?.calculatedSize).toBeGreaterThan(JSON.stringify(entries).length);
});
