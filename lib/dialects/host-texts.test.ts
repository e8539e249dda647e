import { describe, expect, it } from "vitest";
import { dialects } from "./find-dialect";

/** What every host must be able to say, also where it rarely comes to it: texts of ours, not of the host's tests. */
describe.each(dialects.map((dialect) => [dialect.id, dialect] as const))("%s", (_id, dialect) => {
  it("lists skills with names and descriptions", () => {
    const entries = [{ name: "log-query", description: "Reads logs." }];
    const list = dialect.skillList({ entries, total: 1, nextCursor: null, query: null });
    expect(list).toContain("log-query");
    expect(list).toContain("Reads logs.");
  });

  it("gives a file's text", () => {
    const page = {
      name: "log-query",
      path: "references/guide.md",
      text: "The guide.",
      offset: 0,
      totalBytes: 10,
      nextOffset: null,
    };
    expect(dialect.resource(page)).toEqual({ text: expect.stringContaining("The guide."), flags: [] });
    expect(dialect.resource({ ...page, totalBytes: 400, nextOffset: 10 }).text).toContain("The guide.");
  });

  it("says of a binary file what it is instead of its bytes", () => {
    const file = { name: "log-query", path: "assets/a.png", mediaType: "image/png", bytes: 4_096 };
    expect(dialect.binaryResource(file)).toMatch(/image\/png|binary|not text/i);
  });

  it("says what went wrong", () => {
    const error = dialect.error({
      rule: "unknown-skill",
      message: "Unknown skill: log-qeury",
      skillName: "log-qeury",
      path: null,
      available: ["log-query"],
      didYouMean: "log-query",
    });
    // Gemini CLI says that the name is not allowed, and not which it was.
    expect(error).toContain(dialect.id === "gemini-cli" ? "not one of those that are allowed" : "log-qeury");
  });

  it("puts its entries into the system prompt, or nothing when its tools carry them", () => {
    const entry = dialect.catalogueEntry({ name: "log-query", description: "Reads logs." });
    const text = dialect.catalogue([entry], 3);
    if (dialect.placement === "tool-descriptions") expect(text).toBe("");
    else expect(text.includes(entry)).toBe(!dialect.listsOnRequest);
  });

  it("has a notice for search, or no search at all", () => {
    if (dialect.modes.includes("search")) expect(dialect.searchNotice(3)).toContain("3");
    else expect(() => dialect.searchNotice(3)).not.toThrow();
  });
});
