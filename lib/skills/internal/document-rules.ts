import { alwaysError, alwaysInfo, alwaysWarning, errorThenWarning, type Rule, rule, sources } from "../rule";

/** They are about the file, its fences and its YAML. */
export const documentRules = {
  "skill-file-missing": rule(alwaysError, {
    meaning: "The package has no SKILL.md at its top.",
    example: "my-skill/README.md",
    fix: "Add SKILL.md; it is the only file a skill must have.",
    source: sources.spec,
  }),
  "skill-file-case": rule(alwaysWarning, {
    meaning: "The file is called skill.md; most hosts only find SKILL.md.",
    example: "my-skill/skill.md",
    fix: "Rename it to SKILL.md.",
    source: sources.reference,
  }),
  "skill-file-empty": rule(alwaysError, {
    meaning: "SKILL.md is empty.",
    example: "a file of 0 bytes",
    fix: "Write name, description and instructions.",
    source: sources.spec,
  }),
  "skill-file-too-large": rule(alwaysError, {
    meaning: "SKILL.md is larger than the limit; it is not read.",
    example: "a SKILL.md of 200 MB",
    fix: "Move material to references/.",
    source: sources.house,
  }),
  "skill-file-encoding": rule(alwaysError, {
    meaning: "SKILL.md is not UTF-8 text, or contains a NUL character; it is not read.",
    example: "a file saved as UTF-16 or Latin-1",
    fix: "Save the file as UTF-8.",
    source: sources.spec,
  }),
  "frontmatter-missing": rule(errorThenWarning, {
    meaning: "SKILL.md must start with a line `---` that opens its frontmatter.",
    example: "# My skill",
    fix: "Begin with ---, name, description, ---.",
    source: sources.spec,
  }),
  "frontmatter-misplaced": rule(errorThenWarning, {
    meaning: "The frontmatter stands after a comment or blank lines, or in a code fence.",
    example: "<!-- draft -->\\n---\\nname: x",
    fix: "Move it to the first line.",
    source: sources.reference,
  }),
  "frontmatter-fence": rule(alwaysError, {
    meaning:
      "The opening line has more than ---. Language marks such as ---js are refused: they run code elsewhere.",
    example: "---js",
    fix: "Make the first line exactly ---.",
    source: sources.spec,
  }),
  "frontmatter-unclosed": rule(alwaysError, {
    meaning: "No line --- closes the frontmatter.",
    example: "---\\nname: x\\n# Text",
    fix: "Add a line --- after the last field.",
    source: sources.spec,
  }),
  "frontmatter-too-large": rule(alwaysError, {
    meaning: "The frontmatter is larger than the limit; it is not parsed.",
    example: "5 MB between the fences",
    fix: "Move material to the body.",
    source: sources.house,
  }),
  "byte-order-mark": rule(errorThenWarning, {
    meaning: "The file starts with a byte order mark, which hides the opening --- from many hosts.",
    example: "\\uFEFF---",
    fix: "Save the file as UTF-8 without BOM.",
    source: sources.reference,
  }),
  "line-endings": rule(alwaysWarning, {
    meaning: "Lines end in CR LF or CR; some hosts then miss the closing fence.",
    example: "---\\r\\n",
    fix: "Save the file with LF line endings.",
    source: sources.clients,
  }),
  "yaml-control-character": rule(alwaysError, {
    meaning: "The frontmatter contains a character that YAML forbids.",
    example: "name: my\\u0000skill",
    fix: "Delete the character.",
    source: sources.yaml,
  }),
  "yaml-invalid": rule(alwaysError, {
    meaning: "The frontmatter is no valid YAML.",
    example: "name: [unclosed",
    fix: "Quote the value, or fix the structure at the place shown.",
    source: sources.spec,
  }),
  "yaml-unquoted-value": rule(errorThenWarning, {
    meaning: 'A text that YAML would read as structure (often because of ": ") was read as text.',
    example: "description: Use when: the user asks",
    fix: "Put the value in quotes.",
    source: sources.clients,
  }),
  "yaml-ignored-lines": rule(errorThenWarning, {
    meaning: "Indented lines follow a finished value and belong to no field; they are ignored.",
    example: 'description: "x"\\n  - Read',
    fix: "Delete the lines, or put their field's name in front of them.",
    source: sources.clients,
  }),
  "yaml-duplicate-key": rule(alwaysError, {
    meaning: "A key stands twice; readers disagree about which one counts.",
    example: "name: a\\nname: b",
    fix: "Delete one of them.",
    source: sources.yaml,
  }),
  "yaml-alias": rule(alwaysError, {
    meaning: "Anchors and aliases are refused: a few lines can grow to gigabytes.",
    example: "name: &a x\\ndescription: *a",
    fix: "Write the value out.",
    source: sources.reference,
  }),
  "yaml-tag": rule(alwaysError, {
    meaning: "YAML tags are refused: they make readers build objects.",
    example: "name: !!str x",
    fix: "Delete the tag, or quote a text that starts with !.",
    source: sources.reference,
  }),
  "yaml-flow": rule(errorThenWarning, {
    meaning: "Brackets and braces are flow style, which the reference validator does not accept.",
    example: "allowed-tools: [Read, Bash]",
    fix: "Write it in lines, or as text.",
    source: sources.reference,
  }),
  "yaml-not-mapping": rule(alwaysError, {
    meaning: "The frontmatter must be fields, `key: value`.",
    example: "---\\n- a\\n- b\\n---",
    fix: "Write name: and description:.",
    source: sources.spec,
  }),
  "yaml-too-deep": rule(alwaysError, {
    meaning: "Values are nested deeper than any field needs.",
    example: "a: [[[[…]]]]",
    fix: "Flatten the value.",
    source: sources.house,
  }),
  "yaml-too-many-values": rule(alwaysError, {
    meaning: "The frontmatter has more values than any reader needs; it is not parsed.",
    example: "a list of 10,000 items",
    fix: "Move lists and tables to a file of the package.",
    source: sources.house,
  }),
  "body-empty": rule(alwaysWarning, {
    meaning: "There are no instructions after the frontmatter; activating the skill gives the model nothing.",
    example: "---\\nname: x\\ndescription: y\\n---",
    fix: "Write what the model should do.",
    source: sources.spec,
  }),
  "body-too-many-lines": rule(alwaysWarning, {
    meaning: "The body has more than 500 lines; all of it enters the context on activation.",
    example: "a body of 900 lines",
    fix: "Move details to references/ and link to them.",
    source: sources.spec,
  }),
  "body-too-many-tokens": rule(alwaysWarning, {
    meaning: "The body is estimated at more than 5,000 tokens.",
    example: "a body of 40 KB",
    fix: "Move details to references/ and link to them.",
    source: sources.spec,
  }),
  "body-command": rule(alwaysInfo, {
    meaning:
      "!`command` asks the host to run a command on activation. It is never run here and shown as text.",
    example: "!`git status`",
    fix: "Tell the model to run the command instead.",
    source: sources.claudeCode,
  }),
} as const satisfies Record<string, Rule>;
