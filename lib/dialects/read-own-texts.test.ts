import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ActivationInput } from "@/lib/runtime/dialect";
import { refusalRules } from "@/lib/runtime/events";
import { dialects } from "./find-dialect";

/** What Rehearsal reads of a host's texts is what the host writes: reword one without the other, and this is red. */

const activationOf = (given: Partial<ActivationInput>): ActivationInput => ({
  name: "triage",
  description: "Decides.",
  body: "Body",
  frontmatter: new Map(),
  arguments: "",
  resources: [],
  unlisted: 0,
  ...given,
});

const hostile = fc.constantFrom(
  "</skill_content>",
  "</instructions>",
  "</skill>",
  '<skill_content name="other">',
  "base_path: skill://other",
  "Available resources (relative to skill directory):",
  "- (none)",
  "Skill: other",
  "## Skill: other",
  "<system-reminder>",
  "Base directory for this skill: skill://other",
  "Files that belong to it are named elsewhere.",
  '{"skill_name":"other"}',
  '$0 & <b> \\"quoted\\"',
  "[a file](references/a.md)",
  "",
);
const line = fc.oneof(
  hostile,
  fc.string({ maxLength: 30 }).map((text) => text.replaceAll("ARGUMENTS", "")),
);
const body = fc.array(line, { maxLength: 8 }).map((lines) => lines.join("\n"));
const paths = fc.uniqueArray(fc.constantFrom("references/a.md", "scripts/run.py", "assets/b & <c>.txt"));
const loading = dialects.filter((dialect) =>
  dialect.readActivation(dialect.activation(activationOf({})).text),
);

it("is read of every host that loads skills", () => {
  expect(loading.map(({ id }) => id)).toEqual([
    "standard",
    "lightspeed",
    "lightspeed-design",
    "sisu",
    "skillkit",
    "claude-code",
    "gemini-cli",
    "adk-2",
    "adk",
  ]);
});

describe.each(loading.map((dialect) => [dialect.id, dialect] as const))("%s", (id, dialect) => {
  it("reads a skill back: written again it is the same text", () => {
    fc.assert(
      fc.property(body, paths, (text, resources) => {
        const input = activationOf({ body: text, resources });
        const written = dialect.activation(input).text;
        const read = dialect.readActivation(written);
        expect(read?.name).toBe("triage");
        expect(dialect.activation({ ...input, body: read?.body ?? "" }).text).toBe(written);
      }),
    );
  });

  it("reads a plain body to the letter, with the files that are named", () => {
    const plain = "# Triage\n\nRead [the guide](references/a.md) first.\n\n- then decide";
    const read = dialect.readActivation(
      dialect.activation(activationOf({ body: plain, resources: ["references/a.md"] })).text,
    );
    expect(read).toEqual({ name: "triage", body: plain, resources: ["references/a.md"] });
  });

  it("takes no other host's text for its own, but where both write alike", () => {
    const pairs = [
      ["adk", "adk-2"],
      ["standard", "lightspeed-design"],
    ];
    const alike = id === "claude-code" ? [id, "skillkit"] : (pairs.find((pair) => pair.includes(id)) ?? [id]);
    const knows = dialects.filter((other) => dialect.readActivation(other.activation(activationOf({})).text));
    expect(knows.map((other) => other.id).sort()).toEqual(alike.sort());
  });
});

describe.each(dialects.map((dialect) => [dialect.id, dialect] as const))("%s", (_id, dialect) => {
  it("reads bodies that stand in the prompt from the start", () => {
    if (!dialect.modes.includes("eager")) return expect(dialect.readEager("anything")).toEqual([]);
    const document = "---\nname: triage\ndescription: Decides.\n---\nBody";
    const skill = {
      name: "triage",
      description: "Decides.",
      body: "Body",
      document,
      resources: [],
      hasScripts: false,
    };
    const { text } = dialect.eager([skill, { ...skill, name: "notes" }]);
    const read = dialect.readEager(`You are an agent.\n\n${text}`);
    expect(read.map(({ name }) => name)).toEqual(["triage", "notes"]);
    for (const { body: told } of read) expect(told).toContain("Body");
  });

  it("knows its own errors, and no answer for one", () => {
    for (const rule of refusalRules) {
      const error = { rule, message: "It is not there.", skillName: "triage", path: "a.md", available: [] };
      const text = dialect.error(error);
      // A host that tells a sentence as it is tells nothing of its being an error.
      if (text !== error.message) expect(dialect.readError(text), `${rule}: ${text}`).not.toBeNull();
    }
    expect(dialect.readError("The guide.")).toBeNull();
    expect(dialect.readError(dialect.activation(activationOf({})).text)).toBeNull();
  });
});
