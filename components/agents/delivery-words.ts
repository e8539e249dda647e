import { formatCount } from "@/components/ui/format";
import type { DeliveryState } from "@/lib/delivery/schema";

/** "2 of 3 machines have the newest" */
export function machinesWords({ total, newest }: DeliveryState["machines"]): string {
  if (total === 0) return "no machine";
  if (total === 1)
    return newest === 1 ? "the one machine has the newest" : "the one machine lacks the newest";
  return `${newest} of ${total} machines have the newest`;
}

type Key = DeliveryState["keys"][number];

/** How far a machine is behind, in words: "lacks notes; has plain of before; still has old". */
export function standingWords({ standing, behind }: Pick<Key, "standing" | "behind">): string {
  if (standing === "newest") return "Has the newest";
  if (standing === "never") return "Has fetched nothing yet";
  if (behind === null) return "Has what is no longer remembered here";
  const parts = [
    part("lacks", behind.added),
    part("has an older version of", behind.changed),
    part("still has", behind.removed),
  ].filter((words) => words !== null);
  const words = parts.length === 0 ? "has another order of the same" : parts.join("; ");
  return `Behind: ${words}`;
}

const mostNamed = 3;

function part(words: string, names: readonly string[]): string | null {
  if (names.length === 0) return null;
  const named = names.slice(0, mostNamed).join(", ");
  const more = names.length - mostNamed;
  return `${words} ${named}${more > 0 ? ` and ${formatCount(more, "more", "more")}` : ""}`;
}

type Example = { origin: string; workspace: string; agent: string; skill: string | null };

/** What a machine asks, to be copied: what there is, and one skill of it. */
export function fetchExample({ origin, workspace, agent, skill }: Example): string {
  const address = `${origin}/api/v1/workspaces/${workspace}/agents/${agent}/delivery`;
  const name = skill ?? "release-notes";
  return `# GREENROOM_KEY is a key to deliver of this agent.
auth="authorization: Bearer $GREENROOM_KEY"
curl -sf -H "$auth" ${address} > delivery.json
archive=$(jq -r '.skills[] | select(.name == "${name}").archive' delivery.json)
curl -sf -H "$auth" -o ${name}.zip ${address}/archives/$archive.zip
`;
}
