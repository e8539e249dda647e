import { AppError } from "@/lib/kernel/app-error";
import type { EditSource } from "../schema";
import { whySourceDeclared } from "../source-options";

type Kept = { name: string; declaredIn: string | null; hostKeyDeclared: boolean };

/**
 * FORBIDDEN for a source that a configuration file says: the next time it is applied, a change here would be gone. What a
 * file may not hold or does not say is people's all the same. Without `change`, the source would be removed.
 */
export function requireUndeclared({ name, declaredIn, hostKeyDeclared }: Kept, change?: EditSource): void {
  if (declaredIn === null) return;
  const open = ["token", "key", ...(hostKeyDeclared ? [] : ["hostKey"])];
  const asked = Object.entries(change ?? { name }).filter(([, value]) => value !== undefined);
  if (asked.every(([field]) => open.includes(field))) return;
  throw new AppError("FORBIDDEN", whySourceDeclared(name, declaredIn), { details: { declaredIn } });
}
