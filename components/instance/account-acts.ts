import type { Account } from "@/lib/accounts/account-schema";

type Asker = { userId: string };

/** Why an act is not for oneself: whoever found a browser open must not gain more than it. */
const notForOneself = "This is you: another operator can, or npm run admin on the machine.";

/** What stands against each act, in words; undefined where nothing does that this page knows of. */
export function blockedActs({ userId }: Asker, account: Pick<Account, "id" | "deactivatedAt">) {
  const self = account.id === userId ? notForOneself : undefined;
  const off = account.deactivatedAt === null ? undefined : "Reactivate the account first.";
  return { makeOperator: off, resetPassword: self ?? off, resetTwoFactor: self, deactivate: self };
}

/** "Meridian and 2 more": as much of somebody's workspaces as a line has room for. */
export function workspaceWords({ workspaces }: Pick<Account, "workspaces">): string {
  const [first, ...rest] = workspaces;
  if (!first) return "none";
  return rest.length === 0
    ? `${first.name} (${first.role})`
    : `${first.name} (${first.role}) and ${rest.length} more`;
}

/** All of them, for whoever points at the line. */
export const allWorkspaces = ({ workspaces }: Pick<Account, "workspaces">): string =>
  workspaces.map(({ name, role }) => `${name} (${role})`).join(", ");
