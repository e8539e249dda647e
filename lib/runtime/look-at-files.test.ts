import { describe, expect, it } from "vitest";
import { codexDialect } from "@/lib/dialects/codex";
import { readShell } from "@/lib/dialects/read-shell";
import { aSkillRef } from "@/lib/testing/sessions/session-log";
import { aSkillSession } from "@/lib/testing/sessions/skill-sessions";
import { runtimeLimits } from "./limits";
import { lookAtFiles } from "./look-at-files";
import type { SessionSetup } from "./session-setup";

const document = `---\nname: a\ndescription: A.\n---\n${"line\n".repeat(150)}`;
const packages = {
  a: {
    "SKILL.md": document,
    "one.md": "é one\ntwo\nthree\n",
    "logo.png": new Uint8Array([137, 0, 10]),
    ".env": "K=1",
  },
  b: { "SKILL.md": "---\nname: b\ndescription: B.\n---\nShort.\n" },
};

async function look(line: string, overrides: Partial<SessionSetup> = {}) {
  const { setup } = aSkillSession(packages, { dialect: codexDialect, ...overrides });
  const steps = readShell(line.replaceAll("@", "skill://"), null);
  if (!steps) throw new Error(`not read: ${line}`);
  const skills = new Map(Object.keys(packages).map((name) => [name, aSkillRef({ name })]));
  const call = { id: "c", toolName: "exec_command", input: { cmd: line }, step: 1 };
  return lookAtFiles(setup, { kind: "shell", steps, mostTokens: 10_000 }, skills, call);
}
const read = (payload: object) => ({ kind: "told", event: { type: "resource-read", payload } });

describe("a line of commands that only look", () => {
  it.each([
    ["cat @a/SKILL.md", "a"],
    ["cat @b/SKILL.md", "b"],
    ["head -n 120 @a/SKILL.md", "a"],
  ])("loads a skill whose SKILL.md it shows: %s", async (line, name) => {
    expect(await look(line)).toMatchObject({
      kind: "loads",
      name,
      given: { result: expect.stringContaining(name) },
    });
  });

  it.each(["head -n 20 @a/SKILL.md", "tail -n 120 @a/SKILL.md", "head -n 2 @b/SKILL.md"])(
    "reads a part of SKILL.md that is too little of it, or not its beginning: %s",
    async (line) => {
      expect(await look(line)).toMatchObject(read({ path: "SKILL.md", kind: "text" }));
    },
  );

  it("loads none of two skills that it shows at once, and names both files", async () => {
    expect(await look("cat @a/SKILL.md @b/SKILL.md")).toMatchObject({
      kind: "told",
      event: { type: "tool-called", payload: { reads: [{ path: "SKILL.md" }, { path: "SKILL.md" }] } },
    });
  });

  it.each([
    ["cat @a/one.md", { offset: 0, bytes: 17, totalBytes: 17, nextOffset: null }],
    ["head -n 1 @a/one.md", { offset: 0, bytes: 7, totalBytes: 17, nextOffset: 7 }],
    ["tail -n 1 @a/one.md", { offset: 11, bytes: 6, totalBytes: 17, nextOffset: null }],
    ["sed -n '2,2p' @a/one.md", { offset: 7, bytes: 4, totalBytes: 17, nextOffset: 11 }],
    ["cat @a/logo.png", { kind: "binary", offset: 0, bytes: 0, totalBytes: 3, nextOffset: null }],
  ])("says which bytes of one file it shows: %s", async (line, place) => {
    expect(await look(line)).toMatchObject(read(place));
  });

  it.each([
    ["cat @a/none.md", "unknown-resource", "none.md"],
    ["cat @a/.env", "secret-file", ".env"],
  ])("is refused with the host's own words where the file is not served: %s", async (line, rule, path) => {
    const looked = await look(line);
    expect(looked).toMatchObject({
      kind: "refused",
      error: { rule, path, skillName: "a" },
      result: expect.stringContaining("there is no such file"),
    });
    expect(JSON.stringify(looked)).not.toContain("K=1");
  });

  it("is refused as a secret where the source finds one in the file", async () => {
    const { setup } = aSkillSession(packages, { dialect: codexDialect });
    const whyWithheld = async () => "line 1 holds what looks like a secret";
    const source = Object.assign(setup.source, { whyWithheld });
    const looked = await look("cat @a/one.md", { source });
    expect(looked).toMatchObject({ kind: "refused", error: { rule: "secret-file", path: "one.md" } });
    expect(JSON.stringify(looked)).not.toContain("é one");
    expect(await look("cat @a/SKILL.md", { source })).toMatchObject({ kind: "loads", name: "a" });
  });

  it("asks for a skill that is not there by its name", async () => {
    expect(await look("cat @c/SKILL.md")).toMatchObject({
      kind: "unknown-skill",
      name: "c",
      path: "SKILL.md",
    });
  });

  it("is told as a whole where it shows one file and misses another, or shows none", async () => {
    expect(await look("cat @a/one.md @a/none.md")).toMatchObject({
      event: { type: "tool-called", payload: { reads: [{ path: "one.md" }] } },
    });
    const listed = await look("ls @a");
    expect(listed).toMatchObject({ kind: "told", event: { type: "tool-called" } });
    expect(JSON.stringify(listed)).not.toContain('"reads"');
  });

  it("is refused where more would be in the conversation than fits", async () => {
    const limits = { ...runtimeLimits, skillBytes: 10 };
    expect(await look("cat @a/one.md", { limits })).toMatchObject({
      kind: "refused",
      error: { rule: "too-large", skillName: "a", path: null },
    });
  });

  it("is refused where the host asks the person for leave, and nobody is there", async () => {
    const { shell } = codexDialect;
    if (!shell) throw new Error("Codex reads files by commands.");
    const dialect = { ...codexDialect, shell: { ...shell, asksLeave: true } };
    expect(await look("cat @a/one.md", { dialect, unattended: true })).toMatchObject({
      error: {
        rule: "needs-leave",
        message: expect.stringContaining("cat in 'skill://a/one.md'"),
        path: "skill://a/one.md",
      },
    });
    expect(await look("ls @a", { dialect, unattended: true })).toMatchObject({
      error: { rule: "needs-leave", message: expect.stringContaining("ls in 'skill://a'") },
    });
    expect(await look("cat @a/one.md; ls @b", { dialect, unattended: true })).toMatchObject({
      error: { message: expect.stringContaining("Several commands") },
    });
    // What comes through a pipe needs no leave.
    expect(await look("sed -n 1p @a/one.md | tail -n 1", { dialect, unattended: true })).toMatchObject({
      error: { message: expect.stringMatching(/leave: sed -n 1p \S+$/) },
    });
    expect(await look("cat @a/one.md", { dialect })).toMatchObject({ kind: "told" });
  });
});
