import "server-only";
import type { Context } from "@/lib/auth/context";
import { AppError } from "@/lib/kernel/app-error";
import type { CreateSkill, SkillDetail } from "../schema";

export async function createSkill(_context: Context, _input: CreateSkill): Promise<SkillDetail> {
  throw new AppError("UNAVAILABLE", "Not there yet.");
}
