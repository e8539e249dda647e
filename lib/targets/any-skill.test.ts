import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { portablePackage } from "@/lib/bundles/portable-package";
import { loadPackage } from "@/lib/dialects/loads/find-loader";
import { hostPackage } from "./fit-document";
import { planForTarget } from "./plan-for-target";
import { isTargetId, targetHeads, targetIds } from "./target-options";
import { targets } from "./targets";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const value = fc.oneof(
  fc.constantFrom("true", "false", "[Read, Bash]", "Read, Bash", "1.1", "~", '"quoted"', "a: b: c", "- x"),
  fc.string({ maxLength: 12 }),
);
const key = fc.constantFrom(
  "disable-model-invocation",
  "user-invocable",
  "allowed-tools",
  "metadata",
  "license",
  "model",
  "tools",
  "version",
);
const lines = fc.array(fc.tuple(key, value), { maxLength: 5 });
const lineBreak = fc.constantFrom("\n", "\r\n");
const mark = fc.constantFrom("", "\ufeff");

describe("any skill", () => {
  it("goes to a host that loads what it gets, byte for byte unless a change says otherwise, or is refused", async () => {
    const document = fc.tuple(lines, lineBreak, mark).map(([fields, ending, start]) => {
      const head = ["name: notes", "description: Writes notes. Use when asked."];
      const all = [
        "---",
        ...head,
        ...fields.map(([name, text]) => `${name}: ${text}`),
        "---",
        "",
        "Write.",
        "",
      ];
      return start + all.join(ending);
    });
    await fc.assert(
      fc.asyncProperty(document, fc.constantFrom(...targetIds), async (text, id) => {
        const files = [{ path: "SKILL.md", bytes: bytesOf(text) }];
        const pkg = { name: "notes", folder: "notes", files };
        const plan = await planForTarget(id, pkg, async (name, all) => portablePackage(name, all));
        if (plan.refusals.length > 0) {
          expect(plan.files).toEqual([]);
          for (const { rule, message } of plan.refusals) expect(rule && message).toBeTruthy();
          return;
        }
        if (plan.changes.length === 0) expect(plan.files).toEqual(files);
        const { loads } = targets[id];
        if (loads) expect(loadPackage(loads, hostPackage(plan.folder, plan.files)).state).toBe("loaded");
        const isKept = /^disable-model-invocation: true\r?$/m.test(text);
        if (isKept && loads && loads !== "claude-code" && loads !== "codex")
          expect(plan.files.map(({ path }) => path)).not.toContain("SKILL.md");
      }),
      { numRuns: 150 },
    );
  }, 60_000);
});

describe("the list of targets", () => {
  it("names each once, with what it is", () => {
    expect(new Set(targetIds).size).toBe(Object.keys(targetHeads).length);
    expect(Object.keys(targets).sort()).toEqual([...targetIds].sort());
    for (const id of targetIds) expect(targetHeads[id].help).toMatch(/\.$/);
    expect(isTargetId("constructor")).toBe(false);
  });
});
