import "server-only";
import { LRUCache } from "lru-cache";
import type { Context, WorkspaceContext } from "@/lib/access/context";
import type { Download } from "@/lib/bundles/download";
import { AppError } from "@/lib/kernel/app-error";
import { isDigest } from "@/lib/kernel/is-digest";
import { readBlob } from "@/lib/library/read-packages";
import { sha256 } from "@/lib/platform/crypto";
import type { Delivery } from "./delivered";
import { archiveDigest } from "./delivery-digest";
import { findPastArchive, findPastFile, type PastBytes } from "./find-past-delivery";
import { openDelivery } from "./open-delivery";
import { packVersion } from "./pack-version";

const MiB = 1024 * 1024;

declare global {
  var greenroomDeliveredBytes: LRUCache<string, Download> | undefined;
}
/** Files and archives by what names their bytes. Whoever asks has been found to be delivered them. */
function held(): LRUCache<string, Download> {
  globalThis.greenroomDeliveredBytes ??= new LRUCache({
    maxSize: 64 * MiB,
    sizeCalculation: ({ content }) => content.byteLength + 500,
  });
  return globalThis.greenroomDeliveredBytes;
}

/**
 * One file by the sha256 of its bytes, as long as this agent is or was delivered it. NOT_FOUND for all other bytes,
 * GONE for those of versions that were withdrawn since.
 */
export async function getDeliveredFile(
  context: Context,
  input: { agent: string; file: string },
): Promise<Download> {
  const { agent, delivery } = await openDelivery(context, input.agent);
  const digest = digestIn(input.file);
  if (!contentsOf(delivery).files.has(digest))
    requireDelivered(await findPastFile(context, { agentId: agent.id, sha256: digest }));
  return hold(context, `file ${digest}`, async () => {
    const content = await readBlob(context, digest);
    if (!content) throw noSuchBytes();
    return { fileName: digest, mediaType: "application/octet-stream", etag: digest, content };
  });
}

/** One skill as a zip with its files at the root, by its `archive`: the same errors. */
export async function getDeliveredArchive(
  context: Context,
  input: { agent: string; archive: string },
): Promise<Download> {
  const { agent, delivery } = await openDelivery(context, input.agent);
  const digest = digestIn(input.archive.replace(/\.zip$/, ""));
  const now = contentsOf(delivery).archives.get(digest);
  const { state, versionId, name } = now
    ? { state: "delivered" as const, ...now }
    : await findPastArchive(context, { agentId: agent.id, archive: digest });
  requireDelivered(state);
  return hold(context, `archive ${digest}`, async () => {
    const { files, archive: content } = await packVersion(context, { versionId, name });
    if (files.length === 0) throw noSuchBytes();
    const etag = sha256(content);
    return { fileName: `${name}.zip`, mediaType: "application/zip", etag, content };
  });
}

/** Under way, by workspace and key. */
const making = new Map<string, Promise<Download>>();

/** Made once for all who ask at the same time, and kept while there is room. */
async function hold(
  { workspace }: WorkspaceContext,
  key: string,
  make: () => Promise<Download>,
): Promise<Download> {
  const mark = `${workspace.id} ${key}`;
  const known = held().get(key) ?? making.get(mark);
  if (known) return known;
  const made = make();
  making.set(mark, made);
  try {
    const download = await made;
    held().set(key, download);
    return download;
  } finally {
    making.delete(mark);
  }
}

type Contents = {
  files: ReadonlySet<string>;
  archives: ReadonlyMap<string, { versionId: string; name: string }>;
};
const contents = new WeakMap<Delivery, Contents>();

function contentsOf(delivery: Delivery): Contents {
  const known = contents.get(delivery);
  if (known) return known;
  const { skills } = delivery;
  const made: Contents = {
    files: new Set(skills.flatMap(({ files }) => files.map((file) => file.sha256))),
    archives: new Map(
      skills.map((skill) => [archiveDigest(skill), { versionId: skill.version.id, name: skill.name }]),
    ),
  };
  contents.set(delivery, made);
  return made;
}

function digestIn(text: string): string {
  if (!isDigest(text)) throw noSuchBytes();
  return text;
}

function requireDelivered(state: PastBytes): void {
  if (state === "never") throw noSuchBytes();
  if (state === "withdrawn")
    throw new AppError(
      "GONE",
      "The version that these bytes are of was withdrawn: nobody is delivered it any more. The manifest says what is delivered instead.",
    );
}

const noSuchBytes = (): AppError =>
  new AppError(
    "NOT_FOUND",
    "This agent was delivered no such bytes. The manifest names those that there are.",
  );
