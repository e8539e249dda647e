import { AppError } from "@/lib/kernel/app-error";

/** From least to most; each role may do all that the ones before it may. */
export const roles = ["viewer", "author", "reviewer", "admin", "owner"] as const;
export type Role = (typeof roles)[number];

/** What a machine may be: everything but an owner. */
export const machineRoles = ["viewer", "author", "reviewer", "admin"] as const satisfies readonly Role[];
export type MachineRole = (typeof machineRoles)[number];

export const isAtMost = (role: Role, most: Role): boolean => roles.indexOf(role) <= roles.indexOf(most);

/** The least role for each act. One table, shown in the app; nothing else decides. */
export const leastRole = {
  "library.read": "viewer",
  "library.edit": "author",
  "library.publish": "reviewer",
  "findings.dismiss": "reviewer",
  "versions.withdraw": "reviewer",
  "labels.move": "reviewer",
  "labels.protected": "admin",
  "maintainers.manage": "admin",
  "access.manage": "admin",
  "shares.give": "admin",
  "shares.receive": "admin",
  "library.delete": "admin",
  "directories.read": "viewer",
  "directories.load": "admin",
  "agents.read": "viewer",
  "agents.edit": "admin",
  "addresses.read": "viewer",
  "addresses.manage": "admin",
  "delivery.read": "viewer",
  "served.use": "viewer",
  "served.read": "viewer",
  "served.remove": "viewer",
  "models.read": "viewer",
  "models.manage": "admin",
  "caches.manage": "admin",
  "playground.rehearse": "viewer",
  "gateway.read": "viewer",
  "gateway.own": "viewer",
  "gateway.connect": "author",
  "gateway.manage": "admin",
  "reviews.read": "viewer",
  "reviews.open": "viewer",
  "reviews.request": "author",
  "reviews.approve": "reviewer",
  "discussion.read": "viewer",
  "discussion.comment": "author",
  "policy.edit": "admin",
  "workspace.read": "viewer",
  "workspace.leave": "viewer",
  "workspace.edit": "admin",
  "workspace.delete": "owner",
  "workspace.transfer": "owner",
  "members.read": "viewer",
  "members.manage": "admin",
  "inbox.own": "viewer",
  "inbox.mark": "viewer",
  "keys.own": "viewer",
  "keys.manage": "admin",
  "keys.machines": "admin",
  "audit.read": "admin",
  "audit.retain": "admin",
} as const satisfies Record<string, Role>;
export type Permission = keyof typeof leastRole;

/** What a key of a program may be made for. `deliver` stands alone, and for one agent. */
export const keyScopes = ["read", "write", "publish", "rehearse", "deliver"] as const;
export type KeyScope = (typeof keyScopes)[number];

/**
 * The scopes of which a key needs one, for each act, besides its person's role. None: no key does it. To rehearse is
 * to see what the agent sees.
 */
export const scopesFor = {
  "library.read": ["read", "write", "publish", "rehearse"],
  "library.edit": ["write"],
  "library.publish": ["publish"],
  "findings.dismiss": [],
  "versions.withdraw": ["publish"],
  "labels.move": ["publish"],
  "labels.protected": ["publish"],
  "maintainers.manage": [],
  "access.manage": [],
  "shares.give": [],
  "shares.receive": [],
  "library.delete": ["write"],
  "directories.read": ["read", "write"],
  "directories.load": ["write"],
  "agents.read": ["read", "write", "rehearse"],
  "agents.edit": ["write"],
  "addresses.read": ["read"],
  "addresses.manage": [],
  "delivery.read": ["read", "deliver"],
  "served.use": ["deliver"],
  "served.read": ["rehearse", "deliver"],
  "served.remove": [],
  "models.read": ["read", "rehearse"],
  "models.manage": [],
  "caches.manage": [],
  "playground.rehearse": ["rehearse"],
  "gateway.read": ["rehearse"],
  "gateway.own": [],
  "gateway.connect": [],
  "gateway.manage": [],
  "reviews.read": ["read", "write", "publish"],
  "reviews.open": [],
  "reviews.request": ["write"],
  "reviews.approve": [],
  "discussion.read": ["read", "write", "publish"],
  "discussion.comment": ["write"],
  "policy.edit": [],
  "workspace.read": ["read", "write", "publish", "rehearse"],
  "workspace.leave": [],
  "workspace.edit": [],
  "workspace.delete": [],
  "workspace.transfer": [],
  "members.read": ["read"],
  "members.manage": [],
  "inbox.own": ["read"],
  "inbox.mark": ["write"],
  "keys.own": [],
  "keys.manage": [],
  "keys.machines": [],
  "audit.read": ["read"],
  "audit.retain": [],
} as const satisfies Record<Permission, readonly KeyScope[]>;

export function can(role: Role, permission: Permission): boolean {
  return roles.indexOf(role) >= roles.indexOf(leastRole[permission]);
}

type Asker = {
  workspace: { role: Role };
  actor?: { key?: { scopes: readonly KeyScope[] } };
};

/** Whether the role allows it, and the key too when a program asks. */
export const isAllowed = (context: Asker, permission: Permission): boolean =>
  whyNotAllowed(context, permission) === null;

/** Why they may not, naming the scope or the role that would do; null when they may. */
export function whyNotAllowed(context: Asker, permission: Permission): string | null {
  const { role } = context.workspace;
  if (!hasScope(context, permission)) {
    const scopes: readonly KeyScope[] = scopesFor[permission];
    const needs =
      scopes.length === 0 ? "No key does this: a person has to." : `It needs: ${scopes.join(" or ")}.`;
    return `This key may not do that. ${needs}`;
  }
  return whyNotByRole(role, permission);
}

/** Why a role alone does not allow it, in the one sentence that there is for it; null when it does. */
export function whyNotByRole(role: Role, permission: Permission, whose = "Your role here"): string | null {
  if (can(role, permission)) return null;
  const least: Role = leastRole[permission];
  return `${whose} is ${role}; this needs ${least === "owner" ? least : `${least} or above`}.`;
}

function hasScope({ actor }: Asker, permission: Permission): boolean {
  if (!actor?.key) return true;
  const needed: readonly KeyScope[] = scopesFor[permission];
  return actor.key.scopes.some((scope) => needed.includes(scope));
}

/** Throws FORBIDDEN, naming the role or the scope that would do. */
export function requirePermission(context: Asker, permission: Permission): void {
  const why = whyNotAllowed(context, permission);
  if (why === null) return;
  const details = hasScope(context, permission)
    ? { permission, role: context.workspace.role, needed: leastRole[permission] }
    : { permission, scopes: scopesFor[permission] };
  throw new AppError("FORBIDDEN", why, { details });
}
