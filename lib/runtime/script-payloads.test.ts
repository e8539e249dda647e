import { describe, expect, it } from "vitest";
import { SessionLog } from "@/lib/testing/sessions/session-log";
import { assemblePrompt } from "./assemble-prompt";
import { eventName } from "./event-words";
import { eventSchema } from "./events";

describe("the events of a script", () => {
  const log = new SessionLog();
  log.add("run-started");
  log.add("script-started");
  log.add("script-ran");
  const { events } = log;

  it("are read back as they were written, and each has a name", () => {
    for (const event of events) expect(eventSchema.parse(JSON.parse(JSON.stringify(event)))).toEqual(event);
    expect(events.map((event) => eventName(event).word)).toEqual([
      "Run started",
      "Script started",
      "Script ran",
    ]);
  });

  it("take no bytes that are none, as a recording from elsewhere could bring", () => {
    const made = [{ path: "/work/a", bytes: 1, mediaType: "text/plain", base64: "§" }];
    expect(eventSchema.safeParse(new SessionLog().add("script-ran", { made })).success).toBe(false);
  });

  it("add nothing to the prompt: what the model is told is the call's answer", () => {
    expect(assemblePrompt(events).messages).toEqual(assemblePrompt(events.slice(0, 1)).messages);
  });
});
