import type { Assignment } from "@/lib/agents/schema";
import type { Following } from "./assignment-list";

/** `value` identifies a choice in a select; `text` is what a person reads. */
export type FollowOption = { value: string; text: string; following: Following };

const optionValue = ({ follows, label, version }: Following) => [follows, label ?? version ?? ""].join(":");

type Row = Pick<Assignment, "follows" | "label" | "version" | "choices" | "resolved">;

/**
 * Everything an assignment can follow, what it follows now included even when that can be chosen no more (a label that
 * was taken away, a version that was withdrawn), so that the select never shows something else than the truth.
 */
export function followOptions(row: Row): {
  current: string;
  options: FollowOption[];
} {
  const { latest, labels, versions, draftRevision } = row.choices;
  const none = { label: null, version: null };
  const options: FollowOption[] = [];
  const add = (text: string, following: Following) =>
    options.push({ value: optionValue(following), text, following });

  if (latest !== null) add(`latest (v${latest})`, { follows: "latest", ...none });
  for (const { name, version } of labels)
    add(`${name} (v${version})`, { follows: "label", label: name, version: null });
  for (const number of [...versions].sort((a, b) => b - a))
    add(`pinned v${number}`, { follows: "version", label: null, version: number });
  if (draftRevision !== null) add(`draft (r${draftRevision})`, { follows: "draft", ...none });

  const now: Following = { follows: row.follows, label: row.label, version: row.version };
  const current = optionValue(now);
  const isWithdrawn = row.resolved.kind === "none" && row.resolved.withdrawn === true;
  if (!options.some(({ value }) => value === current))
    options.unshift({
      value: current,
      text: `${missingName(now)} (${isWithdrawn ? "withdrawn" : "nothing yet"})`,
      following: now,
    });
  return { current, options };
}

const missingName = ({ follows, label, version }: Following) =>
  follows === "version" ? `pinned v${version}` : (label ?? follows);
