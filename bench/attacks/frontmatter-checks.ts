import { createHash } from "node:crypto";
import { packageDigest } from "@/lib/skills/digest";
import { type ParsedSkill, parseSkill } from "@/lib/skills/parse-skill";
import {
  type AttackCheck,
  atMost,
  numbersOf,
  type Problems,
  sizesOf,
  spansOf,
  tryEach,
  unless,
  type Vector,
} from "./vector";

const folderName = "my-skill";
const fields = { name: "name: my-skill", description: "description: Use when needed" };
const quickMs = 1_000;

/** A SKILL.md whose frontmatter holds these lines; a field that they set is not set twice. */
function documentWith(lines: string): string {
  const own = Object.entries(fields).flatMap(([key, line]) =>
    new RegExp(`^${key}\\s*:`, "m").test(lines) ? [] : [line],
  );
  return `---\n${[...own, lines].join("\n")}\n---\nBody\n`;
}

type Reading = { strict: ParsedSkill; lenient: ParsedSkill; problems: Problems };

/** Reads a document both ways, and watches what reading must never do: run anything, reach a prototype, take long. */
function read(text: string, limitMs = quickMs): Reading {
  const globals = Object.keys(globalThis).length;
  const prototype = Object.getOwnPropertyNames(Object.prototype).length;
  const started = performance.now();
  const [strict, lenient] = (["strict", "lenient"] as const).map((mode) =>
    parseSkill(text, { mode, folderName }),
  );
  const took = performance.now() - started;
  if (!strict || !lenient) throw new Error("Nothing was read.");
  const problems = [
    ...unless(
      Object.keys(globalThis).length === globals && !("PWN" in globalThis),
      "reading evaluated something",
    ),
    ...unless(Object.getOwnPropertyNames(Object.prototype).length === prototype, "a prototype was polluted"),
    ...unless(!("polluted" in {}) && !("x" in {}), "a prototype was polluted"),
    ...unless(took < limitMs, `reading took ${took.toFixed(0)} ms`),
  ];
  return { strict, lenient, problems };
}

const refusedBoth = ({ strict, lenient, problems }: Reading): Problems => [
  ...problems,
  ...unless(!strict.loads, "the strict reading loads it"),
  ...unless(!lenient.loads, "the lenient reading loads it"),
];

/** What the vector says must come of a document, as far as it can be told of any. */
function judge(text: string, { expect }: Vector): Problems {
  const reading = read(text);
  const { strict, lenient, problems } = reading;
  if (/stay(?:s)? (?:text|strings?)|string schema/i.test(expect))
    return [...problems, ...staysText(lenient, text)];
  if (/lenient:|lenient may|strict: error/i.test(expect))
    return [...problems, ...unless(!strict.loads, "the strict reading loads it")];
  if (/^reject(?! or)|\breject in strict/i.test(expect)) return refusedBoth(reading);
  return problems;
}

function staysText({ frontmatter, metadata, name }: ParsedSkill, text: string): Problems {
  const problems = [...frontmatter.values()].flatMap((value) =>
    unless(typeof value === "string", `${value} is no text`),
  );
  const written = /^name:\s*(.*)$/m.exec(text)?.[1] ?? "";
  const kept = parseSkill(documentWith('metadata:\n  version: "1.0"'), { mode: "lenient", folderName });
  return [
    ...problems,
    ...unless(name === written, `the name ${written} was read as ${name}`),
    ...unless(
      metadata.version === undefined && kept.metadata.version === "1.0",
      "metadata.version is not 1.0",
    ),
  ];
}

const category = /frontmatter|yaml|parser/i;

const fences: AttackCheck = {
  category,
  about: /`---\w/,
  run: ({ vector }) =>
    tryEach(
      spansOf(vector).filter((span) => span.startsWith("---")),
      (span) =>
        refusedBoth(
          read(span.includes("\n") ? span : `${span}\n${fields.name}\n${fields.description}\n---\n`),
        ),
    ),
};

const laughs: AttackCheck = {
  category,
  about: /billion laughs|\d+ levels x/i,
  run({ vector, expect }) {
    const [levels = 10, aliases = 9] = numbersOf(vector);
    const lines = Array.from({ length: atMost(500, levels) }, (_, level) =>
      level === 0
        ? "a0: &a0 lol"
        : `a${level}: &a${level} [${Array(atMost(100, aliases))
            .fill(`*a${level - 1}`)
            .join(", ")}]`,
    );
    const limitMs = Number(/<\s?(\d+)\s?ms/.exec(expect)?.[1] ?? quickMs);
    const text = documentWith(lines.join("\n"));
    read(text); // Once without the clock: code that never ran is slow the first time.
    return refusedBoth(read(text, limitMs));
  },
};

const nesting: AttackCheck = {
  category,
  about: /(?:deep|nest|levels (?:of|deep))/i,
  run({ vector }) {
    const depth = atMost(10_000, 50, ...numbersOf(vector));
    return ["[", "{a: "].flatMap((open) =>
      refusedBoth(read(documentWith(`a: ${open.repeat(depth)}`), 5_000)),
    );
  },
};

const duplicates: AttackCheck = {
  category,
  about: /duplicate/i,
  run: ({ vector }) =>
    tryEach(spansOf(vector), (key) =>
      refusedBoth(read(`---\nname: a\ndescription: b\n${key}: c\n${key}: d\n---\n`)),
    ),
};

const documents: AttackCheck = {
  category,
  about: /multi-?document/i,
  run() {
    const inside = read("---\nname: my-skill\ndescription: d\n---\nname: evil\n---\nBody\n");
    const { lenient, problems } = inside;
    return [
      ...problems,
      ...unless(!lenient.loads || lenient.name === folderName, "the second document was read"),
      ...unless(!lenient.loads || lenient.body === "name: evil\n---\nBody\n", "the body was not kept"),
      // "reject or only first document": what follows its end is never read.
      ...unless(
        read("---\nname: a\n...\n%YAML 1.2\n---\nname: b\n---\n").lenient.name !== "b",
        "the second one was read",
      ),
    ];
  },
};

const sizes: AttackCheck = {
  category,
  about: /\bof \d[\d,.]* ?[KMG]i?B\b(?! of)/i,
  run: ({ vector }) =>
    tryEach(sizesOf(vector), (bytes) => [
      ...refusedBoth(read(documentWith(`x: ${"y".repeat(bytes)}`))),
      ...refusedBoth(read(`${documentWith("x: y")}${"z".repeat(Math.max(bytes, 2e6))}`)),
    ]),
};

const repeated: AttackCheck = {
  category,
  about: /[KMG]i?B of `/i,
  run({ vector }) {
    const [span = "-\n"] = spansOf(vector);
    const [bytes = 1e6] = sizesOf(vector);
    const text = span.repeat(Math.ceil(bytes / span.length));
    return [text, `---\n${text}`, `---\n${text.slice(0, 60_000)}\n---\n`].flatMap(
      (one) => read(one).problems,
    );
  },
};

const lineEnds: AttackCheck = {
  category,
  about: /\bBOM\b|CRLF|CR-only|byte order/i,
  run() {
    const lines = ["---  ", "name: my-skill", "description: Use when needed", "---\t", "Body"];
    const texts = ["\n", "\r\n", "\r"].map((end) => `\ufeff${lines.join(end)}`);
    const digestOf = (text: string) =>
      packageDigest(
        [{ path: "SKILL.md", sha256: createHash("sha256").update(text).digest("hex") }],
        (joined) => createHash("sha256").update(joined).digest("hex"),
      );
    return [
      ...texts.flatMap((text) => {
        const { lenient, problems } = read(text);
        return [
          ...problems,
          ...unless(
            lenient.loads && lenient.name === folderName,
            `not read: ${JSON.stringify(text.slice(0, 20))}`,
          ),
          ...unless(lenient.body.trim() === "Body", "the body is not the body"),
        ];
      }),
      ...unless(new Set(texts.map(digestOf)).size === texts.length, "the digest is not over the raw bytes"),
    ];
  },
};

const unquoted: AttackCheck = {
  category,
  about: /^(?:name|description|compatibility|license) `[^`]*: /,
  run({ vector, expect }) {
    const field = vector.slice(0, vector.indexOf(" "));
    const [value = ""] = spansOf(vector);
    const { strict, lenient, problems } = read(documentWith(`${field}: ${value}`));
    const read_ = lenient.frontmatter.get(field);
    return [
      ...problems,
      ...unless(!strict.loads, "the strict reading loads it"),
      ...unless(
        !/lenient: quote/.test(expect) || (lenient.loads && read_ === value),
        "the lenient reading did not mend it",
      ),
      ...unless(lenient.issues.length > 0, "nothing was said of it"),
    ];
  },
};

const isYaml = (span: string): boolean => /^[\w<"'&*!-][^\n]*:(?:\s|$)/.test(span) && !span.startsWith("---");

/** Any other lines of YAML: each for itself, and all together where they refer to each other. */
const yaml: AttackCheck = {
  category,
  about: /`[\w<"'!&*-][^`]*:(?:\s|\\n|`)/,
  run(vector) {
    const spans = spansOf(vector.vector).filter(isYaml);
    const together = spans.some((span) => /[&*]\w/.test(span)) ? [spans.join("\n")] : spans;
    return tryEach(together, (lines) => judge(documentWith(lines), vector));
  },
};

export const frontmatterChecks = [
  fences,
  laughs,
  nesting,
  duplicates,
  documents,
  sizes,
  repeated,
  lineEnds,
  unquoted,
  yaml,
] as const;
