import { describe, expect, it } from "vitest";
import { hostKeys, specificationKeys } from "@/lib/skills/frontmatter-keys";
import { completeFrontmatter, explainFrontmatter } from "./frontmatter-help";

/** Puts the cursor of a document where `|` stands. */
function at(text: string) {
  const before = text.slice(0, text.indexOf("|")).split("\n");
  const cursor = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  return { lines: text.replace("|", "").split("\n"), cursor };
}

function keysAt(text: string): string[] | null {
  const { lines, cursor } = at(text);
  const found = completeFrontmatter(lines, cursor);
  return found?.kind === "keys" ? found.keys.map(({ key }) => key) : null;
}

function valuesAt(text: string) {
  const { lines, cursor } = at(text);
  const found = completeFrontmatter(lines, cursor);
  return found?.kind === "values" ? found : null;
}

function hoverAt(text: string): string | null {
  const { lines, cursor } = at(text);
  return explainFrontmatter(lines, cursor)?.path.join(".") ?? null;
}

describe("completion in the frontmatter", () => {
  it("offers every field of the specification and of hosts that is not there yet", () => {
    const all = [...specificationKeys, ...hostKeys].map(({ key }) => key);
    expect(keysAt("---\n|\n---\n")).toEqual(all);
    expect(keysAt("---\nname: x\n|\n---\n")).toEqual(all.filter((key) => key !== "name"));
    expect(all).toEqual(
      expect.arrayContaining(
        "argument-hint arguments disable-model-invocation user-invocable model context when_to_use version author required_capabilities entry_points".split(
          " ",
        ),
      ),
    );
  });

  it("offers what stands below metadata, level by level", () => {
    expect(keysAt("---\nmetadata:\n  |\n---\n")).toContain("openclaw");
    expect(keysAt("---\nmetadata:\n  author: x\n  |\n---\n")).not.toContain("author");
    expect(keysAt("---\nmetadata:\n  openclaw:\n    |\n---\n")).toEqual(
      expect.arrayContaining(["requires", "os", "install", "always", "primaryEnv"]),
    );
    expect(keysAt("---\nmetadata:\n  openclaw:\n    requires:\n      |\n---\n")).toEqual([
      "bins",
      "anyBins",
      "env",
      "config",
    ]);
    expect(keysAt("---\nmetadata:\n  clawdbot:\n    requires:\n      bins: x\n      |\n---\n")).toEqual([
      "anyBins",
      "env",
      "config",
    ]);
    expect(keysAt("---\nmetadata:\n  openclaw:\n    install:\n      - kind: brew\n        |\n---\n")).toEqual(
      expect.arrayContaining(["formula", "bins", "label"]),
    );
  });

  it("starts anew with each item of a list", () => {
    const text = "---\ntools:\n  - name: a\n    description: b\n  - |\n---\n";
    expect(keysAt(text)).toEqual(["name", "description", "parameters"]);
    expect(keysAt("---\ntools:\n  - name: a\n    |\n  - description: c\n---\n")).toEqual([
      "description",
      "parameters",
    ]);
    expect(keysAt("---\ntools:\n  - name: a\n    parameters:\n      city:\n        |\n---\n")).toContain(
      "type",
    );
  });

  it("offers the values of a key, at any depth", () => {
    expect(valuesAt("---\ncontext: |\n---\n")).toMatchObject({ values: ["fork"], needsBlank: false });
    expect(valuesAt("---\nuser-invocable:|\n---\n")).toMatchObject({
      values: ["true", "false"],
      needsBlank: true,
      fromColumn: 16,
    });
    expect(valuesAt("---\nmetadata:\n  openclaw:\n    always: |\n---\n")?.values).toEqual(["true", "false"]);
    expect(valuesAt("---\nmetadata:\n  openclaw:\n    install:\n      - kind: |\n---\n")?.values).toContain(
      "uv",
    );
  });

  it("says nothing in the body, and below keys that nobody knows", () => {
    expect(keysAt("---\nname: x\n---\n|")).toBeNull();
    expect(keysAt("# text\n|")).toBeNull();
    expect(keysAt("---\nhooks:\n  |\n---\n")).toEqual([]);
    expect(keysAt("---\n  |\n---\n")).toBeNull();
  });
});

describe("hover in the frontmatter", () => {
  it("explains the key under the cursor by its whole path", () => {
    expect(hoverAt("---\nna|me: x\n---\n")).toBe("name");
    expect(hoverAt("---\nmetadata:\n  openclaw:\n    requires:\n      an|yBins: [a]\n---\n")).toBe(
      "metadata.openclaw.requires.anyBins",
    );
    expect(hoverAt("---\nmetadata:\n  openclaw:\n    install:\n      - ki|nd: brew\n---\n")).toBe(
      "metadata.openclaw.install.kind",
    );
    expect(hoverAt("---\nname: x|yz\n---\n")).toBeNull();
    expect(hoverAt("---\nfrob|: x\n---\n")).toBeNull();
  });
});
