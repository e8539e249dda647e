import "server-only";
import type { Context } from "@/lib/access/context";
import { agreementOf } from "@/lib/dialects/host-agreements";
import type { Difference } from "@/lib/hosts/compare-shapes";
import { type ComparedTexts, comparedTexts } from "@/lib/hosts/compared-texts";
import { findWording, wordedDialect } from "@/lib/wordings/queries";
import type { HostComparison } from "./comparison-schema";
import { readBothSides } from "./internal/read-both-sides";

/**
 * What a live host sent, beside what its dialect sends here for the same skills in the same versions, the same message
 * and the same calls, place by place: in the words that this workspace rehearses with. Says why not where the host has
 * no dialect or its texts are not kept.
 */
export async function compareWithDialect(
  context: Context,
  { session }: { session: string },
): Promise<HostComparison> {
  const both = await readBothSides(context, { session, inWords: (own) => wordedDialect(context, own) });
  if (both.lacking !== null) return { lacking: both.lacking, agreement: null, wording: null, slots: [] };
  const { host, sides } = both;
  const { version, checked } = agreementOf(host.id) ?? {};
  const texts = comparedTexts(sides);
  const places = new Set(sides.slots.map(({ where }) => where));
  const more = [...texts.keys()].filter((where) => !places.has(where));
  return {
    lacking: null,
    agreement: version === undefined || checked === undefined ? null : { version, checked },
    wording: await findWording(context, host.id),
    slots: [
      ...sides.slots.map((slot) => toSlot(slot, texts.get(slot.where) ?? null)),
      ...more.map((where) =>
        toSlot({ where, host: "…", dialect: "…", reason: null }, texts.get(where) ?? null),
      ),
    ],
  };
}

type Slot = HostComparison["slots"][number];

function toSlot(slot: Difference & { reason: string | null }, texts: ComparedTexts | null): Slot {
  const isSame = texts !== null && texts.host === texts.dialect;
  const isInWords = texts === null ? slot.host.includes("…") : !isSame;
  const verdict = slot.host !== slot.dialect ? "differs" : isInWords ? "words" : "equal";
  return { ...slot, verdict, texts: isSame ? null : texts };
}
