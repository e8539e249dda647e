import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import type { Download } from "@/lib/bundles/download";
import type { HeldFile } from "../blobs";
import { describePackage } from "../describe-package";
import { noSuchFile, toDownload, toFileContent } from "../file-answers";
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
