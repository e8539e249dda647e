import "server-only";
import type { Context } from "@/lib/auth/context";
import { AppError } from "@/lib/kernel/app-error";
import type { RenameSkill, SkillDetail } from "../schema";

export async function renameSkill(
  _context: Context,
  _input: { skill: string } & RenameSkill,
): Promise<SkillDetail> {
  throw new AppError("UNAVAILABLE", "Not there yet.");
}
