import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { binaryTypeOf, type Download } from "@/lib/bundles/download";
import { AppError } from "@/lib/kernel/app-error";
import { textOf } from "@/lib/skills/file-text";
import type { HeldFile } from "../blobs";
import { describePackage } from "../describe-package";
import { getSkillId } from "../get-skill-id";
import type { FileContent } from "../package-schema";
import { readPackageFile } from "../read-packages";
import type { Draft } from "./draft-schema";
import { listSiblings, loaderOf, readDraft } from "./read-draft";
import { toDraftAnswer } from "./to-draft-answer";

/** A draft with everything that validation and scanning say about it. NOT_FOUND for another workspace's skill. */
export async function getDraft(context: Context, { skill }: { skill: string }): Promise<Draft> {
  requirePermission(context, "library.read");

  const draft = await readDraft(context, skill);
  const siblings = await listSiblings(context, draft);
  const subject = { name: draft.name, files: draft.files, siblings };
  return toDraftAnswer(context, draft, await describePackage(subject, loaderOf(context)));
}

type FileInput = { skill: string; path: string };

export async function getDraftFile(context: Context, input: FileInput): Promise<FileContent> {
  return toFileContent(await readDraftFile(context, input));
}

export async function readDraftBytes(context: Context, input: FileInput): Promise<Download> {
  return toDownload(await readDraftFile(context, input));
}

async function readDraftFile(context: Context, { skill, path }: FileInput): Promise<HeldFile> {
  requirePermission(context, "library.read");

  const skillId = await getSkillId(context, skill);
  const file = await readPackageFile(context, { skillId }, path);
  if (!file) throw noSuchFile(path);
  return file;
}

export const noSuchFile = (path: string) =>
  new AppError("NOT_FOUND", `There is no file ${path} in this package.`);

/** Longer texts are downloaded, not edited. */
const longestTextBytes = 2 * 1024 * 1024;

export function toFileContent({ path, size, sha256, bytes }: HeldFile): FileContent {
  const text = textOf(bytes);
  if (text === null) return { path, size, sha256, kind: "binary" };
  return { path, size, sha256, kind: "text", ...(size <= longestTextBytes ? { text } : {}) };
}

/** Never what could run: a page or an SVG is plain text here. Markdown is what RFC 7763 calls it. */
export function toDownload({ path, sha256, bytes }: HeldFile): Download {
  const textType = /\.md$/i.test(path) ? "text/markdown; charset=utf-8" : "text/plain; charset=utf-8";
  const mediaType = textOf(bytes) === null ? binaryTypeOf(bytes) : textType;
  return { fileName: path, mediaType, etag: sha256, content: bytes };
}
