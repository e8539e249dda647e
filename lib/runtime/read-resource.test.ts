import { describe, expect, it } from "vitest";
import { aSkillSession } from "@/lib/testing/sessions/skill-sessions";
import { runtimeLimits } from "./limits";
import { mediaTypeOf } from "./media-type";

const files = {
  "SKILL.md": "---\nname: triage\ndescription: T.\n---\nBody.",
  "references/matrix.md": "# Matrix\n\nSEV2\n",
  "references/wide.txt": "äöü€😀".repeat(100),
  "assets/logo.png": new Uint8Array([137, 80, 78, 71, 0, 1, 2]),
  "empty.txt": "",
  ".env": "TOKEN=x",
  "config/credentials.json": "{}",
  "certs/server.key": "-----",
};
const open = (limits: Partial<typeof runtimeLimits> = {}) => {
  const { call, source, log } = aSkillSession({ triage: files }, { limits: { ...runtimeLimits, ...limits } });
  const read = (path: string, offset?: number) =>
    call("read_skill_resource", { name: "triage", path, ...(offset === undefined ? {} : { offset }) });
  return { read, source, log };
};

describe("read_skill_resource", () => {
  it.each(["references/matrix.md", "./references/matrix.md", "skill://triage/references/matrix.md"])(
    "reads %s",
    async (path) => {
      const event = await open().read(path);
      expect(event).toMatchObject({
        type: "resource-read",
        payload: {
          path: "references/matrix.md",
          kind: "text",
          offset: 0,
          bytes: 15,
          totalBytes: 15,
          nextOffset: null,
        },
      });
      expect(event.type === "resource-read" && event.payload.result).toContain("# Matrix\n\nSEV2\n");
    },
  );

  it.each([
    ["../secret.md", "outside-package"],
    ["references/../../x.md", "outside-package"],
    ["/etc/passwd", "outside-package"],
    ["~/.ssh/id_rsa", "outside-package"],
    ["..\\x.md", "outside-package"],
    ["C:\\windows\\x", "outside-package"],
    ["skill://other/SKILL.md", "outside-package"],
    ["SKILL.md", "unknown-resource"],
    ["skill://triage/SKILL.md", "unknown-resource"],
    ["skill:///etc/passwd", "outside-package"],
    ["a/b/c/d/e/f/g.md", "too-deep"],
    [".env", "secret-file"],
    ["config/credentials.json", "secret-file"],
    ["certs/server.key", "secret-file"],
    ["references/%2e%2e/x.md", "unknown-resource"],
    ["references/matrix.md\u0000", "unknown-resource"],
    ["__proto__", "unknown-resource"],
    [".", "unknown-resource"],
  ])("refuses %j as %s, reading nothing", async (path, rule) => {
    const { read, source } = open();
    expect(await read(path)).toMatchObject({
      type: "request-refused",
      payload: { rule, path, skillName: "triage" },
    });
    expect(source.reads).toEqual([]);
  });

  it("withholds what its source finds secrets in, saying why, and gives what a reviewer cleared", async () => {
    const { source, read } = open();
    const reasons = new Map([["references/matrix.md", "line 3 holds what looks like a secret"]]);
    Object.assign(source, {
      whyWithheld: async (_skill: unknown, path: string) => reasons.get(path) ?? null,
    });
    const refused = await read("references/matrix.md");
    const error = "references/matrix.md (line 3 holds what looks like a secret)";
    expect(refused).toMatchObject({
      type: "request-refused",
      payload: { rule: "secret-file", message: `Files that may hold secrets are never served: ${error}` },
    });
    reasons.clear();
    expect(await read("references/matrix.md")).toMatchObject({ type: "resource-read" });
    expect(await read("config/credentials.json")).toMatchObject({ type: "resource-read" });
    expect(await read("config/secrets.json")).toMatchObject({
      type: "request-refused",
      payload: { rule: "secret-file" },
    });
  });

  it("names the files there are, without secrets, and the one that was meant", async () => {
    const answers = [];
    for (const path of ["references/matrx.md", "docs/deep/matrix.md"]) {
      const event = await open().read(path);
      answers.push(event.type === "request-refused" ? JSON.parse(event.payload.result) : null);
    }
    expect(answers[0]).toEqual({
      error: "Unknown resource of triage: references/matrx.md",
      available: ["assets/logo.png", "empty.txt", "references/matrix.md", "references/wide.txt"],
      did_you_mean: "references/matrix.md",
    });
    expect(answers[1]).toMatchObject({ did_you_mean: "references/matrix.md" });
  });

  it("refuses an unknown skill with the path that was asked for", async () => {
    const { call } = aSkillSession({ triage: files });
    expect(await call("read_skill_resource", { name: "trage", path: "x.md" })).toMatchObject({
      payload: { rule: "unknown-skill", path: "x.md" },
    });
  });

  it("answers for a binary file with type and size, and no bytes", async () => {
    const event = await open().read("assets/logo.png");
    expect(event).toMatchObject({ payload: { kind: "binary", bytes: 0, totalBytes: 7 } });
    expect(event.type === "resource-read" && JSON.parse(event.payload.result)).toMatchObject({
      type: "image/png",
      bytes: 7,
    });
  });

  it.each([0, 0xff])("takes a file that has byte %i far down for what a page takes it for", async (byte) => {
    const bytes = Uint8Array.of(...new TextEncoder().encode("line\n".repeat(2_000)), byte);
    const { call } = aSkillSession({ triage: { ...files, "scripts/run": bytes } });
    const event = await call("read_skill_resource", { name: "triage", path: "scripts/run" });
    expect(event).toMatchObject({ payload: { kind: "binary", bytes: 0, totalBytes: 10_001 } });
  });

  it("takes no instructions from a SKILL.md that is no text", async () => {
    const document = Uint8Array.of(...new TextEncoder().encode(files["SKILL.md"]), 0xff);
    const { call } = aSkillSession({ triage: { "SKILL.md": document } });
    expect(await call("activate_skill", { name: "triage" })).toMatchObject({ type: "request-refused" });
  });

  it("pages without cutting a character, and gives the whole file in the end", async () => {
    const { read } = open({ readBytes: 100 });
    let [offset, text]: [number | null, string] = [0, ""];
    for (let page = 0; offset !== null && page < 100; page++) {
      const event = await read("references/wide.txt", offset);
      if (event.type !== "resource-read") throw new Error(event.type);
      expect(event.payload.bytes).toBeLessThanOrEqual(100);
      text += event.payload.result.replace(/^<[^>]*>\n|\n<\/skill_resource>$/g, "");
      offset = event.payload.nextOffset;
    }
    expect(text).toBe(files["references/wide.txt"]);
  });

  it("starts a page inside a character at the character", async () => {
    expect(await open().read("references/wide.txt", 1)).toMatchObject({ payload: { offset: 0 } });
  });

  it("refuses an offset behind the end, but reads an empty file", async () => {
    const { read } = open();
    expect(await read("references/matrix.md", 15)).toMatchObject({ payload: { rule: "bad-offset" } });
    expect(await read("empty.txt")).toMatchObject({ type: "resource-read", payload: { totalBytes: 0 } });
  });

  it("refuses more of one skill than the limit, until something is evicted", async () => {
    const { read, log } = open({ skillBytes: 200 });
    const first = await read("references/matrix.md");
    await read("references/matrix.md");
    expect(await read("references/matrix.md")).toMatchObject({ payload: { rule: "too-large" } });
    await log.append({
      type: "content-evicted",
      payload: {
        what: "resource",
        evictedSeq: first.seq,
        skill: null,
        path: null,
        why: "room",
        tokensFreed: 9,
      },
    });
    expect(await read("references/matrix.md")).toMatchObject({ type: "resource-read" });
  });

  it("counts a skill's own text towards the limit, and refuses a text that is over it alone", async () => {
    const measured = await aSkillSession({ triage: files }).call("activate_skill", { name: "triage" });
    const bytes = "result" in measured.payload ? measured.payload.result.length : 0;
    const within = (skillBytes: number) =>
      aSkillSession({ triage: files }, { limits: { ...runtimeLimits, skillBytes } }).call;
    const call = within(bytes);
    expect(await call("activate_skill", { name: "triage" })).toMatchObject({ type: "skill-activated" });
    expect(await call("read_skill_resource", { name: "triage", path: "references/matrix.md" })).toMatchObject(
      { payload: { rule: "too-large" } },
    );
    expect(await call("activate_skill", { name: "triage" })).toMatchObject({ type: "skill-already-active" });
    expect(await within(bytes - 1)("activate_skill", { name: "triage" })).toMatchObject({
      type: "request-refused",
      payload: { rule: "too-large", skillName: "triage" },
    });
  });
});

describe("mediaTypeOf", () => {
  it("goes by the ending", () => {
    expect(mediaTypeOf("a/b.PDF")).toBe("application/pdf");
    expect(mediaTypeOf("blob")).toBe("application/octet-stream");
  });
});
