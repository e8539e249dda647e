import { type BatchAct, runBatch } from "@/components/data/batch-queries";
import { client } from "@/lib/api/client";
import type { BatchItem } from "@/lib/batches/schema";
import type { ManyAct } from "./act-words";
import { asDeleted, type RunRow, rowOf, sendActs } from "./batch-run";
import { type ActInput, actsOf, assigns } from "./build-acts";
import type { SendChunk } from "./use-batch-run";
import type { Preview } from "./use-preview";

/** What is to be done now, once the person pressed the button. */
export type Job = {
  names: readonly string[];
  send: SendChunk;
  /** The address of the agent that was made for it. */
  newAgent: { slug: string; name: string } | null;
};

/** What would become of each skill, with what an agent that is not made yet would get. Null while it cannot be said. */
export function previewRows(kind: ManyAct, input: ActInput, preview: Preview | undefined): RunRow[] | null {
  if (preview === undefined) return null;
  const agent = input.newAgent.trim();
  const { names, items } = preview;
  if (items === null) {
    if (kind !== "assign" || agent === "") return null;
    return names.map((name) => ({
      name,
      outcome: "done",
      problem: null,
      undo: [],
      summary: `Assigns it to ${agent}, which is made now`,
    }));
  }
  return items.map(rowOf);
}

/** Whom it is begun for: what is so already still goes on to the agents. */
export function namesToDo(kind: ManyAct, input: ActInput, rows: readonly RunRow[]): string[] {
  const goesOn = assigns(kind, input) && (kind === "publish" || input.newAgent.trim() !== "");
  return rows
    .filter(({ outcome }) => outcome === "done" || (goesOn && outcome === "unchanged"))
    .map(({ name }) => name);
}

/** The revisions that were looked at: a draft that somebody changed since is refused, not published unseen. */
function seenRevisions(items: readonly BatchItem[] | null): ReadonlyMap<string, number> {
  return new Map(
    (items ?? []).flatMap(({ skill }) =>
      skill.revision === undefined ? [] : [[skill.name, skill.revision] as const],
    ),
  );
}

/** How one chunk is done: act after act, each only for those that the one before did not refuse. */
export function senderOf(
  workspace: string,
  { kind, input, items }: { kind: ManyAct; input: ActInput; items: readonly BatchItem[] | null },
): SendChunk {
  const revisions = seenRevisions(items);
  // However many requests it takes, whoever is asked is told once. Browsers make no such ids over plain http.
  const batch = kind === "request-review" ? crypto.randomUUID?.() : undefined;
  const send = (act: BatchAct, names: readonly string[]) => {
    const seen = names.flatMap((name) => {
      const revision = revisions.get(name);
      return revision === undefined ? [] : [[name, revision] as const];
    });
    return runBatch(client.library, workspace, {
      act:
        act.kind === "delete"
          ? { ...act, confirm: String(names.length) }
          : act.kind === "request-review"
            ? { ...act, ...(batch && { batch }) }
            : act,
      names,
      ...(act.kind === "publish" && seen.length > 0 && { seen: Object.fromEntries(seen) }),
    });
  };
  return async (names, isRepeated) => {
    const rows = await sendActs(actsOf(kind, input, names.length), names, send);
    return kind === "delete" && isRepeated ? rows.map(asDeleted) : rows;
  };
}
