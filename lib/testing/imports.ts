import type { ImportItem } from "@/lib/library/import-schema";

/** One package of an import: a small one of skills.zip, stored as it was found. */
export const anImportItem = (over: Partial<ImportItem> = {}): ImportItem => ({
  id: "0190a000-0000-7000-8000-000000000000",
  source: "skills.zip",
  root: "triage",
  name: "triage",
  description: "",
  digest: null,
  size: 1,
  fileCount: 1,
  tokens: { metadata: 0, instructions: 0, resources: 0 },
  state: "stored",
  nestedIn: null,
  match: null,
  errorCount: 0,
  warningCount: 0,
  blockingCount: 0,
  issues: [],
  findings: [],
  choice: null,
  newName: null,
  message: null,
  rule: null,
  skill: "triage",
  ...over,
});
