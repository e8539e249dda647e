import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { loadingHosts } from "@/lib/dialects/loads/find-loader";
import { onOneLine } from "@/lib/kernel/on-one-line";
import { type HostLoad, leaveOutReasons } from "@/lib/runtime/host-load";
import { loadSkill } from "@/lib/runtime/load-skills";
import { packageCaches } from "./caches/package-caches";
import { readDraft } from "./drafts/read-draft";
import type { HostLoads } from "./host-loads-schema";
import { readBlob } from "./read-packages";

type HostFate = HostLoads["hosts"][number];
type Head = { id: string; title: string };

/** Which hosts load a skill's draft, as what, and why others do not. Of its files SKILL.md is read, once for its digest. */
export async function getHostLoads(context: Context, { skill: name }: { skill: string }): Promise<HostLoads> {
  requirePermission(context, "library.read");
  const draft = await readDraft(context, name);
  const { skillId, digest, revision, files } = draft;
  const source = {
    listFiles: async () => files,
    readFile: async (_ref: unknown, path: string) => {
      const file = files.find((candidate) => candidate.path === path);
      return file ? readBlob(context, file.sha256) : null;
    },
  };
  const ref = { skillId, name: draft.name, digest, version: null, draftRevision: revision };
  const row = await context.db.draft.findFirst({
    where: { skillId, workspaceId: context.workspace.id },
    select: { description: true },
  });
  const shown = { name: draft.name, description: row?.description ?? "" };
  const hosts: HostFate[] = [];
  for (const host of loadingHosts)
    hosts.push(
      describeLoad(host, await loadSkill({ host, source, cache: packageCaches().loads }, ref), shown),
    );
  return { loaded: hosts.filter(({ state }) => state === "loaded").length, hosts };
}

/** One host's answer, for people and programs. */
export function describeLoad(
  { id: dialect, title }: Head,
  load: HostLoad,
  shown: { name: string; description: string },
): HostFate {
  if (load.state === "refused") return { dialect, title, ...load };
  const { name, description, leftOut } = load;
  return {
    dialect,
    title,
    state: "loaded",
    name,
    description,
    // How a text is broken into lines makes no other text of it.
    readsOtherwise: name !== shown.name || onOneLine(description) !== onOneLine(shown.description),
    leftOut: leftOut.map(({ path, rule }) => ({ path, why: leaveOutReasons[rule] })),
  };
}
