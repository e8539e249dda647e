import type { Sha256 } from "@/lib/runtime/ports";

/** Of one item's digest. */
export const digestBytes = 8;

/** Marks that a host moves along its history from request to request; they say nothing. */
const movingMarks = new Set(["cache_control"]);

/** Eight bytes for each item of a history, by what it says: the same item has the same ones in every request. */
export function digestHistory(items: readonly unknown[], digest: Sha256): Uint8Array<ArrayBuffer> {
  const digests = new Uint8Array(items.length * digestBytes);
  items.forEach((item, at) => {
    const text =
      JSON.stringify(item, (key, value: unknown) => (movingMarks.has(key) ? undefined : value)) ?? "";
    digests.set(Buffer.from(digest(text), "hex").subarray(0, digestBytes), at * digestBytes);
  });
  return digests;
}

/** How many items two histories have in common from their beginnings on. */
export function countShared(left: Uint8Array, right: Uint8Array): number {
  const most = Math.min(left.byteLength, right.byteLength);
  let at = 0;
  while (at < most && left[at] === right[at]) at += 1;
  return Math.floor(at / digestBytes);
}
