import { describe, expect, it } from "vitest";
import { loadingHosts } from "@/lib/dialects/loads/find-loader";
import type { HostLoad, HostPackage } from "@/lib/runtime/host-load";
import { refuseLoad } from "@/lib/runtime/host-load";
import { fitDocument, hostPackage } from "./fit-document";
import { readDocument } from "./skill-facts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const loaded: HostLoad = {
  state: "loaded",
  name: "notes",
  description: "Writes notes.",
  files: [],
  scripts: [],
  leftOut: [],
};

/** A host that loads a SKILL.md whose text passes. */
const hostThat =
  (passes: (text: string) => boolean) =>
  ({ read }: HostPackage): HostLoad => {
    const bytes = read("SKILL.md");
    const text = bytes === null ? null : new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    return text !== null && passes(text) ? loaded : refuseLoad("invalid-yaml", "It is not what is wanted.");
  };

function fitFor(load: (pkg: HostPackage) => HostLoad, text: string, path = "SKILL.md") {
  const files = [{ path, bytes: bytesOf(text) }];
  const document = readDocument(files, "notes");
  if (!document) throw new Error("There is a document.");
  return fitDocument(load, { folder: "notes", files, document });
}

const skill = (fields: string) => `---\nname: notes\ndescription: Writes notes.\n${fields}---\n\nWrite.\n`;
const rulesOf = (fitted: ReturnType<typeof fitFor>) => fitted?.changes.map(({ rule, line }) => [rule, line]);

describe("fitting a document to a host", () => {
  it("changes nothing that loads as it is, whatever could be mended in it", () => {
    const text = skill("allowed-tools: [Read]\n");
    expect(fitFor(() => loaded, text)).toEqual({ text, changes: [] });
  });

  it("takes the one change that is enough, and leaves the others", () => {
    const text = skill("allowed-tools: [Read]\nmetadata:\n  version: 1.1\n");
    const fitted = fitFor(
      hostThat((one) => !one.includes("[Read]")),
      text,
    );
    expect(rulesOf(fitted)).toEqual([["allowed-tools-type", 4]]);
    expect(fitted?.text).toBe(skill("allowed-tools: Read\nmetadata:\n  version: 1.1\n"));
  });

  it("takes as many as are needed together, and no more", () => {
    const text = `\ufeff${skill("allowed-tools: [Read]\nmetadata:\n  version: 1.1\n")}`;
    const fitted = fitFor(
      hostThat((one) => !one.startsWith("\ufeff") && one.includes('"1.1"')),
      text,
    );
    expect(rulesOf(fitted)?.map(([rule]) => rule)).toEqual(["byte-order-mark", "metadata-value-type"]);
    expect(fitted?.text).toBe(skill('allowed-tools: [Read]\nmetadata:\n  version: "1.1"\n'));
  });

  it("moves a comment from before the frontmatter behind it, for a host that finds no name there", () => {
    const orion = loadingHosts.find(({ title }) => title === "Orion");
    if (!orion) throw new Error("Orion has a loader.");
    const tools = "tools:\n  - name: search_notes\n    description: Searches.\n";
    const fitted = fitFor(orion.load, `<!-- .skills/notes/SKILL.md -->\n${skill(tools)}`);
    expect(rulesOf(fitted)).toEqual([["frontmatter-misplaced", 2]]);
    expect(fitted?.text).toBe(
      skill(tools).replace("---\n\nWrite", "---\n<!-- .skills/notes/SKILL.md -->\n\n\nWrite"),
    );
    expect(fitted?.changes[0]?.message).toContain("Move what stands before the frontmatter behind it.");
  });

  it("mends every place of one fault at once, and names each", () => {
    const fitted = fitFor(
      hostThat((one) => !/: \d/.test(one)),
      skill("metadata:\n  one: 1\n  two: 2\n"),
    );
    expect(rulesOf(fitted)).toEqual([
      ["metadata-value-type", 5],
      ["metadata-value-type", 6],
    ]);
  });

  it("writes lines that end in LF where only that helps", () => {
    const text = skill("").replaceAll("\n", "\r\n");
    const fitted = fitFor(
      hostThat((one) => !one.includes("\r")),
      text,
    );
    expect(rulesOf(fitted)).toEqual([["line-endings", 1]]);
    expect(fitted?.text).toBe(skill(""));
  });

  it("gives a skill.md the name that hosts look for", () => {
    const fitted = fitFor(
      hostThat(() => true),
      skill(""),
      "skill.md",
    );
    expect(rulesOf(fitted)).toEqual([["skill-file-case", null]]);
    expect(fitted?.text).toBe(skill(""));
  });

  it("is not possible where no such change helps", () => {
    expect(
      fitFor(
        hostThat(() => false),
        `\ufeff${skill("allowed-tools: [Read]\n")}`,
      ),
    ).toBeNull();
  });

  it("asks loaders for a package with sizes, and bytes by path", () => {
    const pkg = hostPackage("notes", [{ path: "SKILL.md", bytes: bytesOf("a") }]);
    expect(pkg.files).toEqual([{ path: "SKILL.md", size: 1 }]);
    expect(pkg.read("gone.md")).toBeNull();
    expect(pkg.read("SKILL.md")).toEqual(bytesOf("a"));
  });
});
