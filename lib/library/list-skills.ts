import "server-only";
import type { Context } from "@/lib/auth/context";
import { AppError } from "@/lib/kernel/app-error";
import type { ListSkills, SkillList } from "./schema";

export async function listSkills(_context: Context, _input: ListSkills): Promise<SkillList> {
  throw new AppError("UNAVAILABLE", "Not there yet.");
}
