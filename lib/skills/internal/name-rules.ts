import { alwaysInfo, alwaysWarning, errorThenWarning, type Rule, rule, sources } from "../rule";

/** The name and the description: what a model reads of a skill before it is activated. */
export const nameRules = {
  "name-missing": rule(errorThenWarning, {
    meaning: "There is no name; the folder's name is used.",
    example: "---\\ndescription: x\\n---",
    fix: "Add name: with the folder's name.",
    source: sources.spec,
  }),
  "name-empty": rule(errorThenWarning, {
    meaning: "The name is blank or no text; the folder's name is used.",
    example: 'name: "  "',
    fix: "Write a name.",
    source: sources.spec,
  }),
  "name-typed": rule(alwaysWarning, {
    meaning: "The name reads as a number, a date or a switch; hosts that take it for one refuse the skill.",
    example: "name: 2024",
    fix: "Put it in quotes, or choose a name that is a word.",
    source: sources.yaml,
  }),
  "name-too-long": rule(errorThenWarning, {
    meaning: "The name has more than 64 characters.",
    example: "name: aaaa… (65)",
    fix: "Shorten it.",
    source: sources.spec,
  }),
  "name-upper-case": rule(errorThenWarning, {
    meaning: "The name must be lower case.",
    example: "name: MySkill",
    fix: "Write it in lower case.",
    source: sources.spec,
  }),
  "name-hyphen-edge": rule(errorThenWarning, {
    meaning: "The name starts or ends with a hyphen.",
    example: "name: -my-skill",
    fix: "Delete the hyphen.",
    source: sources.spec,
  }),
  "name-double-hyphen": rule(errorThenWarning, {
    meaning: "The name has two hyphens in a row.",
    example: "name: my--skill",
    fix: "Use one hyphen.",
    source: sources.spec,
  }),
  "name-characters": rule(errorThenWarning, {
    meaning: "The name has characters other than letters, digits and hyphens.",
    example: "name: slack_search",
    fix: "Use letters, digits and hyphens; hosts that know the name as written keep it.",
    source: sources.spec,
  }),
  "name-invisible": rule(["warning", "error"], {
    meaning:
      "The name contains characters that nobody sees, so that two names look the same or one reads as another.",
    example: "name: my\\u200Bskill",
    fix: "Delete them.",
    source: sources.unicode,
  }),
  "name-mixed-script": rule(alwaysWarning, {
    meaning: "The name mixes alphabets, so that it can look like another name.",
    example: "name: p\\u0430ypal",
    fix: "Use the letters of one alphabet.",
    source: sources.unicode,
  }),
  "name-not-ascii": rule(alwaysInfo, {
    meaning: "The name is legal, but several hosts only accept a-z, 0-9 and hyphens.",
    example: "name: café",
    fix: "Use ASCII to be portable.",
    source: sources.archives,
  }),
  "name-reserved": rule(alwaysWarning, {
    meaning: "Some hosts refuse names that contain their own: anthropic, claude.",
    example: "name: claude-helper",
    fix: "Choose another name.",
    source: sources.claudeApi,
  }),
  "name-mismatch": rule(errorThenWarning, {
    meaning: "The name differs from the folder's.",
    example: "name: a in the folder b",
    fix: "Make them the same.",
    source: sources.spec,
  }),
  "name-collision": rule(alwaysWarning, {
    meaning: "Another skill has this name, or one that looks or is written almost the same.",
    example: "pdf-tools beside pdf_tools",
    fix: "Rename one of them.",
    source: sources.clients,
  }),
  "description-missing": rule(errorThenWarning, {
    meaning: "There is no description; the body's first paragraph is used. Hosts may skip the skill.",
    example: "---\\nname: x\\n---",
    fix: "Say what the skill does and when to use it.",
    source: sources.spec,
  }),
  "description-empty": rule(errorThenWarning, {
    meaning: "The description is blank or no text; the body's first paragraph is used.",
    example: "description:\\n  - a",
    fix: "Say what the skill does and when to use it.",
    source: sources.spec,
  }),
  "description-typed": rule(alwaysWarning, {
    meaning:
      "The description reads as a number, a date or a switch; hosts that take it for one refuse the skill.",
    example: "description: 42",
    fix: "Put it in quotes, or say in words what the skill does and when to use it.",
    source: sources.yaml,
  }),
  "description-absent": rule(errorThenWarning, {
    meaning:
      "There is neither a description nor a paragraph to take its place; a heading or the name is used.",
    example: "---\\nname: x\\n---\\n# Skill",
    fix: "Write a description.",
    source: sources.clients,
  }),
  "description-too-long": rule(errorThenWarning, {
    meaning: "The description has more than 1,024 characters; hosts cut or refuse it.",
    example: "a description of 2,783 characters",
    fix: "Shorten it; details belong in the body.",
    source: sources.spec,
  }),
  "description-too-long-utf16": rule(alwaysInfo, {
    meaning:
      "The description fits by characters, but some hosts count UTF-16 units and find more than 1,024.",
    example: "600 emoji",
    fix: "Shorten it.",
    source: sources.archives,
  }),
  "description-markup": rule(alwaysWarning, {
    meaning: "The description contains < or >, which some hosts refuse because catalogues are XML.",
    example: "description: Use <foo> tags",
    fix: "Write it without angle brackets.",
    source: sources.claudeApi,
  }),
  "description-invisible": rule(["warning", "error"], {
    meaning:
      "The description, or when_to_use, has characters that nobody sees: it reads otherwise than models and terminals take it. Agents are not told of such a skill.",
    example: "description: Reads\\u202E files",
    fix: "Delete them.",
    source: sources.unicode,
  }),
  "description-placeholder": rule(alwaysWarning, {
    meaning:
      "The description is what the blank template wrote there: no model could choose the skill by it. Publishing waits.",
    example: "description: Say in one or two sentences what this skill does.",
    fix: "Write what the skill does, and when to use it.",
    source: sources.house,
  }),
  "description-no-trigger": rule(alwaysInfo, {
    meaning: "The description does not say when to use the skill; models choose by that.",
    example: "description: Works with PDF files.",
    fix: 'Add "Use when …" with words a person would use.',
    source: sources.spec,
  }),
  "description-person": rule(alwaysInfo, {
    meaning:
      "The description speaks as I or you; it stands in a catalogue and reads best in the third person.",
    example: "description: I can help you with PDFs.",
    fix: 'Write "Extracts text from PDF files".',
    source: sources.claudeApi,
  }),
} as const satisfies Record<string, Rule>;
