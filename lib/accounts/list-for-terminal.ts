import { markOnLine } from "@/lib/kernel/mark-hidden";
import type { Account } from "./account-schema";

const head = ["NAME", "E-MAIL", "STATE", "SECOND STEP", "LAST SIGN-IN", "WORKSPACES"];

/** The people as a table of plain text, columns as wide as what is in them. */
export function listForTerminal(accounts: readonly Account[]): string {
  const rows = [head, ...accounts.map(toCells)];
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

const toCells = (account: Account): string[] => [
  markOnLine(account.name),
  markOnLine(account.email),
  stateOf(account),
  account.twoFactor ? "on" : "off",
  account.lastSignedInAt === null ? "never" : `${account.lastSignedInAt.slice(0, 16).replace("T", " ")} UTC`,
  account.workspaces.map(({ name, role }) => `${markOnLine(name)} (${role})`).join(", ") || "none",
];

function stateOf({ isOperator, deactivatedAt }: Account): string {
  if (deactivatedAt !== null) return isOperator ? "deactivated operator" : "deactivated";
  return isOperator ? "operator" : "";
}
