import { describe, expect, it } from "vitest";
import { draftMoved } from "./draft-moved";
import { requireSeenDraft } from "./require-seen-draft";

describe("a draft that was saved since it was looked at", () => {
  it("is told with what to do, the reason, and what it is by now", () => {
    expect(draftMoved("publish that", { revision: 4 })).toMatchObject({
      code: "CONFLICT",
      message: "The draft was saved meanwhile. Look at the newer one, then publish that.",
      details: { reason: "draft-changed", revision: 4 },
    });
  });

  it("keeps its reason, whatever is said of it beside that", () => {
    expect(draftMoved("apply it", { reason: "draft-conflict", files: [] }).details).toEqual({
      reason: "draft-changed",
      files: [],
    });
  });
});

describe("what is published", () => {
  const draft = { revision: 3, digest: "a".repeat(64) };

  it("is the draft that was looked at", () => {
    expect(() => requireSeenDraft(draft, { ...draft })).not.toThrow();
  });

  it.each([{ revision: 2 }, { digest: "b".repeat(64) }])("is no other: %o", (seen) => {
    expect(() => requireSeenDraft(draft, { ...draft, ...seen })).toThrow(
      expect.objectContaining({ code: "CONFLICT", details: { reason: "draft-changed", ...draft } }),
    );
  });
});
