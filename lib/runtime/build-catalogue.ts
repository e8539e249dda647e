import { wellFormedStart } from "@/lib/kernel/well-formed-start";
import type { CataloguePlace, Dialect } from "./dialect";

export type CatalogueSkill = {
  skillId: string;
  name: string;
  description: string;
  /** 1 is the highest. */
  priority: number;
};

export type CatalogueCut = { skillId: string; name: string; reason: string };

/** Every skill is either listed whole, in `truncated` or in `omitted`. */
export type Catalogue = {
  /** Empty when there are no skills. */
  text: string;
  characters: number;
  budgetCharacters: number;
  /** They stand in the order of the text. */
  listed: { skillId: string; name: string; description: string }[];
  truncated: (CatalogueCut & { keptCharacters: number })[];
  omitted: CatalogueCut[];
  /** The first skill, in order of priority, that the budget cuts or leaves out; null when all fit. */
  cutFrom: string | null;
};

/** A description is never cut below this: a shorter one says nothing. */
export const leastDescriptionCharacters = 60;

/** The order that prompt caches rely on: priority, then name by code units. */
export function inCatalogueOrder<T extends { name: string; priority: number }>(skills: readonly T[]): T[] {
  return [...skills].sort((left, right) => left.priority - right.priority || byName(left, right));
}

/** The order in which a host lists them: many know no priority. */
export function inOrderOf<T extends { name: string; priority: number }>(
  { order }: Pick<Dialect, "order">,
  skills: readonly T[],
): T[] {
  if (!order) return inCatalogueOrder(skills);
  const named = [...skills].sort(byName);
  return order === "name" ? named : named.reverse();
}

const byName = (left: { name: string }, right: { name: string }): number =>
  left.name < right.name ? -1 : left.name > right.name ? 1 : 0;

type Row = { skill: CatalogueSkill; description: string; text: string };

/** A skill's description as a host tells it: some append when to use it. */
export function toldDescription(
  { description, whenToUse }: { description: string; whenToUse: string },
  { tellsWhenToUse }: Pick<Dialect, "tellsWhenToUse">,
): string {
  return tellsWhenToUse ? [description, whenToUse].filter(Boolean).join(" - ") : description;
}

/**
 * What a model is told exists. Over the budget, from the lowest priority up, descriptions are cut just as far as
 * needed; when all are at their least, skills are left out, again the lowest priority first. A dialect with a rule of
 * its own goes by that.
 */
export function buildCatalogue(input: {
  dialect: Dialect;
  skills: readonly CatalogueSkill[];
  budgetCharacters: number;
  /** Where it will stand; the system prompt when absent. */
  place?: CataloguePlace;
}): Catalogue {
  const { budgetCharacters, place = "system-prompt" } = input;
  const dialect = { ...input.dialect, catalogue: renderIn(input.dialect, place) };
  const rows = inOrderOf(dialect, input.skills).map((skill) => firstRow(dialect, skill));
  const { listed, omitted } = fitRows(dialect, rows, budgetCharacters);
  const kept = new Set(listed);
  const whole = new Set(rows);
  const cutAt = rows.find((row) => !kept.has(row));
  const reason = `The catalogue's budget is ${budgetCharacters} characters.`;
  return {
    text: rows.length === 0 ? "" : render(dialect, listed, rows.length),
    characters: rows.length === 0 ? 0 : measure(dialect, listed, rows.length),
    budgetCharacters,
    listed: listed.map(({ skill: { skillId, name }, description }) => ({ skillId, name, description })),
    truncated: listed.flatMap((row) => {
      const { skill, description } = row;
      if (description === skill.description) return [];
      const why = whole.has(row) ? mostReason(dialect) : reason;
      return [{ skillId: skill.skillId, name: skill.name, reason: why, keptCharacters: description.length }];
    }),
    omitted: omitted.map(({ skill: { skillId, name } }) => ({ skillId, name, reason })),
    cutFrom: cutAt?.skill.skillId ?? null,
  };
}

const renderIn =
  (dialect: Dialect, place: CataloguePlace): Dialect["catalogue"] =>
  (entries, omitted) =>
    dialect.catalogue(entries, omitted, place);

type Fitted = { listed: Row[]; omitted: Row[] };

/** The rows that the budget leaves, and those it leaves out. A row that is cut is another one. */
function fitRows(dialect: Dialect, rows: readonly Row[], budget: number): Fitted {
  if (dialect.keepDescriptions) return keepRows(dialect, rows, budget);
  const cut = cutDescriptions(dialect, rows, budget);
  const listed = dropRows(dialect, cut, budget);
  return { listed, omitted: cut.slice(listed.length) };
}

function keepRows(dialect: Dialect, rows: readonly Row[], budget: number): Fitted {
  const entries = rows.map(({ skill: { name }, description }) => ({ name, description }));
  const kept = dialect.keepDescriptions?.(entries, budget) ?? [];
  const fitted: Fitted = { listed: [], omitted: [] };
  for (const [at, row] of rows.entries()) {
    const description = kept[at] ?? null;
    if (description === null) fitted.omitted.push(row);
    else fitted.listed.push(description === row.description ? row : toRow(dialect, row.skill, description));
  }
  return fitted;
}

const mostReason = ({ title, mostDescriptionCharacters }: Dialect): string =>
  `${title} shows at most ${mostDescriptionCharacters} characters of a description.`;

function firstRow(dialect: Dialect, skill: CatalogueSkill): Row {
  const most = dialect.mostDescriptionCharacters;
  const lengthOf = dialect.listedLength ?? ((text: string) => text.length);
  const { description } = skill;
  if (most === null || lengthOf(description) <= most) return toRow(dialect, skill, description);
  let start = wellFormedStart(description, most - 1);
  for (let over = lengthOf(start) - (most - 1); over > 0; over = lengthOf(start) - (most - 1))
    start = wellFormedStart(start, start.length - Math.ceil(over / longestEscape));
  return toRow(dialect, skill, `${start}…`);
}

/** What one character becomes at most: "&quot;". */
const longestEscape = 6;

const toRow = (dialect: Dialect, skill: CatalogueSkill, description: string): Row => ({
  skill,
  description,
  text: dialect.catalogueEntry({ name: skill.name, description }),
});

const render = (dialect: Dialect, rows: readonly Row[], total: number): string =>
  dialect.catalogue(
    rows.map((row) => row.text),
    total - rows.length,
  );

/** As tool descriptions, the entries are not in the text and count all the same. */
function measure(dialect: Dialect, rows: readonly Row[], total: number): number {
  if (dialect.placement === "system-prompt") return render(dialect, rows, total).length;
  return rows.reduce((sum, { text }) => sum + text.length, 0);
}

function cutDescriptions(dialect: Dialect, rows: readonly Row[], budget: number): Row[] {
  return shrink(dialect, rows, budget, (row, over) => cutRow(dialect, row, over));
}

/** Row by row from the lowest priority up, until all of them fit or each has been made smaller. */
function shrink(
  dialect: Dialect,
  rows: readonly Row[],
  budget: number,
  smaller: (row: Row, over: number) => Row,
): Row[] {
  const result = [...rows];
  let over = rows.length === 0 ? 0 : measure(dialect, rows, rows.length) - budget;
  for (let index = result.length - 1; index >= 0 && over > 0; index--) {
    const row = result[index];
    if (!row) continue;
    const cut = smaller(row, over);
    over -= row.text.length - cut.text.length;
    result[index] = cut;
  }
  return result;
}

/** Takes at least `over` characters from the rendered row, or as many as the least description allows. */
function cutRow(dialect: Dialect, row: Row, over: number): Row {
  const { skill } = row;
  // Escaping makes a character up to six long, so what was cut is measured on the rendered row.
  for (let keep = row.description.length - over - 1; ; keep -= 16) {
    const length = Math.max(leastDescriptionCharacters, keep);
    if (length >= row.description.length - 1) return row;
    const cut = toRow(dialect, skill, shortened(skill.description, length));
    if (row.text.length - cut.text.length >= over || length === leastDescriptionCharacters) return cut;
  }
}

const shortened = (text: string, length: number): string => `${wellFormedStart(text, length).trimEnd()}…`;

function dropRows(dialect: Dialect, rows: readonly Row[], budget: number): Row[] {
  let length = rows.length === 0 ? 0 : measure(dialect, rows, rows.length);
  let count = rows.length;
  while (count > 0 && length > budget) {
    count -= 1;
    // The separator goes with the row; rendering each time would be quadratic.
    length -= (rows[count]?.text.length ?? 0) + 1;
    if (length <= budget) length = measure(dialect, rows.slice(0, count), rows.length);
  }
  return rows.slice(0, count);
}
