import type { Context } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";

/** UNPROCESSABLE unless the workspace's name was typed as it is. `act` completes "to ...". */
export function requireTypedName({ workspace: { name } }: Context, typed: string, act: string): void {
  if (typed.trim() === name.trim()) return;
  throw new AppError("UNPROCESSABLE", `Type the workspace’s name, ${name}, to ${act}.`, {
    details: { reason: "name" },
  });
}
