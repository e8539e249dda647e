import { formatCount, formatNumber } from "@/components/ui/format";
import type { AgentCatalogue } from "@/lib/agents/catalogue-schema";

export type SkillFare = AgentCatalogue["skills"][number];

/** How many skills a budget shortens or leaves out, in words. What is not told for another reason is no loss of it. */
export function sayCuts({ skills }: Pick<AgentCatalogue, "skills">): { count: number; text: string } {
  const over = skills.filter(({ overBudget }) => overBudget);
  const omitted = over.filter((skill) => skill.omitted).length;
  const truncated = over.length - omitted;
  if (over.length === 0) return { count: 0, text: "Everything fits: nothing is cut or left out" };
  const cut = truncated === 0 ? "" : `${formatCount(truncated, "description")} cut`;
  const out = omitted === 0 ? "nothing left out" : `${formatCount(omitted, "skill")} left out`;
  return { count: over.length, text: [cut, out].filter(Boolean).join(", ") };
}

/** What a host or its budget does to one skill, in a few words; null when it is told whole. */
export function sayMark({ overBudget, omitted, keptCharacters, refusal }: SkillFare): string | null {
  if (refusal)
    return `not loaded by this host: ${refusal.file}${refusal.line === null ? "" : `, line ${refusal.line}`}`;
  if (!overBudget) return null;
  if (omitted) return "left out";
  return keptCharacters === 0
    ? "description dropped, only the name is told"
    : `description cut to ${formatNumber(keptCharacters ?? 0)} characters`;
}

/** What a list of skills shows of a catalogue that does not fit: a mark for each, and where the line is. */
export type Cuts = {
  text: string;
  marks: ReadonlyMap<string, string>;
  /** The first skill that the budget cuts; null when it cuts none. */
  from: string | null;
  budgetCharacters: number;
};

export function readCuts(catalogue: Pick<AgentCatalogue, "skills" | "cutFrom" | "budgetCharacters">): Cuts {
  const marks = catalogue.skills.flatMap((fare) => {
    const mark = sayMark(fare);
    return mark === null ? [] : [[fare.skill, mark] as const];
  });
  return {
    text: sayCuts(catalogue).text,
    marks: new Map(marks),
    from: catalogue.cutFrom,
    budgetCharacters: catalogue.budgetCharacters,
  };
}

/** A typed limit in characters: "1,300" is 1300; null for anything but a whole number. */
export function readLimit(text: string): number | null {
  const digits = text.replaceAll(/[,.\s]/g, "");
  return /^\d{1,7}$/.test(digits) ? Number(digits) : null;
}
