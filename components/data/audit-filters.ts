import { dayOf } from "@/lib/kernel/day";

/** What the filter bar holds: text as typed, days as "2026-11-21". */
export const noAuditFilters = {
  actor: "",
  action: "",
  objectType: "",
  object: "",
  digest: "",
  trace: "",
  from: "",
  to: "",
} as const;
export type AuditFilters = Readonly<Record<keyof typeof noAuditFilters, string>>;

/** How actions begin; the rest of an action says what was done to it. */
export const auditSubjects = [
  "access",
  "agent",
  "audit",
  "caches",
  "comment",
  "comparison",
  "conversation",
  "directories",
  "draft",
  "finding",
  "group",
  "import",
  "invitation",
  "key",
  "label",
  "machine",
  "maintainer",
  "member",
  "model",
  "policy",
  "recording",
  "review",
  "run",
  "skill",
  "suggestion",
  "thread",
  "version",
  "workspace",
] as const;

/** The same of what belongs to no workspace. */
export const instanceAuditSubjects = [
  "audit",
  "person",
  "session",
  "sessions",
  "sign-in",
  "two-factor",
] as const;

export const isNarrowed = (filters: AuditFilters): boolean =>
  Object.values(filters).some((value) => value !== "");

/** As the API takes them: days are the reader's own, from their first moment to the end of the last. */
export function toQuery({ from, to, digest, ...words }: AuditFilters): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, value] of Object.entries(words)) if (value.trim() !== "") query[name] = value.trim();
  // Fewer characters say nothing yet, and the API refuses them.
  const start = digest.trim().toLowerCase();
  if (/^[0-9a-f]{4,64}$/.test(start)) query.digest = start;
  const first = dayOf(from);
  if (first) query.from = first.toISOString();
  const last = dayOf(to);
  if (last) {
    last.setDate(last.getDate() + 1);
    query.to = last.toISOString();
  }
  return query;
}

/** Out of an address: what it does not know is left out. */
export function readAuditFilters(
  address: Readonly<Record<string, string | string[] | undefined>>,
): AuditFilters {
  const filters: Record<keyof AuditFilters, string> = { ...noAuditFilters };
  for (const name of filterNames) {
    const value = address[name];
    if (typeof value === "string") filters[name] = value.slice(0, 200);
  }
  return filters;
}

const filterNames = ["actor", "action", "objectType", "object", "digest", "trace", "from", "to"] as const;

/** The address of this page with these filters: what is empty is left out. */
export function writeAuditFilters(address: URL, filters: AuditFilters): URL {
  for (const name of filterNames) {
    if (filters[name] === "") address.searchParams.delete(name);
    else address.searchParams.set(name, filters[name]);
  }
  return address;
}
