import { describe, expect, it } from "vitest";
import { indexAddress, readIndex } from "./read-index";

const base = "https://skills.example/team/.well-known/agent-skills/index.json";
const schema = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
const digest = `sha256:${"a".repeat(64)}`;
const entry = { name: "pdf", type: "archive", description: "Reads it.", url: "pdf.zip", digest };

const read = (document: unknown) => readIndex(new TextEncoder().encode(JSON.stringify(document)), base);
const first = (change: Record<string, unknown>) => {
  const index = read({ $schema: schema, skills: [{ ...entry, ...change }] });
  return index.ok ? index.value[0] : index.error;
};

describe("the index of an address", () => {
  it("is below the very address, and nowhere else", () => {
    expect(indexAddress("https://skills.example/team")).toBe(base);
    expect(indexAddress("https://skills.example/team/")).toBe(base);
    expect(indexAddress(base)).toBe(base);
  });
});

describe("an entry", () => {
  it.each([
    ["pdf.zip", "https://skills.example/team/.well-known/agent-skills/pdf.zip"],
    ["/skills/pdf.zip", "https://skills.example/skills/pdf.zip"],
    ["https://skills.example/x?y=1", "https://skills.example/x?y=1"],
    ["a..b/pdf.zip", "https://skills.example/team/.well-known/agent-skills/a..b/pdf.zip"],
  ])("with the address %s is there", (url, there) => {
    expect(first({ url })).toEqual({
      name: "pdf",
      problem: null,
      type: "archive",
      url: there,
      digest: "a".repeat(64),
    });
  });

  it.each([
    ["../../secret", /climbs/],
    ["/team/%2e%2E/other", /climbs/],
    ["..\\..\\x", /climbs/],
    ["https://elsewhere.example/pdf.zip", /another host/],
    ["http://skills.example/pdf.zip", /another host/],
    ["https://skills.example:8443/pdf.zip", /another host/],
    ["//elsewhere.example/pdf.zip", /another host/],
    ["file:///etc/passwd", /another host/],
    ["https://ines:secret@skills.example/pdf.zip", /a name or a password/],
    ["http://[", /is none/],
  ])("with the address %s is not asked for", (url, why) => {
    expect(first({ url })).toMatchObject({ name: "pdf", problem: expect.stringMatching(why) });
  });

  it.each([
    ["digest", { digest: "a".repeat(64) }],
    ["digest", { digest: `sha256:${"A".repeat(64)}` }],
    ["type", { type: "executable" }],
    ["description", { description: "" }],
    ["description", { description: "x".repeat(1_025) }],
    ["url", { url: "" }],
    ["type, digest", { type: undefined, digest: undefined }],
  ])("with a wrong %s is named with what is wrong", (what, change) => {
    expect(first(change)).toEqual({
      name: "pdf",
      problem: `Its entry is not as the format wants it: ${what}.`,
    });
  });

  it.each(["../x", "PDF", "-pdf", "a--b", "x".repeat(65), "", 7])("called %j goes by its place", (name) => {
    expect(first({ name })).toMatchObject({ name: "entry-1", problem: expect.stringContaining("name") });
  });

  it("that repeats a name gives way to the first", () => {
    const index = read({ $schema: schema, skills: [entry, { ...entry, url: "other.zip" }, "nonsense"] });
    expect(index).toMatchObject({
      value: [
        { name: "pdf", problem: null },
        { name: "pdf", problem: "Another entry before it has its name." },
        { name: "entry-3", problem: expect.stringContaining("entry") },
      ],
    });
  });
});

describe("what is no index", () => {
  it.each([
    ["a page", "not-index", "<html>"],
    ["bytes that are no text", "not-index", new Uint8Array([0xff, 0xfe])],
    ["a list", "not-index", "[]"],
    ["without skills", "not-index", JSON.stringify({ $schema: schema })],
    ["of before", "old-index", JSON.stringify({ skills: [] })],
    ["of another version", "old-index", JSON.stringify({ $schema: `${schema}x`, skills: [] })],
    ["too long", "huge-index", JSON.stringify({ $schema: schema, skills: Array(2_001).fill(entry) })],
  ])("%s is refused", (_, error, text) => {
    const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
    expect(readIndex(bytes, base)).toEqual({ ok: false, error });
  });
});
