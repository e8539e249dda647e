import { z } from "zod";
import type { Sha256 } from "@/lib/runtime/ports";
import type { Seen, SeenPart } from "./see-requests";

/**
 * What is compared, and what is kept in a recording: no sentence of anybody's. A line that holds the skills' own text
 * is kept as its length and digest, so it has to be the same byte for byte; of any other line the words become `…`,
 * and names, paths, numbers and tags stay.
 */
export const shapeSchema = z.object({
  catalogue: z.object({ place: z.string(), frame: z.string(), entries: z.array(z.string()) }),
  tools: z.array(
    z.object({
      name: z.string(),
      required: z.array(z.string()),
      properties: z.record(z.string(), z.string()),
    }),
  ),
  answers: z.array(z.array(z.object({ kind: z.string(), isError: z.boolean(), lines: z.array(z.string()) }))),
});
export type Shape = z.infer<typeof shapeSchema>;

export type ShapeContext = {
  /** Of our skills. */
  names: readonly string[];
  /** What the calls asked with: names and arguments. */
  asked: readonly string[];
  /** Pieces of the skills' own texts. */
  skillTextPieces: readonly string[];
  /** What stands for places, and where they are: the longest first. */
  places: readonly (readonly [slot: string, path: string])[];
  sha256: Sha256;
};

/** `tools`: those to look at, by name. */
export function shapeOf(
  seen: Pick<Seen, "told" | "tools" | "answers">,
  context: ShapeContext,
  tools: ReadonlySet<string>,
): Shape {
  return {
    catalogue: catalogueOf(seen.told, context),
    tools: seen.tools
      .filter(({ name }) => tools.has(name))
      .map(({ name, inputSchema }) => ({ name, ...schemaShape(inputSchema, context.names) }))
      .sort((left, right) => (left.name < right.name ? -1 : 1)),
    answers: seen.answers.map((parts) => parts.map((part) => partShape(part, context))),
  };
}

const frames = ["system-reminder", "available_skills", "skills_instructions"];

function catalogueOf(told: Seen["told"], context: ShapeContext): Shape["catalogue"] {
  for (const { place, text } of told) {
    const found = entriesOf(text, new Set(context.names));
    if (found.length === 0) continue;
    const before = text.slice(0, found[0]?.index);
    const frame = frames.find((tag) => before.lastIndexOf(`<${tag}>`) > before.lastIndexOf(`</${tag}>`));
    return {
      place,
      frame: frame ?? "",
      entries: found.map(({ name, entry }) => `${name} ${digestOf(slotted(entry, context), context)}`),
    };
  }
  return { place: "", frame: "", entries: [] };
}

/** The entries of our skills, in any form in which hosts list skills, without those of the host's own. */
function entriesOf(
  text: string,
  names: ReadonlySet<string>,
): { index: number; name: string; entry: string }[] {
  const blocks = [...text.matchAll(/^ *<skill>\n *<name>(.*)<\/name>\n[\s\S]*?<\/skill>$/gm)];
  const lines = blocks.length > 0 ? blocks : [...text.matchAll(/^- ([^\s:]+)(?::.*)?$/gm)];
  return lines
    .filter(([, name = ""]) => names.has(name))
    .map((match) => ({ index: match.index, name: match[1] ?? "", entry: match[0] }));
}

function schemaShape(schema: Record<string, unknown>, names: readonly string[]) {
  const parsed = z
    .object({
      properties: z.record(
        z.string(),
        z.object({ type: z.unknown().optional(), enum: z.array(z.unknown()).optional() }),
      ),
      required: z.array(z.string()).default([]),
    })
    .safeParse(schema);
  const { properties = {}, required = [] } = parsed.data ?? {};
  const ofUs = (values: readonly unknown[] | undefined) =>
    values
      ? ` of ${values
          .filter((value) => typeof value === "string" && names.includes(value))
          .sort()
          .join(", ")}`
      : "";
  return {
    required: [...required].sort(),
    properties: Object.fromEntries(
      Object.entries(properties)
        .map(([key, value]) => [key, `${String(value.type)}${ofUs(value.enum)}`] as const)
        .sort(([left], [right]) => (left < right ? -1 : 1)),
    ),
  };
}

function partShape({ kind, isError, text }: SeenPart, context: ShapeContext) {
  // Hosts put reminders behind results, and take the blanks away before.
  const whole = kind === "result" ? text.trimEnd() : text;
  const lines = slotted(withoutRun(whole).replace(wordsOfCut, "…$1…"), context)
    .split("\n")
    .map((line) => (isOwn(line, context) ? digestOf(line, context) : withoutWords(line, context)));
  return { kind, isError, lines };
}

/** A command's output with slots for what is another each time: its id and how long it took. */
export const withoutRun = (output: string): string => output.replace(runOfCommand, "$1{run}$2{time}");
const runOfCommand = /^([A-Z]\w*(?: \w+)?: )[0-9a-f]{6}(\n[A-Z]\w*(?: \w+)?: )[\d.]+/;

/** What stands for a middle that was taken out, in a line of the file's own. */
const wordsOfCut = /…(\d+) [a-z ]+…/g;

const slotted = (text: string, { places }: ShapeContext): string =>
  places.reduce((rest, [slot, path]) => rest.replaceAll(path, slot), text);

/** A word or two of a skill stand in a host's sentence by chance; so many characters of it do not. */
const mostByChance = 40;

/** At least half of it, or more of it than chance brings, is text of the skills. */
function isOwn(line: string, { skillTextPieces }: ShapeContext): boolean {
  const found = skillTextPieces.filter((piece) => line.includes(piece));
  const covered = new Set<number>();
  for (const piece of found)
    for (let at = line.indexOf(piece); at >= 0; at = line.indexOf(piece, at + piece.length)) {
      for (let index = at; index < at + piece.length; index++) covered.add(index);
      if (covered.size > mostByChance) return true;
    }
  return found.length > 0 && covered.size * 2 >= line.trim().length;
}

const digestOf = (text: string, { sha256 }: ShapeContext): string =>
  `=${text.length}:${sha256(text).slice(0, 12)}`;

/** The line with `…` for its words: names, what was asked, places, tags and numbers stay where they are. */
function withoutWords(line: string, { names, asked, places }: ShapeContext): string {
  const slots = ["{run}", "{time}", ...places.map(([slot]) => slot)];
  const kept = [...new Set([...asked, ...names, ...slots])]
    .filter((text) => text !== "")
    .sort((left, right) => right.length - left.length)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const keep = new RegExp(
    `^\\s+|<[^<>]+>|(?<![\\w-])(?:${kept.join("|") || "(?!)"})(?![\\w-])|\\d+(?:\\.\\d+)?`,
    "g",
  );
  let result = "";
  let at = 0;
  for (const match of line.matchAll(keep)) {
    if (line.slice(at, match.index) !== "") result += "…";
    result += match[0];
    at = match.index + match[0].length;
  }
  return at < line.length ? `${result}…` : result;
}
