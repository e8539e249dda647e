import "server-only";
import type { Context } from "@/lib/auth/context";
import { AppError } from "@/lib/kernel/app-error";
import type { SkillDetail } from "../schema";

export async function archiveSkill(_context: Context, _input: { skill: string }): Promise<SkillDetail> {
  throw new AppError("UNAVAILABLE", "Not there yet.");
}

export async function restoreSkill(_context: Context, _input: { skill: string }): Promise<SkillDetail> {
  throw new AppError("UNAVAILABLE", "Not there yet.");
}
