import { sha256 } from "@/lib/platform/crypto";
import { aWebServer } from "./web-server";

type Layer = { bytes: Uint8Array | string; title?: string; unpack?: boolean };
type Pages = Parameters<typeof aWebServer>[0];

const encode = (bytes: Uint8Array | string): Uint8Array =>
  typeof bytes === "string" ? Buffer.from(bytes) : bytes;
export const ociDigest = (bytes: Uint8Array | string): string => `sha256:${sha256(encode(bytes))}`;

/** An artefact's manifest, and its blobs by digest. */
export function anArtifact(layers: readonly Layer[]) {
  const described = layers.map(({ bytes, title, unpack }) => ({
    mediaType: "application/vnd.oci.image.layer.v1.tar+gzip",
    digest: ociDigest(bytes),
    size: encode(bytes).length,
    annotations: {
      ...(title !== undefined && { "org.opencontainers.image.title": title }),
      ...(unpack && { "io.deis.oras.content.unpack": "true" }),
    },
  }));
  const manifest = JSON.stringify({
    schemaVersion: 2,
    mediaType: "application/vnd.oci.image.manifest.v1+json",
    config: { mediaType: "application/vnd.oci.empty.v1+json", digest: ociDigest("{}"), size: 2 },
    layers: described,
  });
  const blobs = layers.map(({ bytes }) => ({ digest: ociDigest(bytes), bytes: encode(bytes) }));
  return { manifest, digest: ociDigest(manifest), blobs };
}

/** A registry on loopback with one repository of these artefacts by tag; `pages` add to it and take the place of its own. */
export async function aRegistry(
  name: string,
  tags: Readonly<Record<string, ReturnType<typeof anArtifact>>>,
  pages: Pages = {},
) {
  const own: Pages = {};
  const push = (tag: string, { manifest, digest, blobs }: ReturnType<typeof anArtifact>) => {
    for (const key of [tag, digest]) server.pages[`/v2/${name}/manifests/${key}`] = manifest;
    for (const blob of blobs) server.pages[`/v2/${name}/blobs/${blob.digest}`] = blob.bytes;
  };
  const server = await aWebServer(own);
  for (const [tag, artifact] of Object.entries(tags)) push(tag, artifact);
  Object.assign(server.pages, pages);
  return { ...server, url: `${server.origin}/${name}`, push };
}
