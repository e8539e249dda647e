import { takeFrame, takeSlots, type Wording } from "@/lib/dialects/wording";
import { findHiddenText } from "@/lib/kernel/hidden-text";
import type { Difference } from "./compare-shapes";
import { listBlock } from "./list-block";
import type { Seen, SeenPart } from "./see-requests";
import { withoutRun } from "./shape";

/** What a host sent and what its dialect sends for the same, with what may stand in the slots of either. */
export type BothSides = {
  host: Pick<Seen, "told" | "tools" | "answers">;
  dialect: Pick<Seen, "told" | "tools" | "answers">;
  /** The places that were compared; of calls, `answers[0] Skill {…}` says which. */
  slots: readonly (Difference & { reason: string | null })[];
  names: readonly string[];
  asked: readonly string[];
  /** Pieces of the skills' own texts: their lines are nobody's words. */
  skillTextPieces: readonly string[];
  /** Where skills lie, there and here. */
  folders: { host: string | null; dialect: string };
};

export type TakenText = { where: string; host: string; dialect: string };
export type RefusedText = { where: string; reason: string };
export type LearntWording = { wording: Wording; taken: TakenText[]; refused: RefusedText[] };

/** Of one text, and of all together. Characters. */
const mostOfText = 20_000;
const mostOfAll = 100_000;
const mostLines = 300;

const reasons = {
  absent: "The host sent nothing of the kind.",
  slots: "Names, paths, tags or numbers in it are not the same byte for byte.",
  lines: "It has other parts or lines than the dialect's.",
  list: "The list of skills itself is not the same.",
  hidden: "It holds characters that are not seen, or marks of a host's frame.",
  long: `It is longer than ${mostOfText} characters, or all of them together are longer than ${mostOfAll}.`,
  two: "The host says two things where the dialect has one sentence: the first one is taken.",
} as const;

/** Takes the host's own sentences where they stand around the very same slots; what cannot be taken is named. */
export function learnWording(sides: BothSides): LearntWording {
  const learner = new Learner(sides);
  learner.learnList();
  learner.learnTools();
  for (const at of sides.dialect.answers.keys()) learner.learnAnswer(at);
  return { wording: learner.wording, taken: learner.taken, refused: learner.stillRefused() };
}

class Learner {
  readonly wording: Wording = { lists: [], tools: [], lines: [] };
  readonly taken: TakenText[] = [];
  private readonly refused: (RefusedText & { from: string | null })[] = [];
  private readonly lines = new Map<string, string>();
  private size = 0;

  constructor(private readonly sides: BothSides) {}

  /** What could not be taken in one place may have been taken in another. */
  stillRefused(): RefusedText[] {
    const left = this.refused.filter(({ from }) => from === null || !this.lines.has(from));
    return [
      ...new Map(
        left.map(({ where, reason }) => [`${where} ${reason}`, { where, reason }] as const),
      ).values(),
    ];
  }

  learnList(): boolean {
    const { host, dialect, names, slots, folders } = this.sides;
    const where = "catalogue";
    const find = (told: Seen["told"]) =>
      told.flatMap(({ text }) => listBlock(text, names) ?? []).find(() => true);
    const [theirs, ours] = [find(host.told), find(dialect.told)];
    if (!theirs || !ours) return this.refuse(where, "absent");
    const isOther = slots.some((slot) => {
      const isExplained = slot.where === "catalogue.order" && slot.reason !== null;
      return slot.where.startsWith("catalogue.") && slot.host !== slot.dialect && !isExplained;
    });
    if (isOther) return this.refuse(where, "list");
    const [left, right] = [withoutFrame(theirs), withoutFrame(ours)];
    if (marksIn(left.before + left.after) !== marksIn(right.before + right.after))
      return this.refuse(where, "hidden");
    const known = { host: [...names, folders.host ?? ""], dialect: [...names, folders.dialect] };
    const pair = (side: "before" | "after") => {
      const [to, from] = [
        takeSlots(left[side], known.host, "block"),
        takeSlots(right[side], known.dialect, "block"),
      ];
      return this.areSame(to.slots, from.slots) ? { from: from.words, to: to.words } : null;
    };
    const [before, after] = [pair("before"), pair("after")];
    if (!before || !after) return this.refuse(where, "slots");
    const text = { host: left.before + left.after, dialect: right.before + right.after };
    if (text.host === text.dialect || !this.accept(where, text)) return false;
    this.wording.lists.push({ before, after });
    return true;
  }

  learnTools(): void {
    for (const { name, description = "", inputSchema } of this.sides.dialect.tools) {
      const theirs = this.sides.host.tools.find((tool) => tool.name === name);
      if (!theirs) {
        this.refuse(`tools.${name}`, "absent");
        continue;
      }
      this.learnOfTool(name, null, [theirs.description ?? "", description]);
      const fields = fieldsOf(theirs.inputSchema);
      for (const [field, text] of fieldsOf(inputSchema))
        this.learnOfTool(name, field, [fields.get(field) ?? "", text]);
    }
  }

  private learnOfTool(tool: string, field: string | null, [to, from]: readonly [string, string]): boolean {
    const where = field === null ? `tools.${tool}.description` : `tools.${tool}.properties.${field}`;
    if (to === from || from === "") return false;
    if (to === "") return this.refuse(where, "absent");
    const { names, folders } = this.sides;
    if (marksIn(to) !== "") return this.refuse(where, "hidden");
    if (takeSlots(to, [...names, folders.host ?? ""], "block").slots.length > 0)
      return this.refuse(where, "slots");
    if (!this.accept(where, { host: to, dialect: from })) return false;
    this.wording.tools.push({ tool, field, from, to });
    return true;
  }

  learnAnswer(at: number): boolean {
    const [theirs, ours] = [this.sides.host.answers[at] ?? [], this.sides.dialect.answers[at] ?? []];
    const where = this.sides.slots.find((slot) => slot.where.startsWith(`answers[${at}] `))?.where ?? "";
    if (theirs.length === 0 && ours.length === 0) return false;
    if (kindsOf(theirs) !== kindsOf(ours)) return this.refuse(where, "lines");
    for (const [index, { text }] of ours.entries()) {
      const [left, right] = [linesOf(theirs[index]?.text ?? ""), linesOf(text)];
      if (left.length !== right.length) this.refuse(where, "lines");
      else for (const [line, from] of right.entries()) this.learnLine(where, left[line] ?? "", from);
    }
    return true;
  }

  private learnLine(where: string, to: string, from: string): boolean {
    const { skillTextPieces, names, asked, folders } = this.sides;
    const isOwn = (line: string) => skillTextPieces.some((piece) => line.includes(piece));
    if (to === from || isOwn(from) || isOwn(to)) return false;
    const known = [...names, ...asked, "{run}", "{time}"];
    const right = takeSlots(from, [...known, folders.dialect], "line");
    const left = takeSlots(to, [...known, folders.host ?? ""], "line");
    if ([...right.words, ...left.words].every((word) => word.trim() === "")) return false;
    const key = JSON.stringify(right.words);
    if (!this.areSame(left.slots, right.slots)) return this.refuse(where, "slots", key);
    const said = JSON.stringify(left.words);
    const before = this.lines.get(key);
    if (before === said || key === said) return false;
    if (before !== undefined) return this.refuse(where, "two");
    if (this.lines.size >= mostLines) return this.refuse(where, "long");
    if (!this.accept(where, { host: to, dialect: from })) return false;
    this.lines.set(key, said);
    this.wording.lines.push({ from: right.words, to: left.words });
    return true;
  }

  /** Whether both have the same in their slots, the folder of the skills aside. */
  private areSame(host: readonly string[], dialect: readonly string[]): boolean {
    const { folders } = this.sides;
    return (
      host.length === dialect.length &&
      host.every(
        (slot, at) => slot === dialect[at] || (slot === folders.host && dialect[at] === folders.dialect),
      )
    );
  }

  private accept(where: string, text: { host: string; dialect: string }): boolean {
    const isLong = text.host.length > mostOfText || this.size + text.host.length > mostOfAll;
    if (isLong) this.refuse(where, "long");
    else if (!isPlain(text.host)) this.refuse(where, "hidden");
    else {
      this.size += text.host.length;
      this.taken.push({ where, ...text });
      return true;
    }
    return false;
  }

  private refuse(where: string, reason: keyof typeof reasons, from: string | null = null): false {
    const told = { where, reason: reasons[reason], from };
    this.refused.push(told);
    return false;
  }
}

/** The host takes blanks at the end away before it puts something behind a result. */
const linesOf = (text: string): string[] => withoutRun(text.trimEnd()).split("\n");

const kindsOf = (parts: readonly SeenPart[]): string =>
  parts.map(({ kind, isError }) => `${kind} ${isError}`).join();

function withoutFrame({ before, after }: { before: string; after: string }) {
  const { head, tail } = takeFrame(before, after);
  return { before: before.slice(head.length), after: after.slice(0, after.length - tail.length) };
}

/** What hosts wrap things in: another one of them within a sentence would pass for the host's frame. */
const marks =
  /<\/?(?:system-reminder|skills_instructions|available_skills|skill|activated_skill|instructions|available_resources|tool_use_error)\b[^<>]*>/gi;
const marksIn = (text: string): string => (text.match(marks) ?? []).join();

/** Nothing that a reader does not see, and nothing that a database or a request cannot hold. */
const isPlain = (text: string): boolean =>
  text.isWellFormed() && !/[^\P{Cc}\n\t]/u.test(text) && findHiddenText(text).length === 0;

function fieldsOf({ properties }: Record<string, unknown>): Map<string, string> {
  const fields = typeof properties === "object" && properties !== null ? Object.entries(properties) : [];
  return new Map(
    fields.flatMap(([field, schema]: [string, unknown]) =>
      typeof schema === "object" &&
      schema !== null &&
      "description" in schema &&
      typeof schema.description === "string"
        ? [[field, schema.description] as const]
        : [],
    ),
  );
}
