import type { Draft, DraftChange, SavedDraft } from "@/lib/library/drafts/draft-schema";
import type { FileContent } from "@/lib/library/package-schema";

/** The calls the editor makes; every one throws ApiError. */
export type DraftApi = {
  draft(): Promise<Draft>;
  file(path: string): Promise<FileContent>;
  bytes(path: string): Promise<Blob>;
  save(baseRevision: number, changes: DraftChange[]): Promise<SavedDraft>;
};
