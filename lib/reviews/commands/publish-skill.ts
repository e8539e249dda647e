import "server-only";
import type { Context } from "@/lib/auth/context";
import { AppError } from "@/lib/kernel/app-error";
import type { VersionSummary } from "@/lib/library/schema";
import type { PublishSkill } from "../schema";

export async function publishSkill(
  _context: Context,
  _input: { skill: string } & PublishSkill,
): Promise<VersionSummary> {
  throw new AppError("UNAVAILABLE", "Not there yet.");
}
