"use client";

import { useCallback, useMemo } from "react";
import { browserSetting, useBrowserSetting } from "@/components/ui/browser-setting";

/** Columns that can be put away; the name always stays. `narrow` ones are put away below 1180 px until asked for. */
export const skillColumns = [
  { id: "description", label: "Description", narrow: false },
  { id: "state", label: "State", narrow: false },
  { id: "version", label: "Version, label", narrow: false },
  { id: "agents", label: "Agents", narrow: true },
  { id: "metadata", label: "Metadata tokens", narrow: true },
  { id: "instructions", label: "Instructions tokens", narrow: false },
  { id: "findings", label: "Findings", narrow: false },
  { id: "updated", label: "Updated", narrow: false },
] as const satisfies readonly { id: string; label: string; narrow: boolean }[];
export type SkillColumn = (typeof skillColumns)[number]["id"];

/** `auto`: as wide screens have it, and away on narrow ones if the column says so. */
const columnChoices = ["auto", "shown", "hidden"] as const;
export type ColumnChoice = (typeof columnChoices)[number];
export type ColumnChoices = Readonly<Partial<Record<SkillColumn, ColumnChoice>>>;

/** Put away by choice, or on narrow screens unless asked for. */
export function columnClass(column: (typeof skillColumns)[number], choices: ColumnChoices): string {
  const choice = choices[column.id] ?? "auto";
  if (choice === "hidden") return "hidden";
  return choice === "auto" && column.narrow ? "narrow:hidden" : "";
}

const setting = browserSetting("greenroom.skill-columns");

/** Choices as they were stored; anything unreadable counts as no choice. */
export function readColumnChoices(stored: string | null): ColumnChoices {
  try {
    const parsed: unknown = JSON.parse(stored ?? "{}");
    if (typeof parsed !== "object" || parsed === null) return {};
    const known = new Map<string, unknown>(Object.entries(parsed));
    return Object.fromEntries(
      skillColumns.flatMap(({ id }) => {
        const choice = columnChoices.find((candidate) => candidate === known.get(id));
        return choice === undefined ? [] : [[id, choice]];
      }),
    );
  } catch {
    return {};
  }
}

/** Which columns this person wants to see, kept in the browser. */
export function useSkillColumns() {
  const stored = useBrowserSetting(setting);
  const choices = useMemo(() => readColumnChoices(stored), [stored]);
  const choose = useCallback((column: SkillColumn, next: ColumnChoice) => {
    setting.set(JSON.stringify({ ...readColumnChoices(setting.get()), [column]: next }));
  }, []);
  const reset = useCallback(() => setting.set(null), []);
  return { choices, choose, reset };
}
