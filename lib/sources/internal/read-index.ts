import { z } from "zod";
import { err, ok, type Result } from "@/lib/kernel/result";
import type { SourceFailure } from "../source-options";
import { jsonOf } from "./json-of";

/** Agent Skills Discovery 0.2.0 (https://github.com/cloudflare/agent-skills-discovery-rfc). */
const indexSchemaAddress = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
const wellKnownPath = ".well-known/agent-skills/index.json";
const mostEntries = 2_000;

/** `problem`: why the entry cannot be used, as a sentence. */
export type IndexEntry =
  | { name: string; problem: string }
  | { name: string; problem: null; type: "skill-md" | "archive"; url: string; digest: string };

/** Where the index of an address is: the address itself where it names one. No other place is asked: it may be somebody else's. */
export const indexAddress = (url: string): string =>
  url.endsWith(".json") ? url : `${url.replace(/\/+$/, "")}/${wellKnownPath}`;

const documentSchema = z.object({ $schema: z.unknown().optional(), skills: z.array(z.unknown()) });
const nameSchema = z
  .string()
  .max(64)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
const entrySchema = z.object({
  name: nameSchema,
  type: z.enum(["skill-md", "archive"]),
  description: z.string().min(1).max(1_024),
  url: z.string().min(1).max(2_000),
  digest: z.string().regex(/^sha256:[a-f0-9]{64}$/),
});

/** What an index lists, in its order. An entry that is wrong is named; what is no index of this version is refused. */
export function readIndex(bytes: Uint8Array, base: string): Result<IndexEntry[], SourceFailure> {
  const document = documentSchema.safeParse(jsonOf(bytes));
  if (!document.success) return err("not-index");
  if (document.data.$schema !== indexSchemaAddress) return err("old-index");
  const { skills } = document.data;
  if (skills.length > mostEntries) return err("huge-index");
  const names = new Set<string>();
  return ok(
    skills.map((value, at): IndexEntry => {
      const entry = readEntry(value, at, base);
      if (entry.problem === null && names.has(entry.name))
        return { name: entry.name, problem: "Another entry before it has its name." };
      names.add(entry.name);
      return entry;
    }),
  );
}

function readEntry(value: unknown, at: number, base: string): IndexEntry {
  const entry = entrySchema.safeParse(value);
  if (!entry.success) {
    const named = z.object({ name: nameSchema }).safeParse(value);
    const wrong = [...new Set(entry.error.issues.map(({ path }) => String(path[0] ?? "entry")))];
    const name = named.success ? named.data.name : `entry-${at + 1}`;
    return { name, problem: `Its entry is not as the format wants it: ${wrong.join(", ")}.` };
  }
  const { name, type, url: written, digest } = entry.data;
  const url = URL.parse(written, base);
  const problem = whyNot(written, url, base);
  if (problem !== null || !url) return { name, problem: problem ?? "Its address is none." };
  return { name, problem: null, type, url: url.href, digest: digest.slice("sha256:".length) };
}

/** Whoever names an index has named its host: what it lists lies there, and is not found by climbing out of where it says. */
function whyNot(written: string, url: URL | null, base: string): string | null {
  if (!url) return "Its address is none.";
  if (/(?:^|[\\/])(?:\.|%2e){2}(?:[\\/?#]|$)/i.test(written)) return "Its address climbs out of its folder.";
  if (url.origin !== new URL(base).origin)
    return "It lies on another host than the index, which is not asked.";
  if (url.username !== "" || url.password !== "") return "Its address has a name or a password in it.";
  return null;
}
