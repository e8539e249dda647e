import "server-only";
import type { ArchiveContents } from "@/lib/bundles/archive-contents";
import { archiveLimits } from "@/lib/bundles/archive-limits";
import { isSkillFile } from "@/lib/bundles/find-packages";
import { readArchive } from "@/lib/bundles/read-archive";
import { isDigest } from "@/lib/kernel/is-digest";
import { err, ok, type Result } from "@/lib/kernel/result";
import { sha256 } from "@/lib/platform/crypto";
import { checkPackagePath } from "@/lib/skills/package-path";
import { registryAddress } from "../registry-address";
import type { SourceFailure } from "../source-options";
import { archiveFailure } from "./archive-failure";
import { below, withoutWrapper } from "./archive-root";
import type { Remote } from "./ask-remote";
import { openRegistry, type Registry } from "./open-registry";
import { type Descriptor, manifestTypes, readManifest } from "./read-oci-manifest";

/** `contents` is null where it is the artefact that was read before. `digest`: of its manifest, which holds all others. */
type FetchedArtifact = { digest: string; contents: ArchiveContents | null; size: number };

/** For everything that an artefact is made of. */
const wholeMs = 10 * 60_000;

type Wanted = {
  url: string;
  /** A tag, or the digest of the manifest; `latest` where it is empty. */
  ref: string;
  folder: string;
  known: string | null;
};

/**
 * What an artefact of a registry holds, whatever tool pushed it: its layers are archives (zip, tar, tar.gz) or single
 * files that say their path, laid over each other in order. There is no standard for skills yet, so of an index the
 * first artefact that has a SKILL.md is taken. Everything is held to its digest. Never throws for what a server sends.
 */
export async function fetchOci(
  remote: Remote,
  { url, ref, folder, known }: Wanted,
  stop: AbortSignal,
): Promise<Result<FetchedArtifact, SourceFailure>> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(wholeMs)]);
  const address = registryAddress(url);
  if (!address) return err("not-registry");
  const registry = openRegistry(remote, address, signal);
  const isPinned = isDigest(ref);
  const path = `manifests/${isPinned ? `sha256:${ref}` : ref || "latest"}`;
  const bytes = await registry({ path, answers: "registry-manifest", accept: manifestTypes });
  if (!bytes.ok) return bytes;
  const digest = sha256(bytes.value);
  if (isPinned && digest !== ref) return err("damaged");
  if (digest === known) return ok({ digest, contents: null, size: 0 });
  const manifest = readManifest(bytes.value);
  if (!manifest.ok) return manifest;
  const candidates =
    manifest.value.kind === "artifact" ? [manifest.value.layers] : listed(registry, manifest.value.manifests);
  const budget = { bytes: archiveLimits.archiveBytes };
  let size = 0;
  for await (const layers of candidates) {
    if ("ok" in layers) return layers;
    const read = await readLayers(registry, layers, { budget, signal });
    if (!read.ok) return read;
    size += read.value.size;
    const contents = below(withoutWrapper(read.value.contents), folder);
    if (contents && [...contents.files, ...contents.barred].some((one) => isSkillFile(one.path)))
      return ok({ digest, contents, size });
  }
  return err(folder === "" ? "no-skills" : "no-such-folder");
}

const ociDigest = (bytes: Uint8Array): string => `sha256:${sha256(bytes)}`;

/** The layers of each artefact of an index, one after another; or why one of them cannot be read. */
async function* listed(
  registry: Registry,
  manifests: readonly Descriptor[],
): AsyncGenerator<Descriptor[] | { ok: false; error: SourceFailure }> {
  for (const { digest } of manifests) {
    const path = `manifests/${digest}`;
    const bytes = await registry({ path, answers: "registry-manifest", accept: manifestTypes });
    if (!bytes.ok) return yield bytes;
    if (ociDigest(bytes.value) !== digest) return yield err("damaged");
    const manifest = readManifest(bytes.value);
    if (!manifest.ok) return yield manifest;
    // An index within an index is nothing that anybody pushes.
    if (manifest.value.kind === "artifact") yield manifest.value.layers;
  }
}

type Reading = { budget: { bytes: number }; signal: AbortSignal };

/** All layers, a later one over those before it. */
async function readLayers(
  registry: Registry,
  layers: readonly Descriptor[],
  { budget, signal }: Reading,
): Promise<Result<{ contents: ArchiveContents; size: number }, SourceFailure>> {
  let contents: ArchiveContents = { files: [], links: [], barred: [], notes: [], ignored: [] };
  let size = 0;
  // File by file: then an archive among them is one of its files.
  const isByFile = layers.some(({ title }) => title !== null && isSkillFile(title));
  for (const layer of layers) {
    budget.bytes -= layer.size;
    if (budget.bytes < 0) return err("too-large");
    const path = `blobs/${layer.digest}`;
    const bytes = await registry({ path, answers: "archive", accept: "*/*" });
    if (!bytes.ok) return bytes;
    if (bytes.value.length !== layer.size || ociDigest(bytes.value) !== layer.digest) return err("damaged");
    size += bytes.value.length;
    const read = await readLayer(layer, bytes.value, { isByFile, signal });
    if (!read.ok) return read;
    contents = layOver(contents, read.value);
    if (isTooMuch(contents)) return err("too-large");
  }
  return ok({ contents, size });
}

async function readLayer(
  { title, isFolder }: Descriptor,
  bytes: Uint8Array,
  { isByFile, signal }: { isByFile: boolean; signal: AbortSignal },
): Promise<Result<ArchiveContents, SourceFailure>> {
  if (isByFile && title !== null && !isFolder) return singleFile(title, bytes);
  const unpacked = await readArchive(bytes, { fileName: "The layer", signal });
  if (unpacked.ok) return unpacked;
  const failure = archiveFailure(unpacked.error.rule);
  // A file that says where it lies is no archive, and need not be one.
  return failure === "not-archive" && title !== null ? singleFile(title, bytes) : err(failure);
}

function singleFile(title: string, bytes: Uint8Array): Result<ArchiveContents, SourceFailure> {
  const path = checkPackagePath(title);
  if (!path.ok) return err("unsafe");
  if (bytes.length > archiveLimits.fileBytes) return err("too-large");
  return ok({ files: [{ path: path.value, bytes }], links: [], barred: [], notes: [], ignored: [] });
}

/** An image's layer says what of those below it is gone: one path, or all of a folder (OCI Image 1.1, "Whiteouts"). */
const whiteout = /^(|.*\/)\.wh\.([^/]+)$/;
const wholeFolder = ".wh..opq";

function layOver(lower: ArchiveContents, upper: ArchiveContents): ArchiveContents {
  const paths = new Set([...upper.files, ...upper.links, ...upper.barred].map(({ path }) => path));
  const isGone = goneBy(paths);
  const laid = <T extends { path: string }>(below: readonly T[], above: readonly T[]): T[] => [
    ...below.filter(({ path }) => !paths.has(path) && !isGone(path)),
    ...above.filter(({ path }) => !whiteout.test(path)),
  ];
  return {
    files: laid(lower.files, upper.files),
    links: laid(lower.links, upper.links),
    barred: laid(lower.barred, upper.barred),
    notes: laid(lower.notes, upper.notes),
    ignored: [...lower.ignored, ...upper.ignored],
  };
}

function goneBy(paths: ReadonlySet<string>): (path: string) => boolean {
  const [single, folders] = [new Set<string>(), [] as string[]];
  for (const path of paths) {
    const [, folder = "", name] = whiteout.exec(path) ?? [];
    if (name === wholeFolder) folders.push(folder);
    else if (name !== undefined) {
      single.add(folder + name);
      folders.push(`${folder}${name}/`);
    }
  }
  return (path) => single.has(path) || folders.some((folder) => path.startsWith(folder));
}

const isTooMuch = ({ files }: ArchiveContents): boolean =>
  files.length > archiveLimits.entries ||
  files.reduce((sum, { bytes }) => sum + bytes.length, 0) > archiveLimits.totalBytes;
