import { AppError } from "@/lib/kernel/app-error";
import { whyDeclared } from "../agent-options";

type Kept = { name: string; declaredIn: string | null };

/** FORBIDDEN for an agent that a configuration file says: the next time it is applied, a change here would be gone. */
export function requireUndeclared({ name, declaredIn }: Kept): void {
  if (declaredIn === null) return;
  throw new AppError("FORBIDDEN", whyDeclared(name, declaredIn), { details: { declaredIn } });
}
