"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { client } from "@/lib/api/client";
import { newSkillNameSchema } from "@/lib/library/schema";
import { skillSearchQuery } from "./library-queries";

/** What is wrong with the form of a new name, or null. */
export function nameProblem(name: string): string | null {
  const parsed = newSkillNameSchema.safeParse(name);
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? "This is not a name.");
}

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
  const problem = trimmed === "" ? null : nameProblem(trimmed);
  const settled = useSettled(trimmed, 250);
  const isAsked = settled !== "" && nameProblem(settled) === null;
  const { data } = useQuery({
    ...skillSearchQuery(client.library, workspace, settled, 20),
    enabled: isAsked,
    placeholderData: () => undefined,
  });
  if (trimmed === "") return { state: "empty" };
  if (problem !== null) return { state: "wrong", message: problem };
  if (settled !== trimmed || data === undefined) return { state: "checking" };
  const isTaken = data.items.some((skill) => skill.name === trimmed);
  return isTaken
    ? { state: "wrong", message: `There is a skill called ${trimmed} already.` }
    : { state: "free" };
}
