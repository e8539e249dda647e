"use client";

import {
  Activity,
  Braces,
  ChevronsUpDown,
  CornerDownRight,
  LogOut,
  Monitor,
  Moon,
  Radar,
  Settings2,
  Sun,
  UserRound,
} from "lucide-react";
import { useRouter } from "next/navigation";
import { activityPath } from "@/components/data/activity-paths";
import { radarPath } from "@/components/data/radar-paths";
import { instancePages, settingsPages } from "@/components/data/settings-paths";
import { skillsPath } from "@/components/data/skill-paths";
import { apiReferencePath, roomPath } from "@/components/data/workspace-paths";
import { toast } from "@/components/ui/toaster";
import { useSession, useWorkspace } from "../current-workspace";
import { groupKeys } from "../group-keys";
import { useShortcuts } from "../keyboard";
import { matchesWords } from "../match-words";
import { rooms } from "../navigation";
import { signOut } from "../sign-out";
import { type Theme, themes, useThemeChoice } from "../theme-choice";
import type { PaletteEntry } from "./palette-entry";

/** Opens the palette itself. */
const paletteKeys = "mod+k";

/** Moving through a list makes sense where one looks at it, not by a word. */
const isStep = (keys: string) =>
  ["j", "k", "arrowdown", "arrowup", "escape"].includes(keys.replace("shift+", ""));

/** What a key does here can be chosen by its words too. The rooms ("g s") have their own group. */
export function usePageEntries(query: string): PaletteEntry[] {
  const { own, everywhere } = groupKeys(useShortcuts());
  return [...own, ...everywhere]
    .filter(
      ({ keys, label }) =>
        keys !== paletteKeys && !keys.includes(" ") && !isStep(keys) && matchesWords(query, label),
    )
    .map(({ keys, label, run }) => ({
      id: `action ${keys}`,
      icon: CornerDownRight,
      label,
      shortcut: keys,
      run: () => run(new KeyboardEvent("keydown")),
    }));
}

/** The rooms, and once something is typed every page of the settings. */
export function usePlaceEntries(query: string): PaletteEntry[] {
  const router = useRouter();
  const { slug, role } = useWorkspace();
  const { isOperator } = useSession().user;
  const settings = settingsPages(slug, { role }).map(({ path, label }) => ({
    path,
    label,
    detail: "Settings",
    icon: label === "Your account" ? UserRound : Settings2,
  }));
  const instance = (isOperator ? instancePages(slug) : []).map(({ path, label }) => ({
    path,
    label,
    detail: "Installation",
    icon: Settings2,
  }));
  const places = [
    ...rooms.map(({ path, label, icon, go }) => ({
      path: roomPath(slug, path),
      label,
      icon,
      shortcut: `g ${go}`,
    })),
    { path: activityPath(slug), label: "Activity of all skills", icon: Activity },
    { path: radarPath(slug), label: "Model radar", icon: Radar },
    { path: apiReferencePath(slug), label: "API reference", icon: Braces },
    ...(query === "" ? [] : [...settings, ...instance]),
  ];
  return places
    .filter((place) => matchesWords(query, `${place.label} ${"detail" in place ? place.detail : ""}`))
    .map(({ path, ...place }) => ({
      ...place,
      id: `place ${path} ${place.label}`,
      run: () => router.push(path),
    }));
}

const themeIcons = { system: Monitor, light: Sun, dark: Moon } as const satisfies Record<Theme, unknown>;

/** What changes nothing of a page: theme, workspace, leaving. Only for a query: nobody looks for them in a list. */
export function useCommandEntries(query: string): PaletteEntry[] {
  const router = useRouter();
  const { workspaces } = useSession();
  const current = useWorkspace();
  const { theme, setTheme } = useThemeChoice();
  if (query === "") return [];
  const commands: PaletteEntry[] = [
    ...themes.map(({ value, label }) => ({
      id: `theme ${value}`,
      icon: themeIcons[value],
      label: `Theme: ${label}`,
      ...(value === theme ? { hint: "now" } : {}),
      run: () => setTheme(value),
    })),
    ...workspaces
      .filter(({ id }) => id !== current.id)
      .map(({ slug, name }) => ({
        id: `workspace ${slug}`,
        icon: ChevronsUpDown,
        label: `Switch to ${name}`,
        detail: "Workspace",
        run: () => router.push(skillsPath(slug)),
      })),
    {
      id: "sign-out",
      icon: LogOut,
      label: "Sign out",
      run: () => void signOut().catch((error: Error) => toast.error(error.message)),
    },
  ];
  return commands.filter(({ label, detail = "" }) => matchesWords(query, `${label} ${detail} switch`));
}
