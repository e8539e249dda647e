import { describe, expect, it } from "vitest";
import { portablePackage } from "@/lib/bundles/portable-package";
import { planForTarget } from "./plan-for-target";
import { type TargetId, targetIds } from "./target-options";
import type { TargetFile, TargetPackage, TargetRemark } from "./target-plan";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const textAt = (files: readonly TargetFile[], path: string): string | null => {
  const file = files.find((one) => one.path === path);
  return file ? new TextDecoder().decode(file.bytes) : null;
};

const good = "description: Writes notes. Use when somebody asks for notes.";
const document = (fields: string, lineBreak = "\n"): string =>
  ["---", "name: notes", good, ...(fields === "" ? [] : fields.split("\n")), "---", "", "Write.", ""].join(
    lineBreak,
  );

const pkg = (text: string, others: TargetFile[] = [], folder = "notes"): TargetPackage => ({
  name: "notes",
  folder,
  files: [{ path: "SKILL.md", bytes: bytesOf(text) }, ...others],
});

const script: TargetFile = { path: "scripts/run.sh", bytes: bytesOf("echo\n"), executable: true };
const plan = (id: TargetId, one: TargetPackage) =>
  planForTarget(id, one, async (folder, files) => portablePackage(folder, files));
const placesOf = (remarks: readonly TargetRemark[]) =>
  remarks.map(({ rule, file, line }) => `${rule} ${file}:${line}`);

describe("a skill that is written as the specification has it", () => {
  it.each(targetIds)("goes to %s byte for byte, with what may be run in it", async (id) => {
    const one = pkg(document("# A comment\nlicense: MIT\nallowed-tools: Read Bash(git:*)"), [script]);
    const { changes, refusals, files, folder } = await plan(id, one);
    expect({ changes, refusals, folder }).toEqual({ changes: [], refusals: [], folder: "notes" });
    expect(files).toEqual(one.files);
  });
});

describe("a skill that its author keeps from models", () => {
  const kept = pkg(document("disable-model-invocation: true"));
  const results = async () =>
    Object.fromEntries(await Promise.all(targetIds.map(async (id) => [id, await plan(id, kept)] as const)));

  it("goes as it is to hosts that know the switch, and nowhere that a model would run it", async () => {
    const plans = await results();
    const refused = targetIds.filter((id) => (plans[id]?.refusals.length ?? 0) > 0);
    expect(targetIds.filter((id) => !refused.includes(id))).toEqual([
      "folder",
      "claude-code",
      "codex",
      "cursor",
    ]);
    for (const id of refused) {
      expect(placesOf(plans[id]?.refusals ?? []), id).toEqual(["flag-lost SKILL.md:4"]);
      expect(plans[id]?.files, id).toEqual([]);
    }
    for (const id of ["folder", "claude-code", "cursor"]) expect(plans[id]?.files, id).toEqual(kept.files);
  });

  it("says so to Codex in a policy of its own", async () => {
    const { changes, files } = await plan("codex", kept);
    expect(placesOf(changes)).toEqual(["flag-as-policy agents/openai.yaml:null"]);
    expect(textAt(files, "agents/openai.yaml")).toBe("policy:\n  allow_implicit_invocation: false\n");
    expect(textAt(files, "SKILL.md")).toBe(textAt(kept.files, "SKILL.md"));
  });

  it("has no portable form any more, and says why", () => {
    const { problems, files } = portablePackage("notes", kept.files);
    expect(problems.map(({ rule }) => rule)).toEqual(["flag-lost"]);
    expect(files).toEqual([]);
    const off = pkg(document("disable-model-invocation: false"));
    expect(portablePackage("notes", off.files).problems).toEqual([]);
  });

  it("is kept from them in a frontmatter, too, that only the host can read", async () => {
    const twice = "disable-model-invocation: true\ndisable-model-invocation: true";
    const { refusals } = await plan("lightspeed", pkg(document(twice)));
    expect(placesOf(refusals)).toEqual(["flag-lost SKILL.md:4"]);
    const off = pkg(document(twice.replaceAll("true", "false")));
    expect((await plan("lightspeed", off)).refusals).toEqual([]);
  });

  it("warns where a skill without a place in menus gets one", async () => {
    const hidden = pkg(document("user-invocable: false"));
    expect(placesOf((await plan("gemini-cli", hidden)).warnings)).toEqual(["flag-lost SKILL.md:4"]);
    expect((await plan("claude-code", hidden)).warnings).toEqual([]);
    expect((await plan("agent-plugin", hidden)).refusals).toEqual([]);
  });
});

describe("fields that a host does not know", () => {
  const many = pkg(
    document("# Ours\nmodel: fast\nallowed-tools: [Read, Bash]\nmetadata:\n  version: 1.1", "\r\n"),
  );

  it("stay where they are for hosts that pass over them", async () => {
    for (const id of ["claude-code", "gemini-cli", "orion", "linx", "lightspeed"] as const)
      expect((await plan(id, many)).files, id).toEqual(many.files);
  });

  it("move for a host of the specification alone, and every change is named with its line", async () => {
    const { changes, files, refusals } = await plan("agent-plugin", many);
    expect(refusals).toEqual([]);
    expect(placesOf(changes).sort()).toEqual([
      "allowed-tools-type SKILL.md:6",
      "comments-dropped SKILL.md:4",
      "field-moved SKILL.md:5",
      "line-endings SKILL.md:1",
      "metadata-value-type SKILL.md:8",
    ]);
    expect(textAt(files, "SKILL.md")).toContain('version: "1.1"');
    expect(textAt(files, "SKILL.md")).toContain("allowed-tools: Read Bash");
  });

  it("keep their types for ADK, whose loader takes no list of tools: that alone is changed", async () => {
    const typed = "metadata:\n  adk_inject_state: true\n  adk_additional_tools:\n    - one";
    const one = pkg(document(`# Ours\nallowed-tools:\n  - Read\n  - Bash\n${typed}`));
    const { changes, files } = await plan("adk", one);
    expect(placesOf(changes)).toEqual(["allowed-tools-type SKILL.md:6"]);
    expect(textAt(files, "SKILL.md")).toBe(document(`# Ours\nallowed-tools: Read Bash\n${typed}`));
  });
});

describe("what a host does not load", () => {
  it("is mended where that changes nothing that it says", async () => {
    const mark = pkg(`\ufeff${document("")}`);
    const { changes, files } = await plan("codex", mark);
    expect(placesOf(changes)).toEqual(["byte-order-mark SKILL.md:1"]);
    expect(textAt(files, "SKILL.md")).toBe(document(""));
    expect((await plan("folder", mark)).files).toEqual(mark.files);
  });

  it("is refused with the host's own rule and line where it does", async () => {
    const unnamed = pkg("---\nname: notes\n---\n\nWrite.\n");
    const { refusals, files } = await plan("adk", unnamed);
    expect(placesOf(refusals)).toEqual(["description-missing SKILL.md:1"]);
    expect(files).toEqual([]);
  });

  it("is a skill.md under the name that hosts look for", async () => {
    const small = {
      name: "notes",
      folder: "notes",
      files: [{ path: "skill.md", bytes: bytesOf(document("")) }],
    };
    for (const id of ["claude-code", "orion", "agent-plugin"] as const) {
      const { changes, files } = await plan(id, small);
      expect(placesOf(changes), id).toContain("skill-file-case skill.md:null");
      expect(
        files.map(({ path }) => path),
        id,
      ).toEqual(["SKILL.md"]);
    }
  });

  it("is everything without a SKILL.md", async () => {
    const none = { name: "notes", folder: "notes", files: [script] };
    for (const id of targetIds)
      expect(placesOf((await plan(id, none)).refusals), id).toEqual(["skill-file-missing SKILL.md:null"]);
  });

  it("is said of files that the host has no use for", async () => {
    const { warnings } = await plan("adk", pkg(document(""), [{ path: "notes/a.md", bytes: bytesOf("a") }]));
    expect(placesOf(warnings)).toEqual(["other-folder notes/a.md:null"]);
  });
});

describe("the folder of a skill", () => {
  it("is the one that it came in, but for hosts that hold it to the name", async () => {
    const one = pkg(document(""), [], "Our-Notes");
    const folders = await Promise.all(targetIds.map(async (id) => [id, (await plan(id, one)).folder]));
    expect(folders.filter(([, folder]) => folder === "Our-Notes").map(([id]) => id)).toEqual([
      "folder",
      "lightspeed",
      "orion",
      "linx",
      "sisu",
    ]);
  });
});

describe("many faults of one kind", () => {
  it("are mended in as many steps as a few", async () => {
    const lines = Array.from({ length: 800 }, (_, at) => `  k${at}: ${at}.5`).join("\n");
    const startedAt = performance.now();
    await plan("adk", pkg(`\ufeff${document(`allowed-tools: [Read]\nmetadata:\n${lines}`)}`));
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });
});
