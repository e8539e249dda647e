import "server-only";
import type { Context } from "@/lib/access/context";
import { sayLeftOut } from "@/lib/agents/decide-deliverable";
import { sha256 } from "@/lib/platform/crypto";
import { noteFetch } from "./commands/note-fetch";
import { compareDeliveries } from "./compare-deliveries";
import type { DeliveredSkill, Delivery } from "./delivered";
import { archiveDigest } from "./delivery-digest";
import { findPastDelivery } from "./find-past-delivery";
import { type AgentDelivery, openDelivery } from "./open-delivery";
import { pastSkillsOf } from "./past-skills";
import { type Manifest, type ManifestQuery, manifestQuerySchema, type PastSkill } from "./schema";

/** A manifest as it goes out, and what names exactly this text. */
export type ManifestText = { text: string; etag: string };

/** Of each delivery its manifests, by the address that they were asked at: nothing is written twice. */
const written = new WeakMap<Delivery, Map<string, ManifestText>>();

/**
 * What an agent is delivered, or what of it has changed since a digest that it had. What a key was told is remembered.
 * NOT_FOUND for an agent of elsewhere, and for every but its own with a key to deliver.
 */
export async function getManifest(
  context: Context,
  input: { agent: string } & ManifestQuery,
): Promise<ManifestText> {
  const { since } = manifestQuerySchema.parse(input);
  const opened = await openDelivery(context, input.agent);
  await noteFetch(context, opened);
  if (since !== undefined) return toText(await manifestSince(context, opened, since));
  const known = written.get(opened.delivery) ?? new Map<string, ManifestText>();
  written.set(opened.delivery, known);
  const address = addressOf(context, opened);
  const text = known.get(address) ?? toText(wholeManifest(opened, address));
  known.set(address, text);
  return text;
}

function toText(manifest: Manifest): ManifestText {
  const text = JSON.stringify(manifest);
  return { text, etag: sha256(text) };
}

/** Of the agent's delivery in the API. */
const addressOf = ({ workspace }: Context, { agent }: AgentDelivery): string =>
  `/api/v1/workspaces/${workspace.slug}/agents/${agent.slug}/delivery`;

function wholeManifest({ agent, delivery }: AgentDelivery, address: string): Manifest {
  return {
    agent,
    digest: delivery.digest,
    order: delivery.skills.map(({ name }) => name),
    skills: delivery.skills.map(toManifestSkill),
    leftOut: delivery.leftOut.map(toLeftOut),
    since: null,
    addresses: { file: `${address}/files/{sha256}`, archive: `${address}/archives/{archive}.zip` },
  };
}

async function manifestSince(context: Context, opened: AgentDelivery, since: string): Promise<Manifest> {
  const { agent, delivery } = opened;
  const manifest = wholeManifest(opened, addressOf(context, opened));
  const now = pastSkillsOf(delivery);
  const before =
    since === delivery.digest ? now : await findPastDelivery(context, { agentId: agent.id, digest: since });
  if (before === null)
    return { ...manifest, since: { digest: since, known: false, added: [], changed: [], removed: [] } };
  const { added, changed, removed } = compareDeliveries(before, now);
  const fresh = new Set([...added, ...changed.map(({ to }) => to)].map(({ name }) => name));
  return {
    ...manifest,
    skills: manifest.skills.filter(({ name }) => fresh.has(name)),
    since: {
      digest: since,
      known: true,
      added: added.map(({ name }) => name),
      changed: changed.map(({ from, to }) => ({ name: to.name, from: markOf(from), to: markOf(to) })),
      removed: removed.map((skill) => ({ name: skill.name, ...markOf(skill) })),
    },
  };
}

const markOf = ({ number, digest }: PastSkill) => ({ number, digest });

function toManifestSkill(skill: DeliveredSkill): Manifest["skills"][number] {
  const { skillId, name, description, follows, label, version, files } = skill;
  const approvedBy = [...version.approvedBy];
  return {
    skillId,
    name,
    description,
    follows,
    label,
    version: { ...version, approvedBy },
    archive: archiveDigest(skill),
    files: [...files],
  };
}

export const toLeftOut = (one: Delivery["leftOut"][number]): Manifest["leftOut"][number] => {
  const { skillId, skill, reason } = one;
  return { skillId, skill, reason, detail: `${sayLeftOut(one)}.` };
};
