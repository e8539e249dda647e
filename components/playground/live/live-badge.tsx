import { Radio } from "lucide-react";
import { Chip } from "@/components/ui/chip";
import { ShownText } from "@/components/ui/shown-text";
import type { LiveSession } from "@/lib/gateway/live-schema";
import { isKnownHost, knownHosts } from "@/lib/hosts/host-traffic";
import { markHidden } from "@/lib/kernel/mark-hidden";

/** What a live host is called. */
export const hostName = ({ host }: Pick<LiveSession, "host">): string =>
  host !== null && isKnownHost(host) ? knownHosts[host] : "Unknown host";

/** Says that a real host speaks here, which release of it, and by whose key. */
export function LiveBadge({ session }: { session: LiveSession }) {
  const { hostVersion, key, person } = session;
  return (
    <Chip
      icon={Radio}
      title={markHidden(`A real session of this host, through the gateway: ${person.name}, ${key.name}`)}
    >
      Live from {hostName(session)}{" "}
      <span className="text-ink-3 narrow:hidden">
        <ShownText text={[hostVersion, key.name].filter(Boolean).join(", ")} />
      </span>
    </Chip>
  );
}
