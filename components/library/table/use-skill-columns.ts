"use client";

import { useCallback, useMemo } from "react";
import { browserSetting, useBrowserSetting } from "@/components/ui/browser-setting";

/**
 * Columns that can be put away; the name always stays. Those with a `room` are put away where there is less of it until
 * they are asked for: `widest` below 1600 px, `wide` below 1180 px, `medium` on a telephone.
 */
export const skillColumns = [
  { id: "description", label: "Description", room: "medium" },
  { id: "state", label: "State", room: "any" },
  { id: "version", label: "Version, label", room: "medium" },
  { id: "agents", label: "Agents", room: "wide" },
  { id: "metadata", label: "Metadata tokens", room: "wide" },
  { id: "instructions", label: "Instructions tokens", room: "medium" },
  { id: "proof", label: "Proof", room: "widest" },
  { id: "findings", label: "Findings", room: "medium" },
  { id: "updated", label: "Updated", room: "medium" },
] as const satisfies readonly { id: string; label: string; room: "any" | "medium" | "wide" | "widest" }[];
export type SkillColumn = (typeof skillColumns)[number]["id"];

/** `auto`: as wide screens have it, and away on narrow ones if the column says so. */
const columnChoices = ["auto", "shown", "hidden"] as const;
export type ColumnChoice = (typeof columnChoices)[number];
export type ColumnChoices = Readonly<Partial<Record<SkillColumn, ColumnChoice>>>;

const classOfRoom = {
  any: "",
  medium: "compact:hidden",
  wide: "narrow:hidden",
  widest: "max-[1599px]:hidden",
} as const;

/** Put away by choice, or on smaller screens unless asked for; then the description has a width there, too. */
export function columnClass(column: (typeof skillColumns)[number], choices: ColumnChoices): string {
  const choice = choices[column.id] ?? "auto";
  if (choice === "hidden") return "hidden";
  if (choice === "auto") return classOfRoom[column.room];
  return column.id === "description" ? "compact:w-60" : "";
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
