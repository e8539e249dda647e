import { expect, it } from "vitest";
import { readPlace } from "./review-tabs";

it("opens the tab of the address, the changes when it names none or one that there is not", () => {
  expect(readPlace({ tab: "rehearsals", thread: undefined })).toEqual({
    initialTab: "rehearsals",
    thread: null,
  });
  expect(readPlace({ tab: "nowhere", thread: undefined })).toEqual({ initialTab: "changes", thread: null });
  expect(readPlace({ tab: ["changes", "discussion"], thread: ["a", "b"] })).toMatchObject({ thread: null });
});

it("opens the discussion for a link to a thread", () => {
  expect(readPlace({ tab: "changes", thread: "0190a000" })).toEqual({
    initialTab: "discussion",
    thread: "0190a000",
  });
});
