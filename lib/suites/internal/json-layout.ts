import type { SourceList } from "../source-node";
import type { ObjectStyle, Spacing } from "./splice-list";

/** How a JSON file is written: one indentation, null when it has none; its line end; whether it keeps to ASCII. */
export type Layout = { unit: string | null; eol: string; ascii: boolean };

export function layoutOf(json: string): Layout {
  return {
    unit: /\n([ \t]+)\S/.exec(json)?.[1] ?? null,
    eol: json.includes("\r\n") ? "\r\n" : "\n",
    // What is written by a program that escapes everything stays readable by whoever needs that.
    ascii: /\\u[\da-f]{4}/i.test(json) && /^[\0-\x7f\ufeff]*$/.test(json),
  };
}

const asEscape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** JSON of a value; what has several lines is indented from `indent` on. */
export function toJson(value: unknown, { unit, eol, ascii }: Layout, indent: string | null): string {
  const json =
    unit === null || indent === null
      ? JSON.stringify(value)
      : JSON.stringify(value, null, unit).replaceAll("\n", `${eol}${indent}`);
  return ascii ? json.replace(/[\x7f-\uffff]/g, asEscape) : json;
}

/** What is before a place on its line, as far as it is blank. */
const indentAt = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset))?.[0] ?? "";

/** The room of a list's elements, where it has none yet or a single one. */
export function listSpacing(text: string, list: SourceList, layout: Layout): Spacing {
  const [only] = list.items;
  if (only) {
    const lead = text.slice(list.start + 1, only.start);
    const compact = !/[:,]\s/.test(text);
    return { open: lead, comma: lead === "" && !compact ? ", " : `,${lead}`, close: "" };
  }
  if (layout.unit === null) return { open: "", comma: /[:,] /.test(text) ? ", " : ",", close: "" };
  const own = indentAt(text, list.start);
  const line = `${layout.eol}${own}${layout.unit}`;
  return { open: line, comma: `,${line}`, close: `${layout.eol}${own}` };
}

/** The style of objects in a list that has none to look at. */
export function freshStyle(text: string, list: SourceList, layout: Layout): ObjectStyle {
  if (layout.unit === null) {
    const wide = /[:,] /.test(text);
    return { open: "", comma: wide ? ", " : ",", close: "", colon: wide ? ": " : ":" };
  }
  const own = `${layout.eol}${indentAt(text, list.start)}${layout.unit}`;
  return { open: `${own}${layout.unit}`, comma: `,${own}${layout.unit}`, close: own, colon: ": " };
}

/** The indentation of an object's entries, null where they share its line. */
export function indentOf({ comma }: Spacing): string | null {
  const at = comma.lastIndexOf("\n");
  return at < 0 ? null : comma.slice(at + 1);
}
