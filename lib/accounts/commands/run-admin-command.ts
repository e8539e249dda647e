import "server-only";
import { z } from "zod";
import { createDatabase, type DatabaseContext } from "@/lib/db/client";
import { AppError } from "@/lib/kernel/app-error";
import { escapeUnseen, markOnLine } from "@/lib/kernel/mark-hidden";
import { newTraceId } from "@/lib/platform/crypto";
import type { Account } from "../account-schema";
import type { AdminCommand } from "../admin-command";
import type { MachineAdministrator } from "../administrator";
import { findAccountByEmail } from "../find-account-by-email";
import { listForTerminal } from "../list-for-terminal";
import { listAccounts } from "../queries";
import { makeOperator, removeOperator } from "./change-operator";
import { deactivateAccount, reactivateAccount } from "./deactivate-account";
import { makeResetLink } from "./make-reset-link";
import { setAccountPassword } from "./reset-password";
import { resetTwoFactor } from "./reset-two-factor";

/** What a command says and asks; a real terminal, or a test's. */
export type Terminal = {
  say: (text: string) => void;
  complain: (text: string) => void;
  readPassword: (from: "prompt" | "stdin") => Promise<string>;
};

type Wanted = Exclude<AdminCommand, { name: "help" | "wrong" }>;
type Target = {
  databaseUrl: string;
  /** Who runs the command, as the machine calls them. */
  account: string;
  isServerRunning: boolean;
};

/** Carries one command out. The exit code: 0 when it is done, 1 when it was refused; a fault of ours is thrown. */
export async function runAdminCommand(command: Wanted, target: Target, terminal: Terminal): Promise<number> {
  const db = createDatabase(target.databaseUrl);
  try {
    await carryOut(command, { context: asMachine({ db }, target.account), target, terminal });
    return 0;
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    terminal.complain(`Error: ${markOnLine(problem)}`);
    return 1;
  } finally {
    await db.$disconnect();
  }
}

function problemOf(error: unknown): string | null {
  if (error instanceof AppError) return error.message;
  return error instanceof z.ZodError ? error.issues.map(({ message }) => message).join(" ") : null;
}

const asMachine = ({ db }: DatabaseContext, account: string): MachineAdministrator => ({
  actor: { kind: "machine-administrator", userId: null, name: "The machine’s administrator", account },
  db,
  now: () => new Date(),
  traceId: newTraceId(),
  address: null,
});

type Acting = { context: MachineAdministrator; target: Target; terminal: Terminal };

async function carryOut(command: Wanted, acting: Acting): Promise<void> {
  const { context, terminal } = acting;
  if (command.name === "list") return list(command.json, acting);
  const { id: person, name, email } = await findAccountByEmail(context, command.email);
  const who = `${markOnLine(name)} (${markOnLine(email)})`;
  switch (command.name) {
    case "reset-password":
      return command.password === "link"
        ? makeLink(person, who, acting)
        : setPassword({ person, who, from: command.password }, acting);
    case "reset-two-factor":
      return terminal.say(
        (await resetTwoFactor(context, { person }, null))
          ? `The second step of ${who} is off, and every browser of theirs is signed out.`
          : `The second step of ${who} was off already.`,
      );
    case "make-operator":
      return terminal.say(
        (await makeOperator(context, { person }))
          ? `${who} is an operator now.`
          : `${who} is an operator already.`,
      );
    case "remove-operator":
      return terminal.say(
        (await removeOperator(context, { person }))
          ? `${who} is no operator any more.`
          : `${who} is no operator.`,
      );
    case "deactivate":
      return deactivate(person, who, acting);
    case "reactivate":
      return terminal.say(
        (await reactivateAccount(context, { person }))
          ? `${who} gets in again, with the roles and keys from before.`
          : `${who} is not deactivated.`,
      );
  }
}

async function list(json: boolean, { context, terminal }: Acting): Promise<void> {
  const accounts: Account[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await listAccounts(context, { limit: 200, ...(cursor ? { cursor } : {}) });
    accounts.push(...page.items);
    cursor = page.nextCursor;
  }
  if (json) return terminal.say(escapeUnseen(JSON.stringify(accounts, null, 2)));
  if (accounts.length === 0)
    return terminal.say(
      "Nobody has an account here yet. npm start prints the link that claims this installation.",
    );
  terminal.say(listForTerminal(accounts));
}

async function makeLink(person: string, who: string, { context, target, terminal }: Acting): Promise<void> {
  const { url, expiresAt } = await makeResetLink(context, { person });
  terminal.say(`With this link ${who} chooses a new password. It works once, until ${expiresAt}:`);
  terminal.say(`\n  ${markOnLine(url)}\n`);
  terminal.say("The second step, where it is on, is still asked for: reset-two-factor switches it off.");
  if (!target.isServerRunning)
    terminal.say(
      "Greenroom does not run: start it with npm start, then open the link. Where it then prints another address, put that in front of /reset.",
    );
}

async function setPassword(
  { person, who, from }: { person: string; who: string; from: "prompt" | "stdin" },
  { context, terminal }: Acting,
): Promise<void> {
  const password = await terminal.readPassword(from);
  const { keys, twoFactor } = await setAccountPassword(context, { person, password }, null);
  terminal.say(`The password of ${who} is set, and every browser of theirs is signed out.`);
  if (twoFactor) terminal.say("The second step is still asked for: reset-two-factor switches it off.");
  if (keys > 0) terminal.say(`${keys} API ${keys === 1 ? "key" : "keys"} of theirs still work.`);
}

async function deactivate(person: string, who: string, { context, terminal }: Acting): Promise<void> {
  const { changed, leftWithoutOwner } = await deactivateAccount(context, { person });
  terminal.say(changed ? `${who} does not get in any more.` : `${who} was deactivated already.`);
  if (leftWithoutOwner.length > 0)
    terminal.say(`Warning: nobody who gets in owns ${leftWithoutOwner.map(markOnLine).join(", ")} now.`);
}
