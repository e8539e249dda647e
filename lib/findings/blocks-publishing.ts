import type { FindingSeverity } from "./finding";

type Weighed = { severity: string };

/** Whether a finding stops publishing until somebody who may dismisses it with a reason. Nothing else decides this. */
export const blocksPublishing = ({ severity }: Weighed): boolean => severity === "blocking";

/** Of these, what stands between a draft and a version: what blocks, and nobody has dismissed. */
export const blockersAmong = <One extends Weighed & { dismissal?: unknown }>(
  findings: readonly One[],
): One[] => findings.filter((finding) => blocksPublishing(finding) && !finding.dismissal);

/** As it is shown beside issues of the format: what blocks is an error. */
export const shownSeverity = (severity: "error" | FindingSeverity): "error" | "warning" | "info" =>
  severity === "blocking" ? "error" : severity;
