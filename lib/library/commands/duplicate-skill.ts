import "server-only";
import type { Context } from "@/lib/auth/context";
import { AppError } from "@/lib/kernel/app-error";
import type { DuplicateSkill, SkillDetail } from "../schema";

export async function duplicateSkill(
  _context: Context,
  _input: { skill: string } & DuplicateSkill,
): Promise<SkillDetail> {
  throw new AppError("UNAVAILABLE", "Not there yet.");
}
