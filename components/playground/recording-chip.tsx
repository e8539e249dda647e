import { Rewind } from "lucide-react";
import { Chip } from "@/components/ui/chip";
import { formatExact } from "@/components/ui/format";
import { ShownText } from "@/components/ui/shown-text";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { RecordingOrigin } from "@/lib/sessions/schema";

/** Where a recording that was opened from a file says it comes from: claimed, not proven. */
export function RecordingChip({ origin }: { origin: RecordingOrigin | null }) {
  if (!origin) return null;
  const { workspace, agent, exportedBy, exportedAt } = origin;
  return (
    <Chip
      icon={Rewind}
      className="max-w-full"
      title={markHidden(
        `The file says: ${agent} in ${workspace}, exported by ${exportedBy}, ${formatExact(new Date(exportedAt), "UTC")}`,
      )}
    >
      <span className="truncate">
        Opened from a file, as <ShownText text={workspace} /> exported it
      </span>
    </Chip>
  );
}
