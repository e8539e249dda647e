import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { writeTarGz } from "@/lib/bundles/write-tar";
import { sha256 } from "@/lib/platform/crypto";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aSource } from "@/lib/testing/delivery/sources";
import { allowLocalServers } from "@/lib/testing/models";
import { skillText } from "@/lib/testing/packages";
import { aRealRegistry, hasRegistry } from "@/lib/testing/servers/docker-registry";
import { anArtifact, aRegistry, ociDigest } from "@/lib/testing/servers/registry";
import { packed, plain, zipOf } from "@/lib/testing/uploads";
import { createSource } from "./commands/create-source";
import { editSource } from "./commands/edit-source";
import type { Source } from "./schema";

allowLocalServers();
const { db } = testDatabase();
const oci = { kind: "oci" } as const;
const name = "meridian/skills";

const tarOf = (folders: Parameters<typeof packed>[0]) =>
  buffer(writeTarGz(packed(folders), { layout: "folder" }));
const outcomes = ({ report }: Source) =>
  Object.fromEntries((report?.entries ?? []).map(({ outcome, path }) => [path, outcome]));
const draftPaths = async (workspaceId: string) =>
  (await db.draftFile.findMany({ where: { workspaceId } })).map(({ path }) => path).sort();

describe("an artefact in a registry", () => {
  it("is taken at its tag, pinned by the digest of its manifest, and read again only when that is another", async () => {
    const context = await aContext(db);
    const first = anArtifact([{ bytes: await tarOf({ pdf: plain("pdf"), notes: plain("notes") }) }]);
    const registry = await aRegistry(name, { latest: first });
    const { sync } = await aSource(context, registry.url, oci);
    const synced = await sync();
    expect(synced).toMatchObject({ failure: null, synced: { revision: sha256(first.manifest) } });
    expect(outcomes(synced)).toEqual({ pdf: "new", notes: "new" });
    const asked = registry.seen.length;
    expect((await sync()).report).toEqual(synced.report);
    expect(registry.seen.slice(asked).map(({ path }) => path)).toEqual([`/v2/${name}/manifests/latest`]);
    registry.push("latest", anArtifact([{ bytes: await tarOf({ pdf: plain("pdf", "Do it now.\n") }) }]));
    expect(outcomes(await sync())).toEqual({ pdf: "changed", notes: "gone" });
  });

  it("of one digest is that and nothing else, also where the registry answers with another", async () => {
    const context = await aContext(db);
    const wanted = anArtifact([{ bytes: await zipOf({ pdf: plain("pdf") }) }]);
    const registry = await aRegistry(name, { v1: wanted });
    const { source, sync } = await aSource(context, registry.url, { ...oci, ref: wanted.digest });
    expect(source.ref).toBe(sha256(wanted.manifest));
    expect(outcomes(await sync())).toEqual({ pdf: "new" });
    registry.pages[`/v2/${name}/manifests/${wanted.digest}`] = anArtifact([
      { bytes: await zipOf({ pdf: plain("pdf", "Other.\n") }) },
    ]).manifest;
    expect(await sync()).toMatchObject({
      failure: { kind: "damaged" },
      synced: { revision: sha256(wanted.manifest) },
    });
  });

  it("may come file by file, with an archive among its files, or as a folder that was packed", async () => {
    const context = await aContext(db);
    const asset = await zipOf({ data: { "a.csv": "1" } });
    const single = anArtifact([
      { bytes: skillText("pdf"), title: "SKILL.md" },
      { bytes: asset, title: "assets/data.zip" },
    ]);
    const folder = anArtifact([
      { bytes: await tarOf({ notes: plain("notes") }), title: "notes", unpack: true },
    ]);
    const registry = await aRegistry(name, { single, folder });
    const one = await aSource(context, registry.url, { ...oci, ref: "single" });
    expect((await one.sync()).failure).toBeNull();
    expect(await draftPaths(context.workspace.id)).toEqual(["SKILL.md", "assets/data.zip"]);
    const other = await aSource(context, registry.url, { ...oci, ref: "folder" });
    expect((await other.sync()).failure).toBeNull();
    const skills = await db.skill.findMany({ where: { workspaceId: context.workspace.id } });
    expect(skills.map((skill) => skill.name).sort()).toEqual(["notes", "pdf"]);
  });

  it("has its layers laid over each other, with what a later one takes away", async () => {
    const context = await aContext(db);
    const lower = { pdf: { ...plain("pdf"), "old.md": "Old", "a.md": "A" }, notes: plain("notes") };
    const upper = { pdf: { ".wh.old.md": "", "a.md": "B" }, ".": { ".wh.notes": "" } };
    const layers = [{ bytes: await tarOf(lower) }, { bytes: await zipOf({ pdf: upper.pdf }) }];
    const registry = await aRegistry(name, { latest: anArtifact(layers) });
    const { sync } = await aSource(context, registry.url, oci);
    expect(outcomes(await sync())).toEqual({ pdf: "new", notes: "new" });
    const files = await db.draftFile.findMany({
      where: { workspaceId: context.workspace.id, skill: undefined, path: { in: ["a.md", "old.md"] } },
    });
    expect(files.map(({ path, sha256: hash }) => [path, hash])).toEqual([["a.md", sha256(Buffer.from("B"))]]);
  });

  it("of an index is the first with a skill in it", async () => {
    const context = await aContext(db);
    const [readme, skills] = [
      anArtifact([{ bytes: "Read me.", title: "README.md" }]),
      anArtifact([{ bytes: await tarOf({ pdf: plain("pdf") }) }]),
    ];
    const manifests = [readme, skills].map(({ manifest, digest }) => ({ digest, size: manifest.length }));
    const registry = await aRegistry(name, { a: readme, b: skills });
    registry.pages[`/v2/${name}/manifests/latest`] = JSON.stringify({ schemaVersion: 2, manifests });
    const { sync } = await aSource(context, registry.url, oci);
    expect(outcomes(await sync())).toEqual({ pdf: "new" });
  });

  it("has one folder read where one is named", async () => {
    const context = await aContext(db);
    const bytes = await tarOf({ repo: { "tools/pdf/SKILL.md": skillText("pdf"), "SKILL.md": "no skill" } });
    const registry = await aRegistry(name, { latest: anArtifact([{ bytes }]) });
    const { source, sync } = await aSource(context, registry.url, { ...oci, folder: "repo/tools" });
    expect(outcomes(await sync())).toEqual({ pdf: "new" });
    await editSource(context, { source: source.id, folder: "nowhere" });
    expect((await sync()).failure?.kind).toBe("no-such-folder");
  });
});

describe("a registry that wants to know who asks", () => {
  const artifact = async () => anArtifact([{ bytes: await zipOf({ pdf: plain("pdf") }) }]);
  /** Lets in whoever sends `Authorization: <wanted>`, and sends everybody else to `challenge`. */
  const closed = async (wanted: string, challenge: (origin: string) => string) => {
    const registry = await aRegistry(name, { latest: await artifact() });
    for (const [path, page] of Object.entries(registry.pages)) {
      registry.pages[path] = (answer, headers) => {
        if (headers.authorization === wanted) answer.end(page);
        else answer.writeHead(401, { "www-authenticate": challenge(registry.origin) }).end();
      };
    }
    return registry;
  };

  it("by name and token is told them, and nobody without", async () => {
    const context = await aContext(db);
    const basic = `Basic ${Buffer.from("ines:secret").toString("base64")}`;
    const registry = await closed(basic, () => 'Basic realm="Registry"');
    const known = await aSource(context, registry.url, { ...oci, userName: "ines", token: "secret" });
    expect((await known.sync()).failure).toBeNull();
    const unknown = await aSource(context, registry.url, oci);
    expect((await unknown.sync()).failure).toMatchObject({
      kind: "credentials",
      message: expect.stringContaining("wants a user name and a token"),
    });
  });

  it("by a token of its own is asked for one first, with what was given for it", async () => {
    const context = await aContext(db);
    const registry = await closed(
      "Bearer abc.def",
      (origin) => `Bearer realm="${origin}/token",service="reg",scope="repository:${name}:pull"`,
    );
    const tokenPath = `/token?service=reg&scope=${encodeURIComponent(`repository:${name}:pull`)}`;
    registry.pages[tokenPath] = JSON.stringify({ token: "abc.def", expires_in: 300 });
    const { sync } = await aSource(context, registry.url, { ...oci, userName: "ines", token: "secret" });
    expect((await sync()).failure).toBeNull();
    const basic = `Basic ${Buffer.from("ines:secret").toString("base64")}`;
    expect(registry.seen.find(({ path }) => path === tokenPath)?.authorization).toBe(basic);
    expect(registry.seen.filter(({ path }) => path.startsWith("/token"))).toHaveLength(1);
    registry.seen.length = 0;
    const anonymous = await aSource(context, registry.url, oci);
    expect((await anonymous.sync()).failure).toBeNull();
    expect(registry.seen.find(({ path }) => path === tokenPath)?.authorization).toBeUndefined();
  });

  it("and sends for it to another place does not get what was given for itself told there", async () => {
    const context = await aContext(db);
    const elsewhere = await aRegistry("x", {}, {});
    const scope = encodeURIComponent(`repository:${name}:pull`);
    elsewhere.pages[`/token?scope=${scope}`] = JSON.stringify({ access_token: "abc" });
    const registry = await closed("Bearer abc", () => `Bearer realm="${elsewhere.origin}/token"`);
    const { sync } = await aSource(context, registry.url, { ...oci, userName: "ines", token: "secret" });
    expect((await sync()).failure).toBeNull();
    expect(elsewhere.seen).toEqual([{ path: `/token?scope=${scope}`, authorization: undefined }]);
    expect(registry.seen.every(({ authorization }) => !authorization?.startsWith("Basic"))).toBe(true);
  });

  it.each([
    ["Bearer", "credentials"],
    ['Bearer realm="file:///etc/passwd"', "address"],
    ['Bearer realm="https://10.1.2.3/token"', "address"],
    ["Negotiate", "credentials"],
  ])("by %s is given up on: %s", async (challenge, kind) => {
    const context = await aContext(db);
    const registry = await closed("Bearer never", () => challenge);
    const { sync } = await aSource(context, registry.url, { ...oci, token: "secret" });
    expect((await sync()).failure?.kind).toBe(kind);
  });
});

describe("what is no such artefact", () => {
  const good = async () => anArtifact([{ bytes: await zipOf({ pdf: plain("pdf") }) }]);

  it.each([
    ["no manifest", "not-registry", () => "<html>"],
    [
      "a layer without bytes",
      "not-found",
      ({ manifest }: { manifest: string }) => manifest.replace(/sha256:../, "sha256:00"),
    ],
    [
      "more than is read",
      "too-large",
      ({ manifest }: { manifest: string }) => manifest.replace(/"size":\d{2,}/, '"size":999999999'),
    ],
    [
      "more than its manifest says",
      "damaged",
      ({ manifest }: { manifest: string }) => manifest.replace(/"size":\d{2,}/, '"size":0'),
    ],
    [
      "too many artefacts",
      "not-registry",
      () =>
        JSON.stringify({
          manifests: Array.from({ length: 65 }, (_, at) => ({ digest: ociDigest(String(at)), size: 1 })),
        }),
    ],
  ])("%s: %s", async (_, kind, meddle) => {
    const context = await aContext(db);
    const artifact = await good();
    const registry = await aRegistry(name, { latest: artifact });
    registry.pages[`/v2/${name}/manifests/latest`] = meddle({
      manifest: artifact.manifest.replace(/"config":\{[^}]*\},/, ""),
    });
    const { sync } = await aSource(context, registry.url, oci);
    expect((await sync()).failure?.kind).toBe(kind);
    expect(await db.skill.count({ where: { workspaceId: context.workspace.id } })).toBe(0);
  });

  it("bytes that are not what their digest says are not used", async () => {
    const context = await aContext(db);
    const artifact = await good();
    const registry = await aRegistry(name, { latest: artifact });
    const [blob] = artifact.blobs;
    registry.pages[`/v2/${name}/blobs/${blob?.digest}`] = await zipOf({ pdf: plain("pdf", "Evil.\n") });
    const { sync } = await aSource(context, registry.url, oci);
    expect((await sync()).failure?.kind).toBe("damaged");
    expect(await db.skill.count({ where: { workspaceId: context.workspace.id } })).toBe(0);
  });

  it.each(["../SKILL.md", "/etc/SKILL.md", "a\\b"])(
    "a file that says it lies at %j is not used",
    async (title) => {
      const context = await aContext(db);
      const artifact = anArtifact([
        { bytes: skillText("pdf"), title: "pdf/SKILL.md" },
        { bytes: "x", title },
      ]);
      const registry = await aRegistry(name, { latest: artifact });
      const { sync } = await aSource(context, registry.url, oci);
      expect((await sync()).failure?.kind).toBe("unsafe");
    },
  );

  it("an artefact without a SKILL.md says so", async () => {
    const context = await aContext(db);
    const registry = await aRegistry(name, { latest: anArtifact([{ bytes: "x", title: "README.md" }]) });
    const { sync } = await aSource(context, registry.url, oci);
    expect((await sync()).failure?.kind).toBe("no-skills");
  });
});

describe("the reference registry itself (skipped where docker-registry is not installed)", () => {
  it.skipIf(!hasRegistry)("gives out what was pushed to it, by tag and by digest", async () => {
    const context = await aContext(db);
    const registry = await aRealRegistry();
    const first = anArtifact([{ bytes: await tarOf({ pdf: plain("pdf") }), title: "skills", unpack: true }]);
    await registry.push(name, "v1", first);
    const byTag = await aSource(context, `${registry.origin}/${name}`, { ...oci, ref: "v1" });
    expect(await byTag.sync()).toMatchObject({ failure: null, synced: { revision: sha256(first.manifest) } });
    const second = anArtifact([{ bytes: await tarOf({ pdf: plain("pdf", "Do it now.\n") }) }]);
    await registry.push(name, "v1", second);
    expect(outcomes(await byTag.sync())).toEqual({ pdf: "changed" });
    const byDigest = await aSource(context, `${registry.origin}/${name}`, { ...oci, ref: first.digest });
    expect((await byDigest.sync()).synced?.revision).toBe(sha256(first.manifest));
    const nowhere = await aSource(context, `${registry.origin}/${name}`, { ...oci, ref: "v2" });
    expect((await nowhere.sync()).failure?.kind).toBe("not-found");
  });
});

describe("an address for one", () => {
  it("may be written with oci://", async () => {
    const context = await aContext(db);
    const source = await createSource(context, { ...oci, name: "A", url: "oci://ghcr.io/meridian/skills" });
    expect(source.url).toBe("https://ghcr.io/meridian/skills");
  });

  it.each([
    [{ url: "https://ghcr.io/meridian/skills:v1" }, /has a field of its own/],
    [{ url: "https://ghcr.io" }, /Name a registry and a repository/],
    [{ url: "https://ghcr.io/meridian/skills", ref: "a/b" }, /name a tag or its sha256 digest/],
    [{ url: "https://ghcr.io/meridian/skills?x=1" }, /only an archive's address/],
  ])("is refused in words: %j", async (given, message) => {
    const context = await aContext(db);
    const refused = { code: "UNPROCESSABLE", message: expect.stringMatching(message) };
    await expect(createSource(context, { ...oci, name: "A", ...given })).rejects.toMatchObject(refused);
  });
});
