import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { AppError } from "@/lib/kernel/app-error";
import { isSameList } from "@/lib/kernel/same-list";
import { isSshAddress } from "@/lib/kernel/ssh-address";
import { requireReachableRepository } from "@/lib/platform/require-reachable";
import { createSource } from "@/lib/sources/commands/create-source";
import { editSource } from "@/lib/sources/commands/edit-source";
import { findSource, type KeptSource, listDeclaredSources } from "@/lib/sources/find-declared";
import type { EditSource } from "@/lib/sources/schema";
import { needWords } from "@/lib/sources/source-options";
import { markSourceDeclared } from "@/lib/sources/writes/mark-source-declared";
import { requireFree } from "../require-free";
import type { DeclaredItem, DeclaredSource } from "../schema";

type Declaring = {
  sources: readonly DeclaredSource[];
  file: string;
  take: (path: readonly PropertyKey[], work: () => Promise<DeclaredItem>) => Promise<void>;
};

/** Makes the sources what the file says; those that it kept and names no longer stay as they are and are people's again. */
export async function declareSources(context: Context, { sources, file, take }: Declaring): Promise<void> {
  const named = new Set<string>();
  for (const [at, source] of sources.entries())
    await take(["sources", at], () => declareSource(context, { source, file, named }));
  for (const { id, name } of await listDeclaredSources(context, file)) {
    if (named.has(name)) continue;
    await take([], async () => {
      requirePermission(context, "directories.load");
      await markSourceDeclared(context, id, null);
      return itemOf(name, "let-go");
    });
  }
}

type One = { source: DeclaredSource; file: string; named: Set<string> };

/** Makes one source what the file says, or makes it. Nothing is read from it. Throws what its commands throw. */
async function declareSource(context: Context, { source, file, named }: One): Promise<DeclaredItem> {
  const { needsToken, token: _, key: __, ...given } = source;
  const { name } = given;
  if (named.has(name)) throw new AppError("UNPROCESSABLE", `${name} stands in the file twice.`);
  named.add(name);
  const declared = { file, needsToken, hostKeyDeclared: typeof given.hostKey === "string" };
  const before = await findSource(context, name);
  if (!before) {
    const { id } = await createSource(context, given);
    await markSourceDeclared(context, id, declared);
    return itemOf(name, "created", "", await whatIsNeeded(context, name));
  }
  requireFree(name, before.declaredIn, file);
  if (before.kind !== source.kind)
    throw new AppError(
      "UNPROCESSABLE",
      `${name} is of kind ${before.kind} here, and a source stays of its kind. Give this one another name, or remove that one.`,
    );
  const change = changeOf(before, source);
  if (Object.keys(change).length > 0) {
    // What is kept in a file is closed to everybody's commands, so it is opened for this one.
    if (before.declaredIn !== null) await markSourceDeclared(context, before.id, null);
    await editSource(context, { source: before.id, ...change });
  }
  await markSourceDeclared(context, before.id, declared);
  const needs = await whatIsNeeded(context, name);
  const summary = sayChange(before, change, declared);
  if (summary !== "") return itemOf(name, "changed", summary, needs);
  return itemOf(name, before.declaredIn === null ? "taken-over" : "unchanged", "", needs);
}

/** What would be another one. A token goes to no other host than it was given for, so it is dropped where the host is another one. */
function changeOf(before: KeptSource, said: DeclaredSource): EditSource {
  const change: EditSource = {};
  const url = requireReachableRepository(said.url);
  if (url !== before.url) {
    change.url = url;
    if (!isSshAddress(url) && before.hasToken && !isSameHost(url, before.url)) change.token = null;
  }
  if (said.ref !== before.ref) change.ref = said.ref;
  if (said.folder !== before.folder) change.folder = said.folder;
  for (const side of ["include", "exclude"] as const)
    if (!isSameList(said[side], before[side])) change[side] = said[side];
  if (said.userName !== before.userName) change.userName = said.userName;
  // Set again, a schedule would be due at once, and in another name.
  if (said.everyMinutes !== (before.schedule?.everyMinutes ?? null)) change.everyMinutes = said.everyMinutes;
  if (said.asksReview !== before.asksReview) change.asksReview = said.asksReview;
  const { hostKey } = said;
  if (typeof hostKey === "string" && (change.url !== undefined || hostKey !== before.ssh?.hostKey))
    change.hostKey = hostKey;
  return change;
}

const isSameHost = (url: string, other: string): boolean =>
  URL.parse(url)?.origin === URL.parse(other)?.origin;

/** In words, with what it costs; empty where nothing changes. */
function sayChange(
  before: KeptSource,
  { token, ...change }: EditSource,
  { needsToken, hostKeyDeclared }: { needsToken: boolean; hostKeyDeclared: boolean },
): string {
  const isKept = before.declaredIn !== null;
  const fields = new Set(Object.keys(change));
  if (isKept && before.needsToken !== needsToken) fields.add("needsToken");
  if (isKept && (before.ssh?.hostKeyDeclared ?? false) !== hostKeyDeclared) fields.add("hostKey");
  if (fields.size === 0) return "";
  const dropped = token === null ? "; its token goes, as it was given for another host" : "";
  return `Changed ${[...fields].join(", ")}${dropped}`;
}

async function whatIsNeeded(context: Context, name: string): Promise<string> {
  const needs = (await findSource(context, name))?.needs ?? null;
  return needs === null ? "" : needWords[needs];
}

const itemOf = (name: string, outcome: DeclaredItem["outcome"], summary = "", needs = ""): DeclaredItem => ({
  kind: "source",
  name,
  slug: "",
  outcome,
  summary,
  needs,
  place: "",
});
