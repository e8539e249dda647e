import "server-only";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/kernel/app-error";
import {
  type Administrator,
  administer,
  requireAdministrator,
  requireAnotherOperator,
} from "../administrator";
import { recordAct, tellWorkspaces } from "../internal/record-act";

type Asked = { person: string };

/** Makes somebody an operator; twice is once. UNPROCESSABLE for a deactivated account. False when they were one. */
export async function makeOperator(context: Administrator, { person }: Asked): Promise<boolean> {
  requireAdministrator(context);
  return inTransaction(context, async (context) => {
    const account = await administer(context, person);
    if (account.deactivatedAt !== null)
      throw new AppError(
        "UNPROCESSABLE",
        `The account of ${account.name} is deactivated. Reactivate it first.`,
      );
    if (account.isOperator) return false;
    await context.db.user.update({ where: { id: person }, data: { isOperator: true } });
    await recordAct(context, account, "person.operator-made");
    await tellWorkspaces(context, person);
    return true;
  });
}

/**
 * Takes the flag away, one's own too; twice is once. CONFLICT (details.reason "last-operator") for the only one who
 * gets in. False when they were none.
 */
export async function removeOperator(context: Administrator, { person }: Asked): Promise<boolean> {
  requireAdministrator(context);
  return inTransaction(context, async (context) => {
    const account = await administer(context, person);
    if (!account.isOperator) return false;
    await requireAnotherOperator(context, account);
    await context.db.user.update({ where: { id: person }, data: { isOperator: false } });
    await recordAct(context, account, "person.operator-removed");
    await tellWorkspaces(context, person);
    return true;
  });
}
