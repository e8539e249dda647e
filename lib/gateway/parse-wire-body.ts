import "server-only";
import { workAside } from "@/lib/aside/work-aside";
import { deepestJson, isDeeperThan } from "@/lib/kernel/is-deeper-than";

/** Longer bodies pass like all others; they are not read here. Bytes. */
const mostRead = 8 * 1024 * 1024;
/** To hand less than this over would take as long as to parse it. Bytes. */
const longBody = 256 * 1024;
/** Requests carry calls of `deepestJson` levels, with a few around them. */
const deepestBody = deepestJson + 50;

/** The value of a request's body, or why there is none: in words that follow "Its request". */
export async function parseWireBody(
  bytes: Uint8Array,
): Promise<{ body: unknown; lacking: null } | { body: null; lacking: string }> {
  if (bytes.byteLength > mostRead) {
    const size = Math.round(bytes.byteLength / 1024 / 1024);
    return { body: null, lacking: `of ${size} MiB is too long to be read here.` };
  }
  try {
    const body: unknown = await parse(bytes);
    return isDeeperThan(body, deepestBody)
      ? { body: null, lacking: "is nested too deep to be read here." }
      : { body, lacking: null };
  } catch {
    return { body: null, lacking: "is not understood: it is no JSON." };
  }
}

async function parse(bytes: Uint8Array): Promise<unknown> {
  const here = (): unknown => JSON.parse(new TextDecoder().decode(bytes));
  if (bytes.byteLength < longBody) return here();
  // A copy is given away: the bytes are still needed here.
  const { buffer } = new Uint8Array(bytes);
  return workAside("parseJson", buffer, [buffer]).catch(here);
}
