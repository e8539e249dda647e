import { AppError } from "@/lib/kernel/app-error";

/** From least to most; each role may do all that the ones before it may. */
export const roles = ["viewer", "author", "reviewer", "admin", "owner"] as const;
export type Role = (typeof roles)[number];

/** The least role for each act. One table, shown in the app; nothing else decides. */
export const leastRole = {
  "library.read": "viewer",
  "library.edit": "author",
  "library.publish": "reviewer",
  "findings.dismiss": "reviewer",
  "library.delete": "admin",
  "directories.read": "viewer",
  "directories.load": "admin",
  "agents.read": "viewer",
  "agents.edit": "admin",
  "models.read": "viewer",
  "models.manage": "admin",
  "playground.rehearse": "viewer",
  "workspace.read": "viewer",
  "workspace.edit": "admin",
  "members.read": "viewer",
  "audit.read": "admin",
} as const satisfies Record<string, Role>;
export type Permission = keyof typeof leastRole;

export function can(role: Role, permission: Permission): boolean {
  return roles.indexOf(role) >= roles.indexOf(leastRole[permission]);
}

/** Throws FORBIDDEN, naming the role that would do. */
export function requirePermission(context: { workspace: { role: Role } }, permission: Permission): void {
  if (can(context.workspace.role, permission)) return;
  throw new AppError(
    "FORBIDDEN",
    `Your role here is ${context.workspace.role}; this needs ${leastRole[permission]} or above.`,
    { details: { permission, role: context.workspace.role, needed: leastRole[permission] } },
  );
}
