import type { CapabilityKind, CapabilityUse } from "@/lib/capabilities/capability";
import type { ListedCapability } from "@/lib/library/diffs/capability-schema";

export const capabilityTitles = {
  host: "Hosts",
  command: "Commands",
  path: "Paths outside the package",
  environment: "Environment variables",
  package: "Packages",
  tool: "Tools",
  unread: "Code that is not read",
} as const satisfies Record<CapabilityKind, string>;

const useWords = {
  run: null,
  reached: "asked",
  named: "named",
  linked: "linked in a text",
  read: "read",
  written: "written",
  opened: "named",
  installed: "installed",
  imported: "imported",
  allowed: "allowed",
  unread: null,
} as const satisfies Record<CapabilityUse, string | null>;

/** What is done with it, and how sure that is, in words: null where its title says all. */
export function capabilityWords({ kind, use, name, certainty }: ListedCapability): string | null {
  const words = [
    kind === "environment" ? (name === "*" ? "the whole environment" : null) : useWords[use],
    certainty === "run-time" ? "built at run time" : null,
  ].filter((word) => word !== null);
  return words.length === 0 ? null : words.join(", ");
}

/** Hosts that requests and commands ask, or that code and texts name: the first of what a reader must not miss. */
export const newHosts = (added: readonly ListedCapability[]): string[] => [
  ...new Set(added.filter(({ kind }) => kind === "host").map(({ name }) => name)),
];
