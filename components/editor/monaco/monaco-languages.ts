import { languages } from "monaco-editor/editor";
import { skillLanguage } from "../files/file-kind";

type Grammar = languages.IMonarchLanguage;
type Rule = languages.IMonarchLanguageRule;

/** What a fence may be called, and the language that colours it. */
const fences: readonly (readonly [names: string, language: string])[] = [
  ["bash|sh|shell|zsh|console", "shell"],
  ["python|py|python3", "python"],
  ["javascript|js|jsx|mjs", "javascript"],
  ["typescript|ts|tsx", "typescript"],
  ["ya?ml", "yaml"],
  ["jsonc?|jsonl", "json"],
];

const fenceRules: Rule[] = fences.map(([names, language]) => [
  new RegExp(`^\\s*(?:\`{3,}|~{3,})\\s*(?:${names})\\b.*$`),
  { token: "dim", next: "@fenced", nextEmbedded: language },
]);

const lineRules: Rule[] = [
  [/^\s{0,3}#{1,6}(?:\s.*)?$/, "heading"],
  ...fenceRules,
  [/^\s*(?:`{3,}|~{3,}).*$/, { token: "dim", next: "@plainFence" }],
  [/^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/, "dim"],
  [/^\s*>/, "dim"],
  [/^\s*(?:[-*+]|\d+[.)])(?=\s)/, "dim"],
  { include: "@inline" },
];

const inlineRules: Rule[] = [
  [/\\./, ""],
  [/<!--/, { token: "dim", next: "@comment" }],
  [/`[^`]+`/, "code"],
  [/\$ARGUMENTS\b/, "strong"],
  [/(!?\[)((?:[^\]\\]|\\.)*)(\]\()([^)\s]*)([^)]*)(\))/, ["", "", "", "link", "", ""]],
  [/<https?:[^>\s]+>/, "link"],
  [/\*\*(?:[^*\\]|\\.|\*(?!\*))+\*\*/, "strong"],
  [/\b__(?:[^_\\]|\\.)+__\b/, "strong"],
  [/\*(?!\s)[^*\n]+\*/, "emphasis"],
  [/\|/, "dim"],
  [/[^\\<`$![*_|]+/, ""],
  [/./, ""],
];

const markdownStates: Grammar["tokenizer"] = {
  root: lineRules,
  inline: inlineRules,
  comment: [
    [/-->/, { token: "dim", next: "@pop" }],
    [/[^-]+|./, "dim"],
  ],
  fenced: [[/^\s*(?:`{3,}|~{3,})\s*$/, { token: "dim", next: "@pop", nextEmbedded: "@pop" }]],
  plainFence: [
    [/^\s*(?:`{3,}|~{3,})\s*$/, { token: "dim", next: "@pop" }],
    [/.+/, "code"],
  ],
};

const markdown: Grammar = { defaultToken: "", tokenPostfix: ".md", tokenizer: markdownStates };

/** Markdown whose first line may open YAML frontmatter. */
const skillMarkdown: Grammar = {
  ...markdown,
  start: "start",
  tokenizer: {
    start: [
      [/^---\s*$/, { token: "dim", next: "@frontmatter", nextEmbedded: "yaml" }],
      [/(?=.)/, { token: "", switchTo: "@root" }],
    ],
    frontmatter: [[/^---\s*$/, { token: "dim", switchTo: "@root", nextEmbedded: "@pop" }]],
    ...markdownStates,
  },
};

const json: Grammar = {
  defaultToken: "",
  tokenPostfix: ".json",
  tokenizer: {
    root: [
      [/"(?:[^"\\]|\\.)*"(?=\s*:)/, "type"],
      [/"(?:[^"\\]|\\.)*"?/, "string"],
      [/-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/, "number"],
      [/\b(?:true|false|null)\b/, "keyword"],
      [/\/\/.*$/, "comment"],
      [/[{}[\],:]/, "dim"],
    ],
  },
};

const proseEditing: languages.LanguageConfiguration = {
  comments: { blockComment: ["<!--", "-->"] },
  brackets: [
    ["[", "]"],
    ["(", ")"],
    ["{", "}"],
  ],
  surroundingPairs: [
    { open: "(", close: ")" },
    { open: "[", close: "]" },
    { open: "`", close: "`" },
    { open: "*", close: "*" },
    { open: '"', close: '"' },
  ],
  onEnterRules: [
    {
      beforeText: /^\s*- .*\S.*$/,
      action: { indentAction: languages.IndentAction.None, appendText: "- " },
    },
  ],
};

/** Registers the languages of a package that Monaco has no small definition for. */
export function registerLanguages(): void {
  languages.register({ id: skillLanguage });
  languages.register({ id: "markdown" });
  languages.register({ id: "json" });
  languages.setMonarchTokensProvider(skillLanguage, skillMarkdown);
  languages.setMonarchTokensProvider("markdown", markdown);
  languages.setMonarchTokensProvider("json", json);
  languages.setLanguageConfiguration(skillLanguage, proseEditing);
  languages.setLanguageConfiguration("markdown", proseEditing);
  languages.setLanguageConfiguration("json", {
    brackets: [
      ["{", "}"],
      ["[", "]"],
    ],
    autoClosingPairs: [
      { open: "{", close: "}" },
      { open: "[", close: "]" },
      { open: '"', close: '"' },
    ],
  });
}
