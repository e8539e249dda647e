import "server-only";
import type { Context } from "@/lib/auth/context";
import { AppError } from "@/lib/kernel/app-error";
import type { Download } from "./download";
import type { Draft, FileContent, ListVersions, SkillDetail, Version, VersionList } from "./schema";

export async function getSkill(_context: Context, _input: { skill: string }): Promise<SkillDetail> {
  throw new AppError("UNAVAILABLE", "Not there yet.");
}

export async function getDraft(_context: Context, _input: { skill: string }): Promise<Draft> {
  throw new AppError("UNAVAILABLE", "Not there yet.");
}

export async function getDraftFile(
  _context: Context,
  _input: { skill: string; path: string },
): Promise<FileContent> {
  throw new AppError("UNAVAILABLE", "Not there yet.");
}

export async function readDraftBytes(
  _context: Context,
  _input: { skill: string; path: string },
): Promise<Download> {
  throw new AppError("UNAVAILABLE", "Not there yet.");
}

export async function listVersions(
  _context: Context,
  _input: { skill: string } & ListVersions,
): Promise<VersionList> {
  throw new AppError("UNAVAILABLE", "Not there yet.");
}

export async function getVersion(
  _context: Context,
  _input: { skill: string; number: number },
): Promise<Version> {
  throw new AppError("UNAVAILABLE", "Not there yet.");
}

export async function getVersionFile(
  _context: Context,
  _input: { skill: string; number: number; path: string },
): Promise<FileContent> {
  throw new AppError("UNAVAILABLE", "Not there yet.");
}

export async function readVersionBytes(
  _context: Context,
  _input: { skill: string; number: number; path: string },
): Promise<Download> {
  throw new AppError("UNAVAILABLE", "Not there yet.");
}
