import { z } from "zod";
import type { Context } from "@/lib/access/context";
import type { Db } from "@/lib/db/client";
import { err, ok, type Result } from "@/lib/kernel/result";

const vectorSchema = z.object({
  id: z.string().min(1),
  category: z.string().min(1),
  /** What is tried, in words, with what is literal in backticks. */
  vector: z.string().min(1),
  /** What must come of it, in words. */
  expect: z.string().min(1),
});
export type Vector = z.infer<typeof vectorSchema>;

/** The rows of a file in their order, or what is wrong with it: every row that cannot be read, with its place. */
export function parseVectors(text: string): Result<Vector[], string[]> {
  const rows = parseRows(text);
  if (!rows.ok) return rows;
  const read = rows.value.map((row) => vectorSchema.safeParse(row));
  const vectors = read.flatMap(({ data }) => data ?? []);
  const problems = [
    ...read.flatMap(({ error }, at) => (error ? [`Row ${at + 1}${whatIsWrong(error)}`] : [])),
    ...vectors.flatMap(({ id }, at) =>
      vectors.findIndex((other) => other.id === id) < at ? [`The id ${id} stands in two rows.`] : [],
    ),
  ];
  return problems.length > 0 ? err(problems) : ok(vectors);
}

function parseRows(text: string): Result<unknown[], string[]> {
  try {
    const rows = z.array(z.unknown()).min(1).safeParse(JSON.parse(text));
    return rows.success
      ? ok(rows.data)
      : err(["It is not a list with rows: [{ id, category, vector, expect }]."]);
  } catch (error) {
    return err([`It is not JSON: ${error instanceof Error ? error.message : String(error)}`]);
  }
}

function whatIsWrong({ issues }: z.ZodError): string {
  const fields = issues.map(({ path }) => path.join("."));
  if (fields.includes("")) return " is no object with id, category, vector and expect.";
  return `: ${fields.join(", ")} must be text that is not empty.`;
}

/** A room for checks that need the whole app: somebody in a workspace of their own, on a database of the run's own. */
export type Room = () => Promise<{ context: Context; cookie: string; db: Db }>;

/** What is wrong, in words; nothing when the vector comes to what is expected of it. */
export type Problems = readonly string[];

/** One kind of attack: `about` says by its words whether a vector is of it, and the vector brings what is tried. */
export type AttackCheck = {
  category: RegExp;
  about: RegExp;
  /** Null when the vector holds nothing that this check could try: that counts for nothing. */
  run: (vector: Vector, room: Room) => Problems | null | Promise<Problems | null>;
  /** What a pass does not say by itself, such as that nothing here could be attacked so. */
  note?: string;
};

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "0": "\0", "\\": "\\" };

/** What a vector writes as `\n`, `\x1b`, `\u202e` and `\\` stands for one character each. */
export const unescapeSpan = (span: string): string =>
  span.replace(
    /\\(?:x([\da-f]{2})|u([\da-f]{4})|([ntr0\\]))/gi,
    (whole, hex?: string, code?: string, one?: string) => {
      if (hex ?? code) return String.fromCharCode(Number.parseInt(hex ?? code ?? "", 16));
      return escapes[one ?? ""] ?? whole;
    },
  );

/** What stands in backticks, in order; two backticks hold one inside, as in Markdown. */
export const rawSpansOf = (text: string): string[] =>
  Array.from(
    text.matchAll(/``\s?([\s\S]+?)\s?``|`([^`]+)`/g),
    ([, double, single]) => double ?? single ?? "",
  );

export const spansOf = (text: string): string[] => rawSpansOf(text).map(unescapeSpan);

/** `U+202A-202E, U+FEFF` as characters; of a long range its ends and some between. */
export function charactersOf(text: string): string[] {
  const characters: string[] = [];
  for (const [, from = "", to = from] of text.matchAll(
    /U\+([\dA-F]{4,6})(?:\s?[-–]\s?(?:U\+)?([\dA-F]{4,6}))?/gi,
  )) {
    const [first, last] = [Number.parseInt(from, 16), Number.parseInt(to, 16)];
    const step = Math.max(1, Math.floor((last - first) / 16));
    for (let code = first; code <= last; code += step) characters.push(String.fromCodePoint(code));
    if ((last - first) % step !== 0) characters.push(String.fromCodePoint(last));
  }
  return characters;
}

const units: Readonly<Record<string, number>> = {
  kb: 1e3,
  kib: 1024,
  mb: 1e6,
  mib: 1024 ** 2,
  gb: 1e9,
  gib: 1024 ** 3,
};

/** More is not made: a limit that holds here holds for more. */
const largestBytes = 256e6;

/** `5 MB` in bytes, for each that stands in a text. */
export const sizesOf = (text: string): number[] =>
  Array.from(text.matchAll(/(\d[\d,.]*)\s?([KMG]i?B)\b/gi), ([, count = "", unit = ""]) =>
    Math.min(largestBytes, Math.round(Number(count.replaceAll(",", "")) * (units[unit.toLowerCase()] ?? 1))),
  );

export const numbersOf = (text: string): number[] =>
  Array.from(text.matchAll(/\d[\d,]*/g), ([digits]) => Number(digits.replaceAll(",", "")));

/** The problem when something does not hold. */
export const unless = (holds: boolean, problem: string): Problems => (holds ? [] : [problem]);

/** Tries each; null when there is none, because nothing was tried then. */
export const tryEach = <Tried>(tried: readonly Tried[], judge: (one: Tried) => Problems): Problems | null =>
  tried.length === 0 ? null : tried.flatMap(judge);

export const tryAll = async (tried: readonly Promise<Problems>[]): Promise<Problems | null> =>
  tried.length === 0 ? null : (await Promise.all(tried)).flat();

/** What a file asks for, as far as a machine should make it. */
export const atMost = (most: number, ...asked: readonly number[]): number =>
  Math.min(most, Math.max(0, ...asked));

/** A vector's own words, without what is literal. */
export const wordsOf = (text: string): string => text.replace(/``[\s\S]+?``|`[^`]+`/g, " ");
