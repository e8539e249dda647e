import { describe, expect, it } from "vitest";
import { splitVerb } from "./split-verb";

describe("splitVerb", () => {
  it("reads a verb, or its beginning, and what it is for", () => {
    expect(splitVerb("publish release notes")).toEqual({
      verb: "publish",
      rest: "release notes",
      isFull: true,
    });
    expect(splitVerb("  Pub rel ")).toEqual({ verb: "publish", rest: "rel", isFull: true });
    expect(splitVerb("reh")).toEqual({ verb: "rehearse", rest: "", isFull: false });
  });

  it("tells assigning from asking", () => {
    expect(splitVerb("assign pdf")).toEqual({ verb: "assign", rest: "pdf", isFull: true });
    expect(splitVerb("ass pdf")?.verb).toBe("assign");
    expect(splitVerb("ask pdf")?.verb).toBe("review");
  });

  it("takes the long form of asking for review", () => {
    expect(splitVerb("ask for review of release-notes")).toEqual({
      verb: "review",
      rest: "release-notes",
      isFull: true,
    });
    expect(splitVerb("ask for review")).toEqual({ verb: "review", rest: "", isFull: false });
  });

  it("calls the trigger suite by each of its words", () => {
    for (const word of ["prove", "trigger", "suite"])
      expect(splitVerb(`${word} pdf`)).toEqual({ verb: "prove", rest: "pdf", isFull: true });
  });

  it("leaves everything else a search", () => {
    expect(splitVerb("")).toBeNull();
    expect(splitVerb("p")).toBeNull();
    expect(splitVerb("release-notes")).toBeNull();
    expect(splitVerb("publishing notes")).toBeNull();
  });
});
