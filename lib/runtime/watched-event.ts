import type { EventType } from "./events";

export const watchedTypes = ["activated", "already-active", "refused", "read"] as const;
export type WatchedType = (typeof watchedTypes)[number];

/** What an event is counted as by whoever watches an installation; what is not here is counted as nothing. */
const watchedAs: Partial<Record<EventType, WatchedType>> = {
  "skill-activated": "activated",
  "skill-reactivated": "activated",
  "skill-already-active": "already-active",
  "request-refused": "refused",
  "resource-read": "read",
};

export const watchedEvent = (type: EventType): WatchedType | null => watchedAs[type] ?? null;
