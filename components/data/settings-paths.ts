import { can, type Role } from "@/lib/auth/permissions";

export type SettingsPage = { path: string; label: string };

/** Addresses of the settings, in the order of their line: those that this person may open. */
export function settingsPages(workspace: string, { role, isOperator }: { role: Role; isOperator: boolean }) {
  const base = `/w/${workspace}/settings`;
  const pages: readonly (SettingsPage & { shown?: boolean })[] = [
    { path: base, label: "General" },
    { path: `${base}/members`, label: "Members" },
    { path: `${base}/reviews`, label: "Reviews" },
    { path: `${base}/models`, label: "Models" },
    { path: `${base}/directories`, label: "Directories" },
    { path: `${base}/keys`, label: "Keys" },
    { path: `${base}/rules`, label: "Rules" },
    { path: `${base}/account`, label: "Your account" },
    { path: `${base}/audit`, label: "Audit", shown: can(role, "audit.read") },
    { path: `${base}/caches`, label: "Caches", shown: can(role, "caches.manage") },
    { path: `${base}/workspaces`, label: "Workspaces", shown: isOperator },
  ];
  return pages.filter(({ shown = true }) => shown);
}
