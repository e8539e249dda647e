import "server-only";
import type { Context } from "@/lib/access/context";
import type { Wording } from "@/lib/dialects/wording";
import type { KnownHost } from "@/lib/hosts/host-traffic";
import { learnWording } from "@/lib/hosts/learn-wording";
import { sha256 } from "@/lib/platform/crypto";
import type { WordingPreview } from "@/lib/wordings/schema";
import { readBothSides } from "./internal/read-both-sides";

/** What the dialect would say in this host's own sentences, and what cannot be taken. NOT_FOUND as the conversation. */
export async function previewWording(context: Context, input: { session: string }): Promise<WordingPreview> {
  return (await readWording(context, input)).preview;
}

/** The same with the sentences themselves; `learnt` is null where there are none. */
export async function readWording(
  context: Context,
  { session }: { session: string },
): Promise<{
  preview: WordingPreview;
  learnt: { dialect: KnownHost; wording: Wording; digest: string } | null;
}> {
  const both = await readBothSides(context, { session });
  if (both.lacking !== null) return { preview: { ...nothing, lacking: both.lacking }, learnt: null };
  const { wording, taken, refused } = learnWording(both.sides);
  const { id: dialect, version: hostVersion } = both.host;
  if (taken.length === 0) {
    const lacking = "The host says nothing in other words where these can be taken.";
    return { preview: { ...nothing, lacking, dialect, hostVersion, refused }, learnt: null };
  }
  const digest = sha256(JSON.stringify([dialect, hostVersion, wording]));
  return {
    preview: { lacking: null, dialect, hostVersion, digest, taken, refused },
    learnt: { dialect, wording, digest },
  };
}

const nothing: WordingPreview = {
  lacking: null,
  dialect: null,
  hostVersion: null,
  digest: null,
  taken: [],
  refused: [],
};
