import { requireUndeclared } from "@/lib/kernel/require-undeclared";
import type { EditSource } from "../schema";
import { whySourceDeclared } from "../source-options";

type Kept = { name: string; declaredIn: string | null; hostKeyDeclared: boolean };

/** `requireUndeclared` for a change of a source: what a file may not hold or does not say is people's all the same. */
export function requireOpenFields(kept: Kept, change: EditSource): void {
  const open = ["token", "key", ...(kept.hostKeyDeclared ? [] : ["hostKey"])];
  const asked = Object.entries(change).filter(([, value]) => value !== undefined);
  if (asked.every(([field]) => open.includes(field))) return;
  requireUndeclared(kept, (file) => whySourceDeclared(kept.name, file));
}
