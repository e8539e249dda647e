import { alwaysInfo, alwaysWarning, errorThenWarning, type Rule, rule, sources } from "../rule";

/** They are about the other fields of the frontmatter. */
export const fieldRules = {
  "unknown-field": rule(errorThenWarning, {
    meaning: "No known host reads this field. It is kept as it is.",
    example: "descripton: x",
    fix: "Correct the spelling, or move it under metadata.",
    source: sources.spec,
  }),
  "host-field": rule(["error", "info"], {
    meaning:
      "Some hosts read this field; the specification does not know it and strict hosts refuse the skill.",
    example: "disable-model-invocation: true",
    fix: "Keep it for those hosts, or move it under metadata to be portable.",
    source: sources.claudeCode,
  }),
  "boolean-field": rule(alwaysWarning, {
    meaning: "This field is a switch: true or false (yes, no, on, off, 1 and 0 are understood).",
    example: "user-invocable: maybe",
    fix: "Write true or false.",
    source: sources.claudeCode,
  }),
  "license-unknown": rule(alwaysInfo, {
    meaning: "The licence is neither an SPDX expression nor a reference to a file.",
    example: "license: free",
    fix: "Write an SPDX identifier such as Apache-2.0.",
    source: sources.spdx,
  }),
  "compatibility-type": rule(errorThenWarning, {
    meaning: "Compatibility must be text.",
    example: "compatibility:\\n  - Python",
    fix: "Write it as one line.",
    source: sources.spec,
  }),
  "compatibility-too-long": rule(errorThenWarning, {
    meaning: "Compatibility has more than 500 characters.",
    example: "compatibility: x… (501)",
    fix: "Shorten it.",
    source: sources.spec,
  }),
  "compatibility-empty": rule(alwaysInfo, {
    meaning: "Compatibility is there but says nothing.",
    example: 'compatibility: ""',
    fix: "Delete it.",
    source: sources.spec,
  }),
  "metadata-type": rule(alwaysWarning, {
    meaning: "Metadata must be a map from text to text.",
    example: "metadata: team-a",
    fix: "Write key: value lines below metadata.",
    source: sources.spec,
  }),
  "metadata-value-type": rule(alwaysInfo, {
    meaning:
      "A metadata value is a list, a map, or something that other readers take for a number, a date or a switch.",
    example: "metadata:\\n  version: 1.0",
    fix: "Put the value in quotes.",
    source: sources.spec,
  }),
  "allowed-tools-type": rule(alwaysWarning, {
    meaning: "allowed-tools is a list; the specification wants one text, separated by spaces.",
    example: "allowed-tools:\\n  - Read",
    fix: "Write allowed-tools: Read Bash(git:*).",
    source: sources.spec,
  }),
  "allowed-tools-commas": rule(alwaysWarning, {
    meaning: "allowed-tools is separated by commas; the specification wants spaces.",
    example: "allowed-tools: Read, Bash",
    fix: "Replace the commas by spaces.",
    source: sources.spec,
  }),
  "tools-type": rule(alwaysWarning, {
    meaning: "tools must be a list of tools, each with name and description; what is not is ignored.",
    example: "tools: Read",
    fix: "Write - name: … and description: … lines, or use allowed-tools.",
    source: sources.house,
  }),
  "tool-name": rule(alwaysWarning, {
    meaning: "A tool's name must be snake_case: a letter, then letters, digits and underscores.",
    example: "- name: Get-Weather",
    fix: "Write get_weather.",
    source: sources.house,
  }),
  "tool-duplicate": rule(alwaysWarning, {
    meaning: "Two tools of the skill have the same name; the later one is ignored.",
    example: "- name: search twice",
    fix: "Rename one of them.",
    source: sources.house,
  }),
  "tool-description": rule(alwaysWarning, {
    meaning: "The tool has no description, so that a model cannot tell when to call it.",
    example: "- name: search",
    fix: "Add description:.",
    source: sources.house,
  }),
  "tool-parameters": rule(alwaysWarning, {
    meaning:
      "Parameters are a map from name to type (string, number, integer, boolean, array, object), description, required, enum, items.",
    example: "parameters:\\n  city: text",
    fix: "Write city: with type: string below it.",
    source: sources.house,
  }),
} as const satisfies Record<string, Rule>;
