import type { Result } from "@/lib/kernel/result";
import type { BodyFlag, RefusalRule, ToolDefinition } from "./events";

export type CatalogueEntry = { name: string; description: string };

/** A model's call, understood. */
export type SkillRequest =
  | { kind: "list"; query: string | null; cursor: number }
  | { kind: "search"; query: string; limit: number }
  | { kind: "activate"; name: string; arguments: string }
  | { kind: "read"; name: string; path: string; offset: number };

export type ActivationInput = {
  name: string;
  /** Verbatim, without frontmatter. */
  body: string;
  arguments: string;
  /** Relative to the package, sorted; never their content. */
  resources: readonly string[];
  /** Files that are there but not named. */
  unlisted: number;
};

export type ResourcePage = {
  name: string;
  path: string;
  text: string;
  offset: number;
  totalBytes: number;
  nextOffset: number | null;
};

/** What went wrong, as data; each dialect says it in its own shape. */
export type SkillError = {
  rule: RefusalRule;
  /** One sentence that a model can act on. */
  message: string;
  skillName: string | null;
  path: string | null;
  available?: readonly string[];
  didYouMean?: string | null;
};

/** How one host presents skills to a model. Texts and shapes only: what happens is the runtime's. */
export type Dialect = {
  id: string;
  title: string;
  /** Where the shapes come from. */
  source: string;
  /** One skill in the catalogue. */
  catalogueEntry(entry: CatalogueEntry): string;
  /** The whole block; `omitted` skills are counted, not named. */
  catalogue(entries: readonly string[], omitted: number): string;
  /** What stands instead of the catalogue in search mode. */
  searchNotice(skills: number): string;
  tools(names: readonly string[], options: { search: boolean }): ToolDefinition[];
  /** Untrusted input of a call to one of `tools`. */
  readCall(
    toolName: string,
    input: unknown,
  ): Result<SkillRequest, { rule: "unknown-tool" | "invalid-arguments"; message: string }>;
  activation(input: ActivationInput): { text: string; flags: BodyFlag[] };
  alreadyActive(input: { name: string; turn: number }): string;
  skillList(page: {
    entries: readonly CatalogueEntry[];
    total: number;
    nextCursor: number | null;
    query: string | null;
  }): string;
  resource(page: ResourcePage): string;
  binaryResource(file: { name: string; path: string; mediaType: string; bytes: number }): string;
  error(error: SkillError): string;
};
