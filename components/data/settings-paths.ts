import { can, type Role } from "@/lib/access/permissions";

export type SettingsPage = {
  path: string;
  label: string;
  /** Several pages: those below it count as it. */
  isArea?: boolean;
};

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
    { path: instancePath(workspace), label: "Installation", isArea: true, shown: isOperator },
  ];
  return pages.filter(({ shown = true }) => shown);
}

/** Where operators look after the installation: below a workspace's settings for the frame, not for the workspace. */
export const instancePath = (workspace: string, page: "" | "workspaces" | "audit" = "") =>
  `/w/${workspace}/settings/instance${page && `/${page}`}`;

/** Addresses of the installation's pages, in the order of their line. For operators. */
export const instancePages = (workspace: string): SettingsPage[] => [
  { path: instancePath(workspace), label: "People" },
  { path: instancePath(workspace, "workspaces"), label: "Workspaces" },
  { path: instancePath(workspace, "audit"), label: "Audit" },
];
