"use client";

import { useTheme } from "next-themes";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";

export const themes = [
  { value: "system", label: "As the system" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;
export type Theme = (typeof themes)[number]["value"];

/** The chosen theme; null until the browser has said it (the server cannot know). */
export function useThemeChoice(): { theme: Theme | null; setTheme: (theme: Theme) => void } {
  const { theme, setTheme } = useTheme();
  const inBrowser = useIsHydrated();
  const known = themes.find((candidate) => candidate.value === theme)?.value ?? "system";
  return { theme: inBrowser ? known : null, setTheme };
}
