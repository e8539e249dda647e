"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { skillSearchQuery } from "@/components/data/library-queries";
import { useLoaded } from "@/components/ui/use-loaded";
import { client } from "@/lib/api/client";
import { foldName } from "@/lib/skills/fold-name";

const loadNameProblem = () =>
  import("@/lib/library/skill-schema").then(({ newSkillNameSchema }) => ({
    problemOf: (name: string) => newSkillNameSchema.safeParse(name).error?.issues[0]?.message ?? null,
  }));

/** Says what is wrong with the form of a new name, or null. Null itself until the rules are loaded. */
export const useNameProblem = () => useLoaded(loadNameProblem)?.problemOf ?? null;

/** `text`, once it has stood still for `delayMs`. */
export function useSettled(text: string, delayMs: number): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), delayMs);
    return () => clearTimeout(timer);
  }, [text, delayMs]);
  return settled;
}

export type NameCheck = { state: "empty" | "checking" | "free" } | { state: "wrong"; message: string };

/** Says while typing whether a skill can be called that. The server has the last word. */
export function useNameCheck(workspace: string, name: string): NameCheck {
  const trimmed = name.trim();
  const problemOf = useNameProblem();
  const problem = trimmed === "" ? null : (problemOf?.(trimmed) ?? null);
  const settled = useSettled(trimmed, 250);
  const isAsked = settled !== "" && problemOf?.(settled) === null;
  const { data } = useQuery({
    ...skillSearchQuery(client.library, workspace, settled, 20),
    enabled: isAsked,
    placeholderData: () => undefined,
  });
  if (trimmed === "") return { state: "empty" };
  if (problem !== null) return { state: "wrong", message: problem };
  if (problemOf === null || settled !== trimmed || data === undefined) return { state: "checking" };
  const taken = data.items.find((skill) => foldName(skill.name) === foldName(trimmed));
  return taken
    ? { state: "wrong", message: `There is a skill called ${taken.name} already.` }
    : { state: "free" };
}
