import { can, type Role } from "@/lib/access/permissions";
import { workspacePath } from "./workspace-paths";

export type SettingsPage = { path: string; label: string };
export type SettingsPageGroup = { title: string; pages: readonly SettingsPage[] };

type Asker = { role: Role; isOperator: boolean };

/** Addresses of the settings by what they are about: those that this person may open. */
export function settingsGroups(workspace: string, { role, isOperator }: Asker): SettingsPageGroup[] {
  const at = (page: string, label: string) => ({ path: settingsPath(workspace, page), label });
  const groups: SettingsPageGroup[] = [
    { title: "Workspace", pages: [at("", "General"), at("members", "Members")] },
    {
      title: "Skills",
      pages: [
        at("reviews", "Reviews"),
        at("rules", "Rules"),
        at("sources", "Sources"),
        at("directories", "Directories"),
        at("configuration", "Configuration"),
      ],
    },
    {
      title: "Runtime",
      pages: [
        at("models", "Models"),
        at("hosts", "Live hosts"),
        at("addresses", "Delivery addresses"),
        ...(can(role, "caches.manage") ? [at("caches", "Caches")] : []),
      ],
    },
    {
      title: "Security",
      pages: [at("keys", "API keys"), ...(can(role, "audit.read") ? [at("audit", "Audit")] : [])],
    },
    { title: "Account", pages: [at("account", "Your account")] },
    { title: "Installation", pages: isOperator ? instancePages(workspace) : [] },
  ];
  return groups.filter(({ pages }) => pages.length > 0);
}

/** The same in one list, without the installation's. */
export const settingsPages = (workspace: string, asker: Pick<Asker, "role">): SettingsPage[] =>
  settingsGroups(workspace, { ...asker, isOperator: false }).flatMap(({ pages }) => pages);

/** A page of the settings; the empty name is the first of them. */
export const settingsPath = (workspace: string, page: string) =>
  `${workspacePath(workspace)}/settings${page && `/${page}`}`;
export const keysPath = (workspace: string) => settingsPath(workspace, "keys");
export const addressesPath = (workspace: string) => settingsPath(workspace, "addresses");
export const sourcesPath = (workspace: string) => settingsPath(workspace, "sources");
export const configurationPath = (workspace: string) => settingsPath(workspace, "configuration");
export const hostsPath = (workspace: string) => settingsPath(workspace, "hosts");
export const membersPath = (workspace: string) => settingsPath(workspace, "members");
export const accountPath = (workspace: string) => settingsPath(workspace, "account");

/** Where operators look after the installation: below a workspace's settings for the frame, not for the workspace. */
export const instancePath = (workspace: string, page: "" | "workspaces" | "audit" = "") =>
  settingsPath(workspace, `instance${page && `/${page}`}`);

/** Lists the installation's pages in the order of their line; they are for operators. */
export const instancePages = (workspace: string): SettingsPage[] => [
  { path: instancePath(workspace), label: "People" },
  { path: instancePath(workspace, "workspaces"), label: "Workspaces" },
  { path: instancePath(workspace, "audit"), label: "Installation audit" },
];
