import { expect, it } from "vitest";
import { readManifest } from "./read-oci-manifest";

const digest = `sha256:${"a".repeat(64)}`;
const read = (value: unknown) => readManifest(Buffer.from(JSON.stringify(value)));

it("knows an artefact by its layers, and how a tool named them", () => {
  const annotations = {
    "org.opencontainers.image.title": "pdf/SKILL.md",
    "io.deis.oras.content.unpack": "true",
  };
  const layers = [
    { mediaType: "application/zip", digest, size: 3, annotations },
    { digest, size: 0, annotations: null },
  ];
  expect(read({ schemaVersion: 2, layers })).toEqual({
    ok: true,
    value: {
      kind: "artifact",
      layers: [
        { digest, size: 3, title: "pdf/SKILL.md", isFolder: true },
        { digest, size: 0, title: null, isFolder: false },
      ],
    },
  });
});

it("knows an index by its manifests", () => {
  expect(read({ manifests: [{ digest, size: 5, platform: { os: "linux" } }] })).toEqual({
    ok: true,
    value: { kind: "index", manifests: [{ digest, size: 5, title: null, isFolder: false }] },
  });
});

it.each([
  ["no object", []],
  ["a list of tags", { name: "a", tags: [] }],
  ["a digest of another kind", { layers: [{ digest: "sha512:00", size: 1 }] }],
  ["a digest that leads elsewhere", { layers: [{ digest: `${digest}/../x`, size: 1 }] }],
  ["a size below nothing", { layers: [{ digest, size: -1 }] }],
  ["too many layers", { layers: Array.from({ length: 129 }, () => ({ digest, size: 0 })) }],
  ["an index of nothing", { manifests: [] }],
])("refuses %s", (_, value) => {
  expect(read(value)).toEqual({ ok: false, error: "not-registry" });
});

it("refuses what is no JSON", () => {
  expect(readManifest(Buffer.from("<html>"))).toEqual({ ok: false, error: "not-registry" });
});
