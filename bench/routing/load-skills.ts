import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { extract } from "tar-stream";
import { parseSkill } from "@/lib/skills/parse-skill";

/** `repository`: owner/name where the path says so (`owner__name/...`), else empty. */
export type BenchSkill = { repository: string; name: string; description: string; body: string };

/** Every SKILL.md below a folder and in the .tar.gz files of it. */
export async function loadSkills(folder: string): Promise<BenchSkill[]> {
  const skills: BenchSkill[] = [];
  const add = (path: string, text: string) => {
    const parsed = parseSkill(text, { mode: "lenient", folderName: basename(dirname(path)) });
    if (!parsed.loads) return;
    const { name, description, body } = parsed;
    skills.push({ repository: repositoryOf(path), name, description, body });
  };
  for (const path of filesBelow(folder)) {
    if (basename(path) === "SKILL.md") add(relative(folder, path), readFileSync(path, "utf8"));
    if (path.endsWith(".tar.gz")) await readArchive(path, add);
  }
  return skills;
}

function* filesBelow(path: string): Generator<string> {
  if (!existsSync(path)) return;
  if (!statSync(path).isDirectory()) {
    yield path;
    return;
  }
  for (const name of readdirSync(path).sort()) yield* filesBelow(join(path, name));
}

function repositoryOf(path: string): string {
  const [first = ""] = path.replace(/^\.\//, "").split("/");
  return first.includes("__") ? first.replace("__", "/") : "";
}

async function readArchive(path: string, add: (path: string, text: string) => void): Promise<void> {
  const tar = extract();
  tar.on("entry", async (header, stream, next) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of stream) if (chunk instanceof Uint8Array) chunks.push(chunk);
    if (header.type === "file" && basename(header.name) === "SKILL.md")
      add(header.name, Buffer.concat(chunks).toString("utf8"));
    next();
  });
  await pipeline(createReadStream(path), createGunzip(), tar);
}
