import type { CataloguePlace, Dialect } from "@/lib/runtime/dialect";
import type { ToolDefinition } from "@/lib/runtime/events";
import { WordedLines } from "./worded-lines";
import { putSlots, type Rewording, takeFrame, takeSlots, type Wording } from "./wording";

/** Where a dialect says that skills lie. */
const places = ["skill:/"];
/** Stands for what a skill brings, so that only what the dialect puts around it is reworded. */
const stand = "@@what-the-skill-brings@@";
/** A longer line is no sentence of a host. Characters. */
const longestLine = 4_000;
/** A host's own lines stand around what a skill brings: this far from either end of a text they are looked for. UTF-16 units. */
const edge = 64 * 1024;
/** For a stand-in to come whole. */
const enoughTokens = 1_000;

/** The dialect with a host's own sentences in the place of ours; what a skill brings stays as it is, to the byte. */
export function wordDialect(
  dialect: Dialect,
  { wording, digest }: { wording: Wording; digest: string },
): Dialect {
  const words = new HostWords(wording);
  const { launched, launchedAgain, alreadyActive, shell } = dialect;
  return {
    ...dialect,
    wording: { digest, undo: (text) => words.undo(text) },
    catalogue: (entries, omitted, place) => words.list(dialect, { entries, omitted, place }),
    tools: (entries, options) => dialect.tools(entries, options).map((tool) => words.tool(tool)),
    ...(launched ? { launched: (input) => words.said(launched(input), [input.name]) } : {}),
    ...(launchedAgain ? { launchedAgain: (input) => words.said(launchedAgain(input), [input.name]) } : {}),
    ...(alreadyActive
      ? { alreadyActive: (input) => words.said(alreadyActive(input), [input.name, input.arguments ?? ""]) }
      : {}),
    error(error) {
      const { skillName, path, names = [], available = [], didYouMean } = error;
      const known = [skillName ?? "", path ?? "", didYouMean ?? "", ...names, ...available];
      return words.said(dialect.error(error), known);
    },
    activation(input) {
      const { text, flags } = dialect.activation(input);
      const bare = dialect.activation({ ...input, body: stand, written: stand, document: stand });
      return { text: words.around(text, bare.text, [input.name]), flags };
    },
    resource(page) {
      const { text, flags } = dialect.resource(page);
      const bare = dialect.resource({ ...page, text: stand });
      return { text: words.around(text, bare.text, [page.name, page.path]), flags };
    },
    ...(shell
      ? {
          shell: {
            ...shell,
            render(answer) {
              const { text, ...rest } = shell.render(answer);
              const bare = shell.render({ ...answer, output: stand, mostTokens: enoughTokens });
              return { text: words.around(text, bare.text, []), ...rest };
            },
          },
        }
      : {}),
    readActivation: (text) => dialect.readActivation(words.undo(text)),
    readError: (text) => dialect.readError(words.undo(text)),
  };
}

type Listed = { entries: readonly string[]; omitted: number; place: CataloguePlace | undefined };

class HostWords {
  private readonly lines: ReadonlyMap<string, readonly string[]>;
  private readonly worded: WordedLines;

  constructor(private readonly wording: Wording) {
    this.worded = new WordedLines(wording.lines);
    this.lines = new Map(wording.lines.map(({ from, to }) => [JSON.stringify(from), to]));
  }

  /** A text that is the host's altogether. */
  said(text: string, known: readonly string[]): string {
    return text
      .split("\n")
      .map((line) => this.line(line, known))
      .join("\n");
  }

  /** A text around what a skill brings; `bare` is the same around the stand-in, whose lines say where that begins and ends. */
  around(text: string, bare: string, known: readonly string[]): string {
    const [before, after, more] = bare.split(stand);
    if (before === undefined || after === undefined || more !== undefined) return text;
    const head = before.split("\n").length - 1;
    const tail = after.split("\n").length - 1;
    const lines = text.split("\n");
    if (lines.length < head + tail + 1) return text;
    return lines
      .map((line, at) => (at < head || at >= lines.length - tail ? this.line(line, known) : line))
      .join("\n");
  }

  list(dialect: Dialect, { entries, omitted, place }: Listed): string {
    const text = dialect.catalogue(entries, omitted, place);
    const [before, after] = entries.length > 0 ? dialect.catalogue([stand], omitted, place).split(stand) : [];
    if (before === undefined || after === undefined || !text.startsWith(before) || !text.endsWith(after))
      return text;
    const { head, tail } = takeFrame(before, after);
    const listed = text.slice(before.length, text.length - after.length);
    for (const list of this.wording.lists) {
      const first = reword(before.slice(head.length), list.before);
      const last = reword(after.slice(0, after.length - tail.length), list.after);
      if (first !== null && last !== null) return `${head}${first}${listed}${last}${tail}`;
    }
    return text;
  }

  tool(tool: ToolDefinition): ToolDefinition {
    const own = this.wording.tools.filter((one) => one.tool === tool.name);
    if (own.length === 0) return tool;
    const inWords = (field: string | null, text: unknown) =>
      own.find((one) => one.field === field && one.from === text)?.to ?? text;
    const { properties } = tool.inputSchema;
    const fields = isRecord(properties)
      ? Object.fromEntries(
          Object.entries(properties).map(([field, schema]) => [
            field,
            isRecord(schema) && "description" in schema
              ? { ...schema, description: inWords(field, schema.description) }
              : schema,
          ]),
        )
      : properties;
    return {
      ...tool,
      description: String(inWords(null, tool.description)),
      inputSchema: { ...tool.inputSchema, ...(fields === undefined ? {} : { properties: fields }) },
    };
  }

  /** The text as the dialect alone would have written it, for who reads it by the dialect's words. */
  undo(text: string): string {
    let read = text;
    for (const { before, after } of this.wording.lists) {
      const found = findBlock(read, before.to, 0);
      if (!found) continue;
      const rest = findBlock(read, after.to, found.end);
      const last = rest ? putSlots(after.from, rest.slots) + read.slice(rest.end) : "";
      const middle = read.slice(found.end, rest?.start ?? read.length);
      read = `${read.slice(0, found.start)}${putSlots(before.from, found.slots)}${middle}${last}`;
    }
    if (this.wording.lines.length === 0) return read;
    if (read.length <= 2 * edge) return this.undoLines(read);
    const head = Math.max(read.lastIndexOf("\n", edge), 0);
    const tail = read.indexOf("\n", read.length - edge);
    const [before, between] = [read.slice(0, head), read.slice(head, tail < 0 ? read.length : tail)];
    return this.undoLines(before) + between + (tail < 0 ? "" : this.undoLines(read.slice(tail)));
  }

  private undoLines(text: string): string {
    return text
      .split("\n")
      .map((line) => this.undoLine(line))
      .join("\n");
  }

  private undoLine(line: string): string {
    const found = line.length > longestLine ? null : this.worded.find(line);
    return found ? putSlots(found.from, found.slots) : line;
  }

  private line(line: string, known: readonly string[]): string {
    if (line.length > longestLine) return line;
    const { words, slots } = takeSlots(line, [...known, ...places], "line");
    const to = this.lines.get(JSON.stringify(words));
    return to ? putSlots(to, slots) : line;
  }
}

/** The whole text in the host's words; null for one of other words. */
function reword(text: string, { from, to }: Rewording): string | null {
  const { words, slots } = takeSlots(text, places, "block");
  return JSON.stringify(words) === JSON.stringify(from) ? putSlots(to, slots) : null;
}

/** Where these words stand in a text one after the other, and what is between them. */
function findBlock(
  text: string,
  words: readonly string[],
  after: number,
): { start: number; end: number; slots: string[] } | null {
  const [first = "", ...rest] = words;
  const start = text.indexOf(first, after);
  if (start < 0) return null;
  let end = start + first.length;
  const slots: string[] = [];
  for (const word of rest) {
    const at = text.indexOf(word, end);
    if (at < 0) return null;
    slots.push(text.slice(end, at));
    end = at + word.length;
  }
  return { start, end, slots };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
