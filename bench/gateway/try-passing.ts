import { nameModel } from "@/lib/gateway/name-model";
import { countTokens } from "@/lib/tokens/count-tokens";
import type { Installation } from "../faults/installation";
import type { Host } from "../hosts/hosts";
import { runHost } from "../hosts/run-host";
import type { Tried } from "./try-host";

/** What the real host sends to a model by itself: a key for that model may refuse none of it. */
export async function tryPassing(
  _: Installation,
  { host, bin, skills }: { host: Host; bin: string; skills: string },
): Promise<Tried> {
  const model = host.models[0]?.name ?? "";
  const { requests } = await runHost(host, {
    bin,
    skills,
    calls: [],
    message: "Say hello",
    model,
    countTokens,
  });
  const refusals = requests.flatMap((body) => refusalOf(host, body) ?? []);
  const told = `to a model: ${requests.length} requests, ${refusals.length} refused`;
  return { told: [told, ...refusals].join("; "), holds: requests.length > 0 && refusals.length === 0 };
}

function refusalOf({ protocol }: Host, body: Record<string, unknown>): string | null {
  try {
    nameModel(Buffer.from(JSON.stringify(body)), "m", { isRequired: protocol !== "generate-content" });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
