import "server-only";
import { archiveLimits } from "@/lib/bundles/archive-limits";
import { fetchOneRequest, listRefsRequest } from "@/lib/git/fetch-request";
import { flushPacket } from "@/lib/git/pkt-line";
import { readAdvertisement, readPackAnswer, readRefs } from "@/lib/git/read-fetch-answer";
import { treeOfCommit } from "@/lib/git/read-objects";
import { readPack, type StoredObject } from "@/lib/git/read-pack";
import { err, ok, type Result } from "@/lib/kernel/result";
import { askOverSsh, type SshAccess } from "@/lib/mirrors/ask-over-ssh";
import { createBreathe } from "@/lib/platform/yield-between-steps";
import type { SourceFailure } from "../source-options";
import { askRemote, mostBytes, type Remote, silentMs, wholeMs } from "./ask-remote";
import { type Collected, collectFiles } from "./collect-files";
import { isDripping } from "./pace";

const service = "git-upload-pack";
const protocol = { "Git-Protocol": "version=2" };
/** Trees and files of one commit; history is not asked for. */
const packLimits = { objects: 50_000, totalBytes: archiveLimits.totalBytes, deltaDepth: 250 };

/** The commit that a branch, a tag or the repository's own branch is at, or the commit that was named. Never throws for what a remote sends. */
export async function findCommit(
  remote: Remote,
  ref: string,
  signal: AbortSignal,
): Promise<Result<string, SourceFailure>> {
  const isNamed = /^[0-9a-f]{40}$/.test(ref);
  // Over ssh each answer is greeted by itself, as each is a connection of its own.
  const speaks = remote.ssh && !isNamed ? ok(true) : await greet(remote, signal);
  if (!speaks.ok) return speaks;
  if (isNamed) return ok(ref);
  const names = ref === "" ? ["HEAD"] : [`refs/heads/${ref}`, `refs/tags/${ref}`];
  const listed = await ask(remote, { answers: "names", body: listRefsRequest(names), signal });
  if (!listed.ok) return listed;
  const refs = readRefs(listed.value);
  if (!refs.ok) return err(refs.error === "refused" ? "forbidden" : refs.error);
  const commit = names.map((name) => refs.value.get(name)).find((id) => id !== undefined);
  return commit === undefined ? err("no-such-ref") : ok(commit);
}

/** The files of one commit below a folder. Never throws for what a remote sends. */
export async function readCommit(
  remote: Remote,
  { commit, folder }: { commit: string; folder: string },
  signal: AbortSignal,
): Promise<Result<Collected & { size: number }, SourceFailure>> {
  const fetched = await fetchCommit(remote, commit, signal);
  if (!fetched.ok) return fetched;
  const { objects, tree, size } = fetched.value;
  const collected = collectFiles(objects, tree, folder);
  return collected.ok ? ok({ ...collected.value, size }) : collected;
}

/** `size`: of the pack. */
export type Fetched = { objects: ReadonlyMap<string, StoredObject>; tree: string; size: number };

/** Every object of one commit, without its history. Never throws for what a remote sends. */
export async function fetchCommit(
  remote: Remote,
  commit: string,
  signal: AbortSignal,
): Promise<Result<Fetched, SourceFailure>> {
  const answer = await ask(remote, { answers: "pack", body: fetchOneRequest(commit), signal });
  if (!answer.ok) return answer;
  const pack = readPackAnswer(answer.value);
  if (!pack.ok) return err(pack.error === "refused" ? "no-such-ref" : pack.error);
  const objects = await readPack(pack.value, packLimits, createBreathe());
  if (!objects.ok) return err(objects.error === "damaged" ? "damaged" : "too-large");
  const found = objects.value.get(commit);
  const tree = found?.type === "commit" ? treeOfCommit(found.bytes) : null;
  if (tree === null) return err("damaged");
  return ok({ objects: objects.value, tree, size: pack.value.length });
}

/** Whether what answers can be asked. */
async function greet(remote: Remote, signal: AbortSignal): Promise<Result<true, SourceFailure>> {
  if (remote.ssh) {
    const answer = await askSsh(remote.url, remote.ssh, {
      body: null,
      maxBytes: mostBytes.capabilities,
      signal,
    });
    return answer.ok ? ok(true) : answer;
  }
  const hello = await askRemote(remote, {
    url: `${remote.url}/info/refs?service=${service}`,
    answers: "capabilities",
    headers: { ...protocol, Accept: `application/x-${service}-advertisement` },
    contentType: `application/x-${service}-advertisement`,
    signal,
  });
  return hello.ok ? canBeAsked(hello.value) : hello;
}

function canBeAsked(greeting: Uint8Array): Result<true, SourceFailure> {
  const speaks = readAdvertisement(greeting);
  return speaks.ok ? speaks : err(speaks.error === "refused" ? "forbidden" : speaks.error);
}

type Question = { answers: "names" | "pack"; body: Buffer; signal: AbortSignal };

async function ask(remote: Remote, question: Question): Promise<Result<Uint8Array, SourceFailure>> {
  const { answers, body, signal } = question;
  if (!remote.ssh) return askHttps(remote, question);
  const maxBytes = mostBytes.capabilities + mostBytes[answers];
  // A flush says that nothing else is asked (gitprotocol-v2, "Packet-Line Framing").
  return askSsh(remote.url, remote.ssh, { body: Buffer.concat([body, flushPacket]), maxBytes, signal });
}

/** What is answered once the greeting says that it can be asked. */
async function askSsh(
  url: string,
  access: SshAccess,
  question: { body: Buffer | null; maxBytes: number; signal: AbortSignal },
): Promise<Result<Uint8Array, SourceFailure>> {
  const pace = { silentMs, wholeMs, isTooSlow: isDripping };
  const asked = await askOverSsh(url, access, { program: service, ...pace, ...question });
  if (!asked.ok) return asked;
  const speaks = canBeAsked(asked.value.greeting);
  return speaks.ok ? ok(asked.value.answer) : speaks;
}

const askHttps = (remote: Remote, { answers, body, signal }: Question) =>
  askRemote(remote, {
    url: `${remote.url}/${service}`,
    answers,
    headers: {
      ...protocol,
      Accept: `application/x-${service}-result`,
      "Content-Type": `application/x-${service}-request`,
    },
    contentType: `application/x-${service}-result`,
    body: new Uint8Array(body),
    signal,
  });
