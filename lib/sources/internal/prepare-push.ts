import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import type { PushPlace } from "@/lib/git/read-push-place";
import { signerEmail } from "@/lib/git/signers";
import { AppError } from "@/lib/kernel/app-error";
import { hostOf } from "@/lib/kernel/host-of";
import { loadBlobs } from "@/lib/library/blobs";
import { noSuchSkill } from "@/lib/library/drafts/read-draft";
import { sayFailure as sayPushFailure } from "@/lib/mirrors/failure-words";
import { lookAtRemote, type PushProblem, type Remote } from "@/lib/mirrors/remote-repository";
import { findPeople } from "@/lib/people/find-people";
import { sayFailure } from "../failure-words";
import { mergeRequestAddress } from "../merge-request-address";
import { branchOf, type PushState } from "../push-options";
import type { VersionPush } from "../push-schema";
import { kindOf, knownHost, readSourceRow, remoteOf, type SourceRow, sshOf } from "../source-rows";
import { type Branch, differing, makeBranch } from "./make-branch";
import { fetchCommit } from "./read-git";

/** `sending` is null where there is nothing to send, or no way to. */
export type PreparedPush = {
  row: SourceRow;
  push: VersionPush;
  remote: Remote;
  sending: (Branch & { place: PushPlace }) | null;
};

export type WantedPush = { source: string; skill: string; number: number };

/**
 * What a push of a published version to the repository of its source would do now: the remote is asked, and nothing is
 * changed there. What keeps it from answering is in the push, not thrown. NOT_FOUND for what is not here, UNPROCESSABLE
 * for what cannot go there, CONFLICT where a text of the source waits or none was taken yet.
 */
export async function preparePush(
  context: WorkspaceContext,
  wanted: WantedPush,
  signal: AbortSignal,
): Promise<PreparedPush> {
  const { row, folder, base, before, version } = await readPushed(context, wanted);
  const changes = differing(before, version.files);
  const branch = branchOf(wanted.skill, wanted.number);
  const remote = pushRemote(row, branch);
  const message = messageOf(wanted, version.note);
  const push: VersionPush = {
    state: "unchanged",
    branch,
    base,
    commit: null,
    message,
    files: changes.map(({ path, change }) => ({ path: joined(folder, path), change })),
    failure: null,
    request: mergeRequestAddress(row.url, { branch, into: /^[0-9a-f]{40}$/.test(row.ref) ? "" : row.ref }),
  };
  if (changes.length === 0) return { row, push, remote, sending: null };
  const told = { host: hostOf(row.url), ref: base, folder: "", ssh: sshOf(row) };
  const failed = (said: string, remoteSaid: string | null = null): PreparedPush => ({
    row,
    remote,
    sending: null,
    push: { ...push, state: "failed", failure: { message: said, remoteSaid } },
  });
  const fetched = await fetchCommit(remoteOf(row, knownHost(row)), base, signal);
  if (!fetched.ok) return failed(sayFailure(fetched.error, { ...told, hasToken: remote.token !== null }));
  const files = await loadFiles(context, changes);
  const { objects, tree } = fetched.value;
  const { author } = version;
  const made = await makeBranch({ objects, base, tree, folder, files, message, author });
  if (!made.ok)
    return failed(
      made.error.kind === "damaged"
        ? sayFailure("damaged", { ...told, hasToken: false })
        : `In the repository, ${made.error.path} is something else than in the skill: a link, or a file where a folder is wanted. Mend it there.`,
    );
  const looked = await lookAtRemote(remote, signal);
  if (!looked.ok) return failed(sayProblem(looked.error, remote), looked.error.remoteSaid);
  const there = looked.value.refs.get(`refs/heads/${branch}`) ?? null;
  const { commit } = made.value;
  const state: PushState = there === null ? "new" : there === commit ? "there" : "taken";
  const sending = state === "new" ? { ...made.value, place: looked.value } : null;
  return { row, remote, sending, push: { ...push, state, commit } };
}

/** What a person reads of a push that failed. */
export const sayProblem = ({ kind }: PushProblem, { url, branch, token, ssh }: Remote): string =>
  sayPushFailure(kind, { host: hostOf(url), branch, hasToken: token !== null, isSsh: ssh !== undefined });

function pushRemote(row: SourceRow, branch: string): Remote {
  const { userName, ...remote } = remoteOf(row, knownHost(row));
  return { ...remote, branch, userName: userName || "x-access-token" };
}

const joined = (folder: string, path: string): string => (folder === "" ? path : `${folder}/${path}`);

const messageOf = ({ skill, number }: WantedPush, note: string): string =>
  [`Update ${skill} to version ${number}`, ...(note.trim() === "" ? [] : [note.trim()])].join("\n\n");

/** What is pushed, and what it is compared with: the text that was taken from the source. */
async function readPushed(context: WorkspaceContext, { source, skill, number }: WantedPush) {
  const row = await readSourceRow(context, source);
  const found = await context.db.skill.findFirst({
    where: { workspaceId: context.workspace.id, name: skill },
    select: {
      sources: {
        where: { sourceId: row.id },
        select: { path: true, digest: true, theirsDigest: true, files: { where: { side: "base" } } },
      },
      versions: {
        where: { number },
        select: {
          note: true,
          createdAt: true,
          authorId: true,
          files: true,
          withdrawal: { select: { reason: true } },
        },
      },
    },
  });
  if (!found) throw noSuchSkill(skill);
  const [link, version] = [found.sources[0], found.versions[0]];
  if (!version) throw new AppError("NOT_FOUND", `There is no version ${number} of ${skill}.`);
  if (kindOf(row) !== "git")
    throw new AppError("UNPROCESSABLE", `${row.name} is no git repository: nothing is pushed to it.`);
  if (!link || link.digest === null)
    throw new AppError("UNPROCESSABLE", `${skill} did not come from ${row.name}, so it has no place there.`);
  if (version.withdrawal) throw new AppError("CONFLICT", `Version ${number} is withdrawn, and goes nowhere.`);
  if (row.syncedRevision === null)
    throw new AppError("CONFLICT", `What ${row.name} has now is not known. Sync it first.`);
  if (link.theirsDigest !== null)
    throw new AppError(
      "CONFLICT",
      `${row.name} has another text of ${skill} that waits. Decide about it first, then publish and push.`,
    );
  const personOf = await findPeople(context, [version.authorId]);
  const person = personOf(version.authorId);
  const seconds = Math.floor(version.createdAt.getTime() / 1000);
  const author = { name: person.name, email: signerEmail(version.authorId), seconds };
  const place = link.path === "." ? "" : link.path;
  const folder = [row.folder, place].filter((part) => part !== "").join("/");
  return {
    row,
    folder,
    base: row.syncedRevision,
    before: link.files,
    version: { note: version.note, files: version.files, author },
  };
}

/** The bytes of what is to be written. */
async function loadFiles(context: WorkspaceContext, changes: ReturnType<typeof differing>) {
  const bytesOf = await loadBlobs(
    context,
    changes.flatMap(({ sha256 }) => sha256 ?? []),
  );
  return new Map(
    changes.map(({ path, sha256, executable }) => {
      if (sha256 === null) return [path, null] as const;
      const bytes = bytesOf.get(sha256);
      if (!bytes) throw new Error(`The bytes ${sha256} of a version are not here.`);
      return [path, { bytes, executable }] as const;
    }),
  );
}
