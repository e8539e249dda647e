import { createReadStream, existsSync } from "node:fs";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { createGunzip } from "node:zlib";
import matter from "gray-matter";
import tar from "tar-stream";
import { expect, test } from "vitest";
import type { HostPackage } from "@/lib/runtime/host-load";
import type { DialectId } from "../dialect-heads";
import recorded from "../fixtures/recorded-loads.json";
import { loadPackage } from "./find-loader";

const folder = path.resolve(import.meta.dirname, "../../../../shared/corpus");

/** All packages of the collection that its index names, from its archive. */
async function readRealSkills(): Promise<HostPackage[]> {
  const files = new Map<string, Buffer>();
  const archive = createReadStream(path.join(folder, "open-skills.tar.gz")).pipe(createGunzip());
  for await (const entry of archive.pipe(tar.extract())) {
    const bytes = await buffer(entry);
    if (entry.header.type === "file") files.set(entry.header.name.replace(/^\.\//, ""), bytes);
  }
  const index =
    files.get("index.jsonl") ?? (await buffer(createReadStream(path.join(folder, "index.jsonl"))));
  return index
    .toString()
    .trim()
    .split("\n")
    .map((line) => /"path": "([^"]+)"/.exec(line)?.[1] ?? "")
    .map((base) => toPackage(base, files));
}

function toPackage(base: string, files: ReadonlyMap<string, Buffer>): HostPackage {
  const own = [...files].filter(([name]) => name.startsWith(`${base}/`));
  const held = new Map(own.map(([name, bytes]) => [name.slice(base.length + 1), bytes]));
  return {
    folder: path.basename(base),
    files: [...held].map(([name, bytes]) => ({ path: name, size: bytes.length })),
    read: (name) => held.get(name) ?? null,
  };
}

/** Orion's checks once more, over the reader that its design names. */
function orionRefuses({ read }: HostPackage): boolean {
  const bytes = read("SKILL.md");
  if (bytes === null) return true;
  try {
    const { name, description, tools } = matter(Buffer.from(bytes).toString(), {}).data;
    const isText = (value: unknown) => typeof value === "string" && value !== "";
    return !isText(name) || !isText(description) || (tools !== undefined && !Array.isArray(tools));
  } catch {
    return true;
  }
}

test("of 607 real skills each loader refuses as many as the host itself", { timeout: 60_000 }, async ({
  skip,
}) => {
  if (!existsSync(folder)) skip("The collection of real skills is not here: nothing is counted.");
  const skills = await readRealSkills();
  expect(skills).toHaveLength(607);
  const refusedBy = (host: DialectId) =>
    skills.flatMap((skill) => {
      const load = loadPackage(host, skill);
      return load.state === "refused" ? [{ skill, ...load }] : [];
    });

  const orion = refusedBy("orion");
  expect(orion.map(({ skill }) => skill)).toEqual(skills.filter(orionRefuses));
  // One of the 607 has a skill.md in place of SKILL.md, which these two do not look for.
  expect(orion.filter(({ rule }) => rule !== "no-skill-file")).toHaveLength(38);
  const sisu = refusedBy("sisu");
  const lost = ["no-frontmatter", "name-missing", "description-missing"];
  expect(sisu.filter(({ rule }) => lost.includes(rule))).toHaveLength(27);
  expect(sisu.filter(({ rule }) => rule === "field-type")).toHaveLength(5);

  const counts = { orion: orion.length, sisu: sisu.length };
  for (const host of ["adk-2", "skillkit", "lightspeed", "codex", "gemini-cli"] as const)
    Object.assign(counts, { [host]: refusedBy(host).length });
  const real = Object.entries<{ version: string; corpus?: number }>(recorded).flatMap(([host, { corpus }]) =>
    corpus === undefined ? [] : [[host, corpus]],
  );
  expect(counts).toEqual(Object.fromEntries(real));
  expect(refusedBy("claude-code").map(({ rule }) => rule)).toEqual(["no-skill-file"]);
});
