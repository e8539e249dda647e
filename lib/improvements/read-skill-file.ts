import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";
import { readBlob } from "@/lib/library/read-packages";
import { textOf } from "@/lib/skills/file-text";
import type { Subject } from "./frozen-plan";

/** SKILL.md as it was when the search began. UNPROCESSABLE when the bytes of that draft are no more kept. */
export async function readSkillFile(context: WorkspaceContext, { skill, files }: Subject): Promise<string> {
  const file = files.find(({ path }) => path === "SKILL.md");
  const bytes = file ? await readBlob(context, file.sha256) : null;
  const text = bytes ? textOf(bytes) : null;
  if (text !== null) return text;
  throw new AppError(
    "UNPROCESSABLE",
    `The draft of ${skill} has moved on, and its text is no more kept. Start again.`,
  );
}
