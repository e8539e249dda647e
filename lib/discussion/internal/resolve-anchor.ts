import "server-only";
import type { z } from "zod";
import type { Context, WorkspaceContext } from "@/lib/access/context";
import { visibleConversations } from "@/lib/access/visible-conversations";
import { textLines } from "@/lib/diff/text-lines";
import { AppError } from "@/lib/kernel/app-error";
import { toStorable } from "@/lib/kernel/to-storable";
import { wellFormedStart } from "@/lib/kernel/well-formed-start";
import { loadBlobs } from "@/lib/library/blobs";
import { draftMoved } from "@/lib/library/drafts/draft-moved";
import { noSuchFile } from "@/lib/library/file-answers";
import { listPackageFiles } from "@/lib/library/read-packages";
import { sha256 } from "@/lib/platform/crypto";
import { eventSchema } from "@/lib/runtime/events";
import { packageDigest } from "@/lib/skills/digest";
import { textOf } from "@/lib/skills/file-text";
import { eventWords } from "../event-words";
import type { anchorInputSchema, Hunk } from "../schema";
import { longestTextBytes } from "./place-files";

type AnchorInput = z.output<typeof anchorInputSchema>;
type FileInput = Extract<AnchorInput, { kind: "file" }>;
type EventInput = Extract<AnchorInput, { kind: "event" }>;

const around = 3;
const longestLine = 4_000;
const longestQuote = 100_000;

/** The columns of a thread on lines: what they say now, and what stands around. */
export async function resolveFile(context: Context, skillId: string, input: FileInput) {
  const { files, revision } = await findPackage(context, skillId, input.digest);
  const file = files.find(({ path }) => path === input.path);
  if (!file) throw noSuchFile(input.path);
  const bytes =
    file.size > longestTextBytes ? null : (await loadBlobs(context, [file.sha256])).get(file.sha256);
  const text = bytes ? textOf(bytes) : null;
  if (text === null)
    throw new AppError("UNPROCESSABLE", `${file.path} is no text that can be commented on line by line.`);
  const lines = textLines(text).map((line) => toStorable(line.text));
  const { digest, path, side, startLine, endLine } = input;
  const quote = lines.slice(startLine - 1, endLine).join("\n");
  if (endLine > lines.length)
    throw new AppError("UNPROCESSABLE", `${path} has ${lines.length} lines.`, {
      details: { lines: lines.length },
    });
  if (quote.length > longestQuote)
    throw new AppError("UNPROCESSABLE", "These lines are too long to comment on. Choose fewer.");
  const place = { digest, path, side, startLine, endLine };
  return { ...place, revision, fileSha256: file.sha256, quote, hunk: hunkOf(lines, input) };
}

function hunkOf(lines: readonly string[], { startLine, endLine }: FileInput): Hunk {
  const from = Math.max(1, startLine - around);
  return { from, lines: lines.slice(from - 1, endLine + around).map(beginningOf) };
}

/** Not half of a character at its end: that cannot be stored. */
const beginningOf = (line: string): string => wellFormedStart(line, longestLine);

/** The draft with this digest, or a version. The files are checked against it: a save may fall between two reads. */
async function findPackage(context: WorkspaceContext, skillId: string, digest: string) {
  const { db } = context;
  const workspaceId = context.workspace.id;
  const draft = await db.draft.findFirst({
    where: { skillId, workspaceId },
    select: { digest: true, revision: true },
  });
  if (draft?.digest === digest) {
    const files = await listPackageFiles(context, { skillId });
    if (packageDigest(files, sha256) === digest) return { files, revision: draft.revision };
  }
  const version = await db.version.findFirst({
    where: { skillId, workspaceId, digest },
    select: { id: true },
  });
  if (version) return { files: await listPackageFiles(context, { versionId: version.id }), revision: null };
  throw draftMoved("comment on that", { digest: draft?.digest, revision: draft?.revision });
}

/** The columns of a thread on an event. Only what the workspace sees can be discussed. */
export async function resolveEvent(context: Context, { conversation: id, seq }: EventInput) {
  const workspaceId = context.workspace.id;
  const conversation = await context.db.conversation.findFirst({
    where: { id, workspaceId, ...visibleConversations(context) },
    select: {
      shared: true,
      rehearsals: { where: { review: { state: "open" } }, select: { reviewId: true } },
    },
  });
  if (!conversation)
    throw new AppError("NOT_FOUND", "There is no such conversation, or it is not shared with you.");
  if (!conversation.shared)
    throw new AppError("UNPROCESSABLE", "Share the conversation first: others cannot see it.");
  const row = await context.db.event.findFirst({ where: { conversationId: id, workspaceId, seq } });
  if (!row) throw new AppError("NOT_FOUND", `This conversation has no event ${seq}.`);
  const event = eventSchema.parse({ ...row, at: row.at.toISOString() });
  return {
    columns: {
      conversationId: id,
      seq,
      turn: row.turn,
      eventType: row.type,
      quote: toStorable(eventWords(event)),
    },
    /** The open review that it was rehearsed for: what is said about it belongs there, too. */
    reviewId: conversation.rehearsals[0]?.reviewId ?? null,
  };
}
