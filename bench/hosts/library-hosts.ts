import { existsSync } from "node:fs";
import { join } from "node:path";
import type { DialectId } from "@/lib/dialects/dialect-heads";

/** A host that is a library: its tools are called from its sources, without a model. */
export type LibraryHost = {
  id: DialectId & ("adk" | "adk-2" | "lightspeed" | "skillkit");
  name: string;
  version: string;
  /** Folders of `--sources`: the library's, then those it needs; a checkout or an unpacked archive each. */
  sources: readonly [string, ...string[]];
  /** What `bench/hosts/python/drive.py` knows it by. */
  driver: string;
  /** Words that are codes and no sentence: they stay in a recording. */
  codes: readonly string[];
};

const adkCodes = [
  "SKILL_NOT_FOUND",
  "RESOURCE_NOT_FOUND",
  "RESOURCE_NOT_FOUND_FATAL",
  "SCRIPT_NOT_FOUND",
  "SCRIPT_NOT_FOUND_FATAL",
  "INVALID_RESOURCE_PATH",
  "INVALID_ARGUMENTS",
];

export const libraryHosts: readonly LibraryHost[] = [
  {
    id: "adk-2",
    name: "ADK for Python",
    version: "2.5.0",
    driver: "adk",
    codes: adkCodes,
    sources: ["adk-python-2.5.0"],
  },
  {
    id: "adk",
    name: "ADK for Python",
    version: "1.29.0",
    driver: "adk",
    codes: adkCodes,
    sources: ["adk-python-1.29.0"],
  },
  {
    id: "lightspeed",
    name: "pydantic-ai-skills",
    version: "1.3.0",
    driver: "pydantic-ai",
    codes: ["missing", "string_type", "extra_forbidden"],
    sources: ["pydantic-ai-skills-1.3.0", "pydantic-ai-2.33.0"],
  },
  {
    id: "skillkit",
    name: "skillkit",
    version: "0.4.0",
    driver: "skillkit",
    codes: [],
    sources: ["skillkit-0.4.0"],
  },
];

/** The first folder that a host needs and that is not there; null when all are. */
export const missingSource = ({ sources }: LibraryHost, folder: string | undefined): string | null =>
  sources.find((name) => folder === undefined || !existsSync(join(folder, name))) ?? null;
