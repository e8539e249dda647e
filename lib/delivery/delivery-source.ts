/**
 * Whose skills are meant: those of one agent as it is assigned them, all that have a label, or chosen ones at their
 * latest version or at a label.
 */
export type DeliverySource =
  | { kind: "agent"; agentId: string }
  | { kind: "label"; label: string }
  | { kind: "selection"; skillIds: readonly string[]; label: string | null };

/** What a source is held by: the same for the same question. */
export function sourceKey(source: DeliverySource): string {
  switch (source.kind) {
    case "agent":
      return `agent ${source.agentId}`;
    case "label":
      return `label ${source.label}`;
    case "selection":
      return `selection ${source.label ?? ""} ${[...source.skillIds].sort().join(" ")}`;
  }
}
