import { describe, expect, it } from "vitest";
import { eventTypeSchema } from "./events";
import { watchedEvent, watchedTypes } from "./watched-event";

describe("what an event is counted as", () => {
  it.each([
    ["skill-activated", "activated"],
    ["skill-reactivated", "activated"],
    ["skill-already-active", "already-active"],
    ["request-refused", "refused"],
    ["resource-read", "read"],
    ["run-finished", null],
    ["text", null],
  ] as const)("%s is %s", (type, counted) => {
    expect(watchedEvent(type)).toBe(counted);
  });

  it("is one of the words that are told, and each of them is used", () => {
    const counted = eventTypeSchema.options.map(watchedEvent).filter((type) => type !== null);
    expect(new Set(counted)).toEqual(new Set(watchedTypes));
  });
});
