import type { EventKind } from "@/components/ui/event-line";
import { type ActivityGroupBy, type ActivityPeriod, activityPeriods } from "@/lib/activity/activity-options";
import type { ActivityReason } from "@/lib/activity/schema";
import type { ActivityOutcome } from "@/lib/runtime/count-activity";
import { eventNames } from "@/lib/runtime/event-words";
import { unavailableReasons } from "@/lib/runtime/explain-absence";

/** What can become of a skill in a turn, as it is called, and which of the five hues it wears. */
export const outcomeWords = {
  activated: { word: eventNames["skill-activated"].word, kind: eventNames["skill-activated"].hue },
  repeated: { word: eventNames["skill-reactivated"].word, kind: eventNames["skill-reactivated"].hue },
  "already-active": {
    word: eventNames["skill-already-active"].word,
    kind: eventNames["skill-already-active"].hue,
  },
  refused: { word: eventNames["request-refused"].word, kind: eventNames["request-refused"].hue },
  "not-chosen": { word: "Offered, not chosen", kind: "step" },
  "in-prompt": { word: "In the prompt from the start", kind: "catalogue" },
  held: { word: "Active from before", kind: "step" },
  "not-offered": { word: "Not offered", kind: "step" },
} as const satisfies Record<ActivityOutcome, { word: string; kind: EventKind }>;

export const groupWords = {
  host: "Host",
  agent: "Agent",
  model: "Model",
  version: "Version",
} as const satisfies Record<ActivityGroupBy, string>;

export const periodWords = (days: ActivityPeriod): string =>
  days === 366 ? "Last 12 months" : `Last ${days} days`;

export const toPeriod = (value: string): ActivityPeriod =>
  activityPeriods.find((days) => String(days) === value) ?? 30;

const reasons: Readonly<Record<string, string>> = {
  "activated by-model": "The model asked for it",
  "activated by-person": "A person asked for it by its name",
  "activated changed": "Again, as its text had changed",
  "activated other-arguments": "Again, with other arguments",
  "activated evicted": "Again, as it had been taken out",
  "repeated repeated": "The host sent the same text once more",
  "already-active by-model": "The model asked for it again",
  "already-active by-person": "A person asked for it again",
  "not-chosen no-skill": "No skill was chosen",
  "not-chosen another": "Another skill was chosen, and this one was not near the message",
  "not-chosen cut": "Its description was cut to fit the budget",
  "not-chosen omitted": "The budget left it out of the catalogue",
  "not-chosen not-routed": "The router did not pick it",
  "not-chosen not-shown": "The search did not show it",
  "in-prompt in-prompt": "Its instructions stand in every prompt of the agent",
  "held held": "It was active from an earlier turn, and nobody asked for it",
  "refused unknown-skill": "No skill has that name there",
  "refused not-assigned": "The agent does not have it",
  "refused disabled": "It is switched off for the agent",
  "refused model-only": "Only the model may activate it",
  "refused needs-leave": "Nobody was there to give leave",
  "refused not-active": "A file was asked for before the skill was active",
  "refused unreadable-skill": "Its SKILL.md cannot be read",
  "refused unknown-resource": "A file that is not there",
  "refused outside-package": "A path outside the package",
  "refused secret-file": "A file that may hold secrets",
  "refused too-deep": "A file in too deep a folder",
  "refused too-large": "A file that is too large",
  "refused too-long": "A file longer than the host shows at once",
  "refused bad-offset": "A page of a file that does not exist",
  "refused unknown-tool": "A tool that is not there",
  "refused invalid-arguments": "Arguments that the tool does not take",
  "refused too-many-calls": "Too many calls in one turn",
  "refused unanswered": "Nobody answered the call",
  "refused by-host": "The host refused it",
};

const isUnavailable = (reason: string): reason is keyof typeof unavailableReasons =>
  Object.hasOwn(unavailableReasons, reason);

/** Why something happened, in a sentence without its full stop. */
export function reasonWords({ outcome, reason, instead }: Omit<ActivityReason, "count">): string {
  if (instead !== null) return `${instead} was chosen instead`;
  if (outcome === "not-offered" && isUnavailable(reason))
    return unavailableReasons[reason].replace(/\.$/, "");
  return reasons[`${outcome} ${reason}`] ?? reason;
}
