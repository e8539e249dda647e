import type { AnswerKind, EventType, RunOutcome, SessionEvent, SkillRef } from "./events";

/** Which colour an event wears; everything that is no event of a skill is a step. */
export type EventHue = "catalogue" | "activated" | "already" | "resource" | "refused" | "step";

/** What an event is called, on screens and in what is recorded of it, and how it looks. `icon` names a drawing. */
type EventName = { word: string; hue: EventHue; icon: string };

/** The one table of events: a new type does not compile without its word, its hue and its icon. */
export const eventNames = {
  "run-started": { word: "Run started", hue: "step", icon: "play" },
  "catalogue-injected": { word: "Catalogue injected", hue: "catalogue", icon: "list" },
  "skills-routed": { word: "Routed", hue: "catalogue", icon: "route" },
  "skills-searched": { word: "Searched", hue: "catalogue", icon: "search" },
  "skill-activated": { word: "Activated", hue: "activated", icon: "zap" },
  "skill-reactivated": { word: "Activated again", hue: "activated", icon: "zap" },
  "skill-already-active": { word: "Already active", hue: "already", icon: "equal" },
  "resource-read": { word: "Read", hue: "resource", icon: "file" },
  "request-refused": { word: "Refused", hue: "refused", icon: "ban" },
  "foreign-skill-activated": { word: "Activated", hue: "activated", icon: "zap" },
  "history-rewritten": { word: "History rewritten", hue: "step", icon: "leave" },
  "not-understood": { word: "Not understood", hue: "refused", icon: "ban" },
  "tool-called": { word: "Tool called", hue: "step", icon: "wrench" },
  "result-awaited": { word: "Waiting for a result", hue: "step", icon: "dot" },
  "script-started": { word: "Script started", hue: "step", icon: "play" },
  "script-output": { word: "Script wrote", hue: "step", icon: "message" },
  "script-ran": { word: "Script ran", hue: "step", icon: "wrench" },
  "content-evicted": { word: "Taken out", hue: "step", icon: "leave" },
  "model-step": { word: "Answer", hue: "step", icon: "message" },
  "model-retried": { word: "Waiting", hue: "step", icon: "hourglass" },
  text: { word: "Text", hue: "step", icon: "message" },
  "run-finished": { word: "Run finished", hue: "step", icon: "check" },
} as const satisfies Record<EventType, EventName>;

/** A run's end is called by how it ended. */
export const outcomeNames = {
  done: { word: "Finished", hue: "step", icon: "check" },
  stopped: { word: "Stopped", hue: "step", icon: "square" },
  interrupted: { word: "Interrupted", hue: "step", icon: "unplug" },
  failed: { word: "Failed", hue: "step", icon: "cross" },
} as const satisfies Record<RunOutcome, EventName>;

/** A run that is done is called by its answer, where this is none. */
export const answerNames = {
  answered: outcomeNames.done,
  refused: { word: "Model refused", hue: "step", icon: "ban" },
  cut: { word: "Answer cut off", hue: "step", icon: "cross" },
  empty: { word: "Empty answer", hue: "step", icon: "equal" },
  unfinished: { word: "Answer unfinished", hue: "step", icon: "unplug" },
} as const satisfies Record<AnswerKind, EventName>;

/** Every icon that an event can have. */
export type EventIcon =
  | (typeof eventNames)[EventType]["icon"]
  | (typeof outcomeNames)[RunOutcome]["icon"]
  | (typeof answerNames)[AnswerKind]["icon"];

/** What this event is called and how it looks. */
export const eventName = (event: SessionEvent): EventName & { icon: EventIcon } =>
  event.type === "run-finished" ? endName(event.payload) : eventNames[event.type];

/** Of a run: how it ended, and of one that is done what became of its answer. */
export const endName = ({
  outcome,
  answer,
}: {
  outcome: RunOutcome;
  answer?: { kind: AnswerKind } | undefined;
}): (typeof outcomeNames)[RunOutcome] | (typeof answerNames)[AnswerKind] =>
  outcome === "done" ? answerNames[answer?.kind ?? "answered"] : outcomeNames[outcome];

/** Which text of a skill it was: `v4`, `draft r42`. */
export const revisionOf = (skill: Pick<SkillRef, "version" | "draftRevision">): string =>
  skill.draftRevision === null ? `v${skill.version ?? "?"}` : `draft r${skill.draftRevision}`;
