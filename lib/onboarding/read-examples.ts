import "server-only";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

/** In the order in which the example agent has them. */
export const exampleSkills = ["release-notes", "next-version", "rollout-check"] as const;
export type ExampleSkill = (typeof exampleSkills)[number];

/** From the project's folder, in which the server is always started; a bundle would not carry the files along. */
const examplesFolder = path.join(process.cwd(), "lib", "onboarding", "fixtures");

/** The files of one example, as they lie in the repository. */
export async function readExample(name: ExampleSkill): Promise<{ path: string; bytes: Uint8Array }[]> {
  const folder = path.join(examplesFolder, name);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  return Promise.all(
    files.sort().map(async (file) => ({
      path: path.relative(folder, file).split(path.sep).join("/"),
      bytes: await readFile(file),
    })),
  );
}
