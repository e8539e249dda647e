import "server-only";
import { LRUCache } from "lru-cache";
import type { WorkspaceContext } from "@/lib/access/context";
import type { DeliveredSkill } from "@/lib/delivery/delivered";
import { packVersion } from "@/lib/delivery/pack-version";
import { sha256 } from "@/lib/platform/crypto";
import { textOf } from "@/lib/skills/file-text";
import { skillFileName } from "@/lib/skills/find-skill-file";
import { whyNotListed } from "./why-not-listed";

/** What clients would make of a version, by the sha256 of its archive. */
export type ArtifactFacts = { artifact: string; why: string | null };

const MiB = 1024 * 1024;

type Held = {
  archives: LRUCache<string, Uint8Array<ArrayBuffer>>;
  facts: LRUCache<string, ArtifactFacts>;
  packing: Map<string, Promise<Uint8Array<ArrayBuffer>>>;
};

declare global {
  var greenroomArtifacts: Held | undefined;
}

/** Of this process, by the id of the version: what is made of one never changes while the program is the same. */
function held(): Held {
  globalThis.greenroomArtifacts ??= {
    archives: new LRUCache({ maxSize: 64 * MiB, sizeCalculation: ({ byteLength }) => byteLength + 200 }),
    facts: new LRUCache({ max: 20_000 }),
    packing: new Map(),
  };
  return globalThis.greenroomArtifacts;
}

/** Whether clients take a version, and what its archive is called by. Packs it once. */
export async function artifactFacts(
  context: WorkspaceContext,
  skill: DeliveredSkill,
): Promise<ArtifactFacts> {
  const { id } = skill.version;
  const known = held().facts.get(id);
  if (known) return known;
  await packArtifact(context, skill);
  const facts = held().facts.get(id);
  if (!facts) throw new Error(`What was packed of version ${id} was lost.`);
  return facts;
}

/**
 * A version as a zip with its files at the root, byte for byte as they were published: what is installed is what was
 * approved. The same version is the same archive on every server.
 */
export async function packArtifact(
  context: WorkspaceContext,
  skill: DeliveredSkill,
): Promise<Uint8Array<ArrayBuffer>> {
  const { archives, packing } = held();
  const { id } = skill.version;
  const known = archives.get(id) ?? packing.get(id);
  if (known) return known;
  const packed = pack(context, skill);
  packing.set(id, packed);
  try {
    const archive = await packed;
    archives.set(id, archive);
    return archive;
  } finally {
    packing.delete(id);
  }
}

async function pack(context: WorkspaceContext, skill: DeliveredSkill): Promise<Uint8Array<ArrayBuffer>> {
  const { name, description, version } = skill;
  const { files, archive } = await packVersion(context, { versionId: version.id, name });
  const document = files.find(({ path }) => path === skillFileName);
  const text = document ? textOf(document.bytes) : null;
  const why = whyNotListed({ name, description, files, document: typeof text === "string" ? text : null });
  held().facts.set(version.id, { artifact: sha256(archive), why });
  return archive;
}
