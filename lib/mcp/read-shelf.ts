import "server-only";
import type { Resource } from "@modelcontextprotocol/server";
import { DIRECTORY_MIME_TYPE, type Skill } from "@modelcontextprotocol/server/ext/skills";
import type { WorkspaceContext } from "@/lib/access/context";
import type { DeliveredFile, DeliveredSkill, Delivery } from "@/lib/delivery/delivered";
import { createBreathe } from "@/lib/platform/yield-between-steps";
import { mediaTypeOf } from "@/lib/runtime/media-type";
import { skillFileName } from "@/lib/skills/find-skill-file";
import { examineSkill } from "./examine-skill";
import { folderUri, skillUri } from "./skill-uri";

/** Everything of a delivery that the skills extension serves, by address, in the order of the addresses' code units. */
export type Shelf = {
  /** Every skill that can be asked for. */
  skills: ReadonlyMap<string, Skill>;
  /** Those that a list names: hosts tell models of them. */
  listed: readonly Skill[];
  files: ReadonlyMap<string, DeliveredFile>;
  /** The direct children of each folder. */
  folders: ReadonlyMap<string, readonly Resource[]>;
  /** What no list names, and why, as the end of a sentence that begins with the skill's name. */
  unlisted: readonly { skillId: string; skill: string; why: string }[];
};

/** By what was delivered: as long as that is held, so is this. */
const made = new WeakMap<Delivery, Promise<Shelf>>();

/** What the skills extension has of a delivery: the bytes that were published, and their digests. */
export function readShelf(context: WorkspaceContext, delivery: Delivery): Promise<Shelf> {
  const known = made.get(delivery);
  if (known) return known;
  const making = makeShelf(context, delivery);
  made.set(delivery, making);
  making.catch(() => made.delete(delivery));
  return making;
}

const keptFromModels =
  "is kept from models by its author (`disable-model-invocation`): it is a prompt, and what a list names may be run by a model";

/** One after the other, with others' work between them. */
async function makeShelf(context: WorkspaceContext, { skills }: Delivery): Promise<Shelf> {
  const breathe = createBreathe();
  const found: Found[] = [];
  const unlisted: Shelf["unlisted"][number][] = [];
  for (const delivered of skills) {
    const { skillId, skill } = delivered;
    const examined = await examineSkill(context, delivered);
    if (examined.ok) found.push({ delivered, entry: entryOf(delivered, examined.frontmatter) });
    else unlisted.push({ skillId, skill, why: examined.why });
    if (examined.ok && !delivered.modelInvocable) unlisted.push({ skillId, skill, why: keptFromModels });
    await breathe();
  }
  found.sort((left, right) => compare(left.entry.uri, right.entry.uri));
  return {
    skills: new Map(found.map(({ entry }) => [entry.uri, entry])),
    listed: found.filter(({ delivered }) => delivered.modelInvocable).map(({ entry }) => entry),
    files: new Map(
      found.flatMap(({ delivered: { name, files } }) =>
        files.map((file) => [skillUri(name, file.path), file] as const),
      ),
    ),
    folders: foldersOf(found),
    unlisted,
  };
}

type Found = { delivered: DeliveredSkill; entry: Skill };

const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

const entryOf = ({ name, files }: DeliveredSkill, frontmatter: Skill["frontmatter"]): Skill => ({
  uri: skillUri(name, skillFileName),
  frontmatter,
  resources: files
    .map(({ path, sha256, size }) => ({ uri: skillUri(name, path), digest: `sha256:${sha256}`, size }))
    .sort((left, right) => compare(left.uri, right.uri)),
});

function foldersOf(found: readonly Found[]): ReadonlyMap<string, readonly Resource[]> {
  const folders = new Map<string, Map<string, Resource>>();
  const put = (folder: string, child: Resource) => {
    const children = folders.get(folder) ?? new Map<string, Resource>();
    folders.set(folder, children.set(child.uri, child));
  };
  for (const { delivered, entry } of found)
    for (const { path, size } of delivered.files) {
      const { name } = delivered;
      const segments = path.split("/");
      const parents = segments.slice(0, -1);
      for (const [at, segment] of parents.entries()) {
        const uri = folderUri(name, parents.slice(0, at + 1));
        put(folderUri(name, parents.slice(0, at)), { uri, name: segment, mimeType: DIRECTORY_MIME_TYPE });
      }
      put(folderUri(name, parents), {
        uri: skillUri(name, path),
        name: segments.at(-1) ?? path,
        size,
        ...(path === skillFileName ? documentOf(entry) : typeOf(path)),
      });
    }
  return new Map(
    [...folders].map(([folder, children]) => [
      folder,
      [...children.values()].sort((left, right) => compare(left.uri, right.uri)),
    ]),
  );
}

/** What SEP-2640 asks of a SKILL.md among resources. */
export const documentOf = ({ frontmatter: { name, description } }: Skill) => ({
  name,
  description,
  mimeType: markdownType,
});

const markdownType = "text/markdown";

/** As its name says; nothing where it says nothing. */
export function typeOf(path: string): { mimeType?: string } {
  if (/\.(?:md|markdown)$/i.test(path)) return { mimeType: markdownType };
  const mimeType = mediaTypeOf(path);
  return mimeType === "application/octet-stream" ? {} : { mimeType };
}
