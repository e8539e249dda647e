import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { createGunzip } from "node:zlib";
import tar from "tar-stream";
import { expect, test } from "vitest";
import { archivePackages } from "@/lib/bundles/archive-packages";
import { isExecutableMode } from "@/lib/bundles/package-bytes";
import { portablePackage } from "@/lib/bundles/portable-package";
import { readArchive } from "@/lib/bundles/read-archive";
import { writeZip } from "@/lib/bundles/write-zip";
import { packageDigest } from "@/lib/skills/digest";
import { packForTarget } from "./pack-for-target";
import { planForTarget } from "./plan-for-target";
import { readDocument } from "./skill-facts";
import { type TargetId, targetIds } from "./target-options";
import type { TargetFile, TargetPackage, TargetPlan } from "./target-plan";

const folder = path.resolve(import.meta.dirname, "../../../shared/corpus");

const sha256 = (content: string | Uint8Array): string => createHash("sha256").update(content).digest("hex");
const digestOf = (files: readonly TargetFile[]): string =>
  packageDigest(
    files.map((file) => ({ path: file.path, sha256: sha256(file.bytes) })),
    sha256,
  );
const runnableOf = (files: readonly TargetFile[]): string[] =>
  files.flatMap((file) => (file.executable ? [file.path] : [])).sort();

/** All packages of the collection that its index names, with what may be run in them. */
async function readRealSkills(): Promise<TargetPackage[]> {
  const files = new Map<string, TargetFile>();
  const archive = createReadStream(path.join(folder, "open-skills.tar.gz")).pipe(createGunzip());
  for await (const entry of archive.pipe(tar.extract())) {
    const bytes = new Uint8Array(await buffer(entry));
    const name = entry.header.name.replace(/^\.\//, "");
    const executable = isExecutableMode(entry.header.mode ?? 0);
    if (entry.header.type === "file") files.set(name, { path: name, bytes, executable });
  }
  const index = (await buffer(createReadStream(path.join(folder, "index.jsonl")))).toString().trim();
  return index.split("\n").map((line) => {
    const base = /"path": "([^"]+)"/.exec(line)?.[1] ?? "";
    const own = [...files.values()]
      .filter((file) => file.path.startsWith(`${base}/`))
      .map((file) => ({ ...file, path: file.path.slice(base.length + 1) }));
    const lies = path.basename(base);
    return { name: readDocument(own, lies)?.skill.name ?? lies, folder: lies, files: own };
  });
}

const plugin = { name: "real", version: "1.0.0", description: "Real skills", author: "Everybody" };
const set = {
  plugin,
  marketplace: {
    name: "real",
    owner: "Everybody",
    description: "Real skills",
    plugins: [{ ...plugin, path: "plugins/real" }],
  },
};

type Sent = { pkg: TargetPackage; plan: TargetPlan };

/** What an import finds in the archive, by the name of the skill that it was. */
async function comeBack(id: TargetId, sent: readonly Sent[]): Promise<Map<string, readonly TargetFile[]>> {
  const skills = sent.map(({ pkg, plan }, at) => ({
    name: `skill-${at}`,
    plan: { ...plan, folder: `skill-${at}` },
    pkg,
  }));
  const files = await packForTarget(id, set, { skills, leftOut: [] });
  const archives = id === "claude-ai" ? files.map(({ bytes }) => bytes) : [await zipped(files)];
  const found = new Map<string, readonly TargetFile[]>();
  for (const bytes of archives) {
    const contents = await readArchive(bytes, { fileName: "real.zip" });
    if (!contents.ok) throw new Error(contents.error.message);
    for (const one of archivePackages(contents.value, "real").packages)
      if (one.nestedIn === null) found.set(one.folderName, one.files);
  }
  return found;
}

const zipped = async (files: readonly TargetFile[]): Promise<Uint8Array> =>
  new Uint8Array(await buffer(writeZip([{ folderName: "", files }], { layout: "root" })));

const atOnce = 100;

test("every real skill comes back from every host's form, or the reason is named", {
  timeout: 300_000,
}, async () => {
  if (!existsSync(folder)) {
    console.info("The collection of real skills is not here: nothing was sent anywhere.");
    return;
  }
  const skills = await readRealSkills();
  const counts: Record<string, { same: number; changed: number; refused: number }> = {};
  const reasons: Record<string, Record<string, number>> = {};
  for (const id of targetIds) {
    const sent: Sent[] = [];
    let refused = 0;
    for (const pkg of skills) {
      const plan = await planForTarget(id, pkg, async (name, files) => portablePackage(name, files));
      if (plan.refusals.length === 0) sent.push({ pkg, plan });
      else refused += 1;
      for (const { rule } of plan.refusals.slice(0, 1)) {
        const known = reasons[id] ?? {};
        reasons[id] = { ...known, [rule]: (known[rule] ?? 0) + 1 };
      }
      for (const { rule, message } of [...plan.refusals, ...plan.changes])
        expect([rule, message].every((said) => said.length > 2)).toBe(true);
      const isSame = plan.refusals.length === 0 && digestOf(plan.files) === digestOf(pkg.files);
      expect(isSame, `${pkg.name} for ${id}`).toBe(plan.refusals.length === 0 && plan.changes.length === 0);
    }
    for (let from = 0; from < sent.length; from += atOnce) {
      const batch = sent.slice(from, from + atOnce);
      const back = await comeBack(id, batch);
      for (const [at, { pkg, plan }] of batch.entries()) {
        const files = back.get(`skill-${at}`) ?? [];
        expect(digestOf(files), `${pkg.name} for ${id}`).toBe(digestOf(plan.files));
        expect(runnableOf(files), `${pkg.name} for ${id}`).toEqual(runnableOf(plan.files));
      }
    }
    const changed = sent.filter(({ plan }) => plan.changes.length > 0).length;
    counts[id] = { same: sent.length - changed, changed, refused };
  }
  console.info(JSON.stringify({ counts, reasons }, null, 1));
  expect(skills).toHaveLength(607);
  for (const { same, changed, refused } of Object.values(counts)) expect(same + changed + refused).toBe(607);
  expect(counts.folder).toEqual({ same: 607, changed: 0, refused: 0 });
});
