import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { compareStates, type Place } from "@/lib/delivery/git/compare-states";
import type { SentCommit } from "@/lib/delivery/git/continue-history";
import { loadHistory } from "@/lib/delivery/git/load-history";
import { sayFailure } from "./failure-words";
import { factsOf, type MirrorRow, readMirrorRow, remoteOf, requireSource, sentBefore } from "./mirror-rows";
import { type Look, lookAhead } from "./run-push";
import type { MirrorPlan } from "./schema";

/** Commits that are named one by one, and files of each kind. */
const [mostCommits, mostFiles] = [100, 200];

/**
 * What a push would do at this moment: the remote is asked, with the token or key, and nothing is changed there. What keeps it
 * from answering is in the plan, not thrown. NOT_FOUND for one of elsewhere, CONFLICT for one whose address has ended.
 */
export async function getMirrorPlan(context: Context, { mirror }: { mirror: string }): Promise<MirrorPlan> {
  requirePermission(context, "addresses.manage");
  const row = await readMirrorRow(context, mirror);
  const recorded = requireSource(row, context.now());
  let offeredHostKey: string | null = null;
  // A look keeps nothing: who pushes, or accepts this one, does.
  const acceptHost = async (met: string) => {
    if (met !== row.hostKey) offeredHostKey = met;
    return met === row.hostKey;
  };
  const looked = await lookAhead(context, {
    recorded,
    remote: remoteOf(row, acceptHost),
    known: sentBefore(row),
    signal: new AbortController().signal,
  });
  if (!looked.ok) {
    const { kind, remoteSaid } = looked.error;
    const facts = { ...factsOf(row), ...(offeredHostKey !== null && { offeredHostKey }) };
    const failure = { kind, message: sayFailure(kind, facts), remoteSaid };
    return { state: "failed", remote: null, changes: null, failure, offeredHostKey };
  }
  const { repository, plan } = looked.value;
  const { state, remote, commits, withheld } = plan;
  if (commits.length === 0) return { state, remote, changes: null, failure: null, offeredHostKey };
  const { added, changed, removed } = await compareStates(context, {
    before: await findThere(context, row, looked.value),
    after: { content: repository.content, number: commits.at(-1)?.number ?? 0 },
  });
  const changes = {
    commits: { total: commits.length, items: commits.slice(-mostCommits).reverse().map(toShown) },
    files: { added: some(added), changed: some(changed), removed: some(removed) },
    withheld,
    hasOwnIds: commits.some(({ id }) => repository.findCommit(id) === undefined),
  };
  return { state, remote, changes, failure: null, offeredHostKey };
}

/** What the branch is at by now. Chosen skills have another history once one of them is deleted: that is compared too. */
async function findThere(context: Context, row: MirrorRow, { repository, plan }: Look): Promise<Place> {
  const { content } = repository;
  const number = plan.base?.number ?? 0;
  const sent = number === 0 ? sentBefore(row).find(({ id }) => id === plan.base?.id) : undefined;
  if (!sent?.history) return { content, number };
  const { history } = sent;
  return { content: { history, rows: await loadHistory(context, history) }, number: sent.number };
}

const some = (paths: readonly string[]) => ({ total: paths.length, items: paths.slice(0, mostFiles) });

function toShown({ id, bytes }: SentCommit) {
  const text = Buffer.from(bytes).toString("utf8");
  const [, author = "", seconds = "0"] = /^author (.*) <[^>]*> (\d+) /m.exec(text) ?? [];
  const [subject = ""] = text.slice(text.indexOf("\n\n") + 2).split("\n", 1);
  return { id, subject, author, at: new Date(Number(seconds) * 1000).toISOString() };
}
