import "server-only";
import type { Context } from "@/lib/auth/context";
import { AppError } from "@/lib/kernel/app-error";
import type { DeleteSkill } from "../schema";

export async function deleteSkill(_context: Context, _input: { skill: string } & DeleteSkill): Promise<void> {
  throw new AppError("UNAVAILABLE", "Not there yet.");
}
