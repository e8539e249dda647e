import type { BothSides } from "./learn-wording";
import { listBlock } from "./list-block";
import type { SeenPart } from "./see-requests";
import { withoutRun } from "./shape";

/** Two texts of one place, with `{skills}` for the folder that skills lie in. */
export type ComparedTexts = { host: string; dialect: string };

/** Of one text; more is cut off. Characters. */
const mostOfText = 20_000;

/** The texts behind the places of a comparison: around the list, of each tool, and each answer's. */
export function comparedTexts({
  host,
  dialect,
  names,
  folders,
  slots,
}: BothSides): Map<string, ComparedTexts> {
  const texts = new Map<string, ComparedTexts>();
  const add = (where: string, theirs: string, ours: string) => {
    const pair = { host: cut(slotted(theirs, folders.host)), dialect: cut(slotted(ours, folders.dialect)) };
    texts.set(where, pair);
  };
  const [theirs, ours] = [host.told, dialect.told].map(
    (told) => told.flatMap(({ text }) => listBlock(text, names) ?? [])[0],
  );
  if (theirs && ours)
    add("catalogue.words", `${theirs.before}…${theirs.after}`, `${ours.before}…${ours.after}`);
  for (const { name, description = "" } of dialect.tools) {
    const own = host.tools.find((tool) => tool.name === name)?.description ?? "";
    if (own !== "" && description !== "") add(`tools.${name}.words`, own, description);
  }
  for (const { where } of slots) {
    const at = Number(/^answers\[(\d+)\]/.exec(where)?.[1] ?? -1);
    if (at >= 0) add(where, textOf(host.answers[at]), textOf(dialect.answers[at]));
  }
  return texts;
}

const textOf = (parts: readonly SeenPart[] = []): string =>
  parts.map(({ text }) => withoutRun(text.trimEnd())).join("\n\n");

const slotted = (text: string, folder: string | null): string =>
  folder === null || folder === "" ? text : text.replaceAll(folder, "{skills}");

const cut = (text: string): string =>
  text.length > mostOfText
    ? `${text.slice(0, mostOfText)}\n… ${text.length - mostOfText} characters more`
    : text;
