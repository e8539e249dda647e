import "server-only";
import type { Context } from "@/lib/auth/context";
import { AppError } from "@/lib/kernel/app-error";
import type { Download } from "./download";
import type { ExportSkill } from "./schema";

export async function exportSkill(
  _context: Context,
  _input: { skill: string } & ExportSkill,
): Promise<Download> {
  throw new AppError("UNAVAILABLE", "Not there yet.");
}
