import { describe, expect, it } from "vitest";
import { countTerms } from "@/lib/runtime/search-terms";
import { askedStems, recalledStems } from "./recalled-stems";

describe("the stems that the database finds a draft by", () => {
  it("are those of every field that agents search, each once and marked", () => {
    const terms = countTerms({
      name: "pdf-tools",
      description: "Reviews PDFs.",
      body: "Reviewing takes time.",
      triggers: ["check my contract"],
    });
    expect(recalledStems(terms)).toEqual(["=pdf", "=tool", "=review", "=tak", "=tim", "=check", "=contract"]);
  });

  it("are few enough for the database beside the words", () => {
    const body = Array.from({ length: 5_000 }, (_, at) => String(at).padStart(64, "ж")).join(" ");
    const stems = recalledStems(
      countTerms({ name: "a", description: "", body, triggers: [body.toUpperCase()] }),
    );
    expect(Buffer.byteLength(stems.join(""))).toBeLessThanOrEqual(400_000);
    expect(stems.length).toBeGreaterThan(3_000);
  });

  it("are whole characters, also where a word without an end is cut", () => {
    const stems = recalledStems(countTerms({ name: "a", description: `a${"\u{10428}".repeat(40)}` }));
    expect(stems.every((stem) => stem.isWellFormed())).toBe(true);
  });
});

describe("the stems that a query asks for", () => {
  it("are those of any form of its words, each once, without stop words", () => {
    expect(askedStems("Reviewing the PDFs and the reviews")).toEqual(["'=review'", "'=pdf'"]);
    expect(askedStems("what is this for")).toEqual([]);
  });

  it("hold nothing that could end their quotes", () => {
    expect(askedStems("it's a'b \\ c:* & | 100%")).toEqual(["'=b'", "'=c'", "'=100'"]);
  });
});
