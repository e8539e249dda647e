import { Package } from "lucide-react";
import { Chip } from "@/components/ui/chip";
import { ShownText } from "@/components/ui/shown-text";
import type { Agent } from "@/lib/agents/schema";
import type { EventOf, OverlayEntry } from "@/lib/runtime/events";

type OverlayChipsProps = {
  overlay: readonly OverlayEntry[];
  agent: Agent | undefined;
  /** The newest run's start: which revision of a draft it had. */
  start: EventOf<"run-started"> | undefined;
};

/** What stands in for what in this conversation only. */
export function OverlayChips({ overlay, agent, start }: OverlayChipsProps) {
  return overlay.map((entry) => (
    <Chip
      key={entry.skillId}
      icon={Package}
      dashed
      title="Overlay: for this conversation only, assignments do not change"
      className="max-w-full"
    >
      <span className="truncate">
        <span className="font-mono">
          <ShownText text={entry.name} />
        </span>{" "}
        <ShownText text={overlaySentence(entry, agent, start)} />
      </span>
    </Chip>
  ));
}

/** Says "draft r42 instead of v6" or "draft, added". */
export function overlaySentence(
  entry: OverlayEntry,
  agent: Agent | undefined,
  start: EventOf<"run-started"> | undefined,
): string {
  const used = start?.payload.offered.find(
    ({ skillId, source }) => skillId === entry.skillId && source === "overlay",
  );
  const revision = used?.draftRevision ? ` r${used.draftRevision}` : "";
  const what =
    entry.follows === "draft"
      ? `draft${revision}`
      : entry.follows === "version"
        ? `v${entry.version}`
        : (entry.label ?? "latest");
  const assigned = agent?.assignments.find(({ skillId, enabled }) => enabled && skillId === entry.skillId);
  if (entry.follows === "none") return "left out";
  if (!agent) return what;
  if (!assigned) return `${what}, added`;
  const { resolved } = assigned;
  if (resolved.kind === "none") return `${what}, added`;
  return `${what} instead of ${resolved.kind === "version" ? `v${resolved.number}` : "the draft"}`;
}
