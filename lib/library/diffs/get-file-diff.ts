import "server-only";
import type { z } from "zod";
import type { Context, WorkspaceContext } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { leastAside, workAside } from "@/lib/aside/work-aside";
import { diffTextSteps, type TextDiff } from "@/lib/diff/diff-text";
import { type DiffedFile, type FilePair, matchFiles } from "@/lib/diff/match-files";
import { hasTooManyLines, textLines } from "@/lib/diff/text-lines";
import { AppError } from "@/lib/kernel/app-error";
import { inSteps } from "@/lib/platform/yield-between-steps";
import { textOf } from "@/lib/skills/file-text";
import { loaderOf } from "../drafts/read-draft";
import { noSuchFile } from "../file-answers";
import { getSkillId } from "../get-skill-id";
import {
  type DiffLinesQuery,
  diffLinesQuerySchema,
  type diffLinesSchema,
  type FileDiff,
  type FileDiffQuery,
  fileDiffQuerySchema,
} from "./diff-schema";
import { readSide } from "./diff-sides";
import { changeOf, oldPathOf, sideOf } from "./get-package-diff";

/** Longer texts, and texts of very many lines, are told by size and hash, like binary files. */
const longestTextBytes = 2 * 1024 * 1024;
const mostLines = 2_000;
const longestLine = 4_000;

/**
 * One file of a comparison, line by line and word by word. `path` is the newer side's, or the older side's when the
 * file is gone; `oldPath` is where it was. NOT_FOUND for a file that neither side has.
 */
export async function getFileDiff(
  context: Context,
  input: { skill: string } & FileDiffQuery,
): Promise<FileDiff> {
  requirePermission(context, "library.read");
  const { from, to, path, oldPath, context: around } = fileDiffQuerySchema.parse(input);

  const pair = await readPair(context, input.skill, { from, to, path, oldPath });
  const { before, after } = pair;
  const bytes = await loaderOf(context)([before, after].flatMap((file) => (file ? [file.sha256] : [])));
  const textAt = (file: DiffedFile | null) => textOf(bytes.get(file?.sha256 ?? "") ?? new Uint8Array());
  const texts = { before: textAt(before), after: textAt(after) };
  const facts = {
    path: after?.path ?? path,
    ...oldPathOf(pair),
    change: changeOf(pair),
    before: sideOf(before),
    after: sideOf(after),
  };
  const none = { added: null, removed: null, oldLines: 0, newLines: 0, hunks: [], endings: null };
  if (texts.before === null || texts.after === null)
    return { ...facts, ...none, kind: "binary", limited: null };
  const isTooLarge = Math.max(before?.size ?? 0, after?.size ?? 0) > longestTextBytes;
  if (isTooLarge || hasTooManyLines(texts.before) || hasTooManyLines(texts.after))
    return { ...facts, ...none, kind: "text", limited: "too-large" };
  const isDocument = /\.(?:md|mdx|markdown)$/i.test(facts.path);
  const options = { context: around, isDocument };
  return { ...facts, kind: "text", ...(await compare(texts.before, texts.after, options)) };
}

/** In a thread of its own where there is much to compare. */
function compare(
  before: string,
  after: string,
  options: { context: number; isDocument: boolean },
): Promise<TextDiff> {
  return before.length + after.length < leastAside
    ? inSteps(diffTextSteps(before, after, options))
    : workAside("compare", { before, after, ...options });
}

/** Unchanged lines between the changes, as the newer side has them. CONFLICT when the file is no longer that one. */
export async function getDiffLines(
  context: Context,
  input: { skill: string } & DiffLinesQuery,
): Promise<z.infer<typeof diffLinesSchema>> {
  requirePermission(context, "library.read");
  const { from, to, path, start, end, sha256 } = diffLinesQuerySchema.parse(input);

  const { after } = await readPair(context, input.skill, { from, to, path });
  if (after?.sha256 !== sha256)
    throw new AppError("CONFLICT", `${path} is another file than was compared. Compare again.`, {
      details: { reason: "draft-changed" },
    });
  const bytes = (await loaderOf(context)([sha256])).get(sha256);
  const text = bytes && bytes.byteLength <= longestTextBytes ? textOf(bytes) : null;
  const lines = (text === null || hasTooManyLines(text) ? [] : textLines(text)).slice(
    start - 1,
    Math.min(end, start - 1 + mostLines),
  );
  return { start, lines: lines.map((line) => line.text.slice(0, longestLine)) };
}

async function readPair(
  context: WorkspaceContext,
  name: string,
  { from, to, path, oldPath }: { from: string; to: string; path: string; oldPath?: string | undefined },
): Promise<FilePair> {
  const skill = { skillId: await getSkillId(context, name), name };
  const [old, current] = await Promise.all([readSide(context, skill, from), readSide(context, skill, to)]);
  const after = current.files.find((file) => file.path === path) ?? null;
  const before = old.files.find((file) => file.path === (oldPath ?? path)) ?? null;
  const moved = matchFiles(old.files, current.files).pairs.find((pair) => pair.after?.path === path);
  const pair = { before: before ?? moved?.before ?? null, after };
  if (!pair.before && !pair.after) throw noSuchFile(path);
  return pair;
}
