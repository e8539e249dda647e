import { z } from "zod";
import { err, ok, type Result } from "@/lib/kernel/result";
import type { SourceFailure } from "../source-options";
import { jsonOf } from "./json-of";

const digestPattern = /^sha256:[0-9a-f]{64}$/;

const titleKey = "org.opencontainers.image.title";
/** How ORAS marks a folder that it packed (https://oras.land/docs/how_to_guides/pushing_and_pulling). */
const unpackKey = "io.deis.oras.content.unpack";
const descriptorSchema = z.object({
  digest: z.string().regex(digestPattern),
  size: z.number().int().nonnegative(),
  annotations: z
    .record(z.string(), z.string())
    .nullish()
    .transform((annotations) => annotations ?? {}),
});
const manifestSchema = z.union([
  z.object({ layers: z.array(descriptorSchema).max(128) }),
  z.object({ manifests: z.array(descriptorSchema).min(1).max(64) }),
]);

/** What is fetched of a registry by its digest. `title`: the path of what it is, `isFolder`: and that it was packed. */
export type Descriptor = { digest: string; size: number; title: string | null; isFolder: boolean };
/** An artefact or image, or a list of such (OCI Image 1.1: image manifest, image index; Docker's are alike). */
export type Manifest =
  | { kind: "artifact"; layers: Descriptor[] }
  | { kind: "index"; manifests: Descriptor[] };

/** What is asked for; registries answer with the first of these that they have. */
export const manifestTypes = [
  "application/vnd.oci.image.manifest.v1+json",
  "application/vnd.oci.image.index.v1+json",
  "application/vnd.docker.distribution.manifest.v2+json",
  "application/vnd.docker.distribution.manifest.list.v2+json",
].join(", ");

export function readManifest(bytes: Uint8Array): Result<Manifest, SourceFailure> {
  const read = manifestSchema.safeParse(jsonOf(bytes));
  if (!read.success) return err("not-registry");
  return ok(
    "layers" in read.data
      ? { kind: "artifact", layers: read.data.layers.map(toDescriptor) }
      : { kind: "index", manifests: read.data.manifests.map(toDescriptor) },
  );
}

function toDescriptor({ digest, size, annotations }: z.output<typeof descriptorSchema>): Descriptor {
  return { digest, size, title: annotations[titleKey] ?? null, isFolder: annotations[unpackKey] === "true" };
}
