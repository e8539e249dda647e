import type { Draft, DraftChange, FileContent, SavedDraft } from "@/lib/library/schema";

/** The calls the editor makes; every one throws ApiError. */
export type DraftApi = {
  draft(): Promise<Draft>;
  file(path: string): Promise<FileContent>;
  bytes(path: string): Promise<Blob>;
  save(baseRevision: number, changes: DraftChange[]): Promise<SavedDraft>;
};
