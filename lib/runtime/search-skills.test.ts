import { describe, expect, it } from "vitest";
import { searchSkills } from "./search-skills";
import { stemWords } from "./stem-words";

const skills = [
  { skillId: "1", name: "incident-triage", description: "Decides how severe a production incident is." },
  { skillId: "2", name: "release-notes", description: "Writes notes for customers about merged changes." },
  {
    skillId: "3",
    name: "pdf-tools",
    description: "Fills forms and merges PDF files.",
    body: "Use qpdf for rotation.",
  },
];
const names = (query: string) => searchSkills(query, skills).map(({ name }) => name);

describe("stemWords", () => {
  it("lets the forms of a word meet", () => {
    expect(stemWords("Reviewing files, planned stories")).toEqual(stemWords("review file plan story"));
    expect(stemWords("releases")).toEqual(stemWords("release"));
  });

  it("drops stop words and accents, keeps short words and numbers", () => {
    expect(stemWords("The Café Zürich and a 502s of v2")).toEqual(["caf", "zurich", "502s", "v2"]);
    expect(stemWords("what is this for")).toEqual([]);
  });

  it("does not take the end off words that only look like plurals", () => {
    expect(stemWords("status analysis class")).toEqual(["status", "analysis", "class"]);
    expect(stemWords("boxes matches classes")).toEqual(["box", "match", "class"]);
  });

  it("splits scripts without spaces into pairs", () => {
    expect(stemWords("発布説明")).toEqual(["発布", "布説", "説明"]);
    expect(stemWords("図")).toEqual(["図"]);
  });
});

describe("searchSkills", () => {
  it("finds by name, description and body, best first", () => {
    expect(names("triage this incident")).toEqual(["incident-triage"]);
    expect(names("customer notes")).toEqual(["release-notes"]);
    expect(names("rotation")).toEqual(["pdf-tools"]);
    expect(names("merged PDF")[0]).toBe("pdf-tools");
  });

  it("scores the fields apart, and sums them by weight", () => {
    const [best] = searchSkills("incident", skills);
    expect(best?.fields.name).toBeGreaterThan(0);
    expect(best?.fields.description).toBeGreaterThan(0);
    expect(best?.fields.body).toBe(0);
    expect(best?.score).toBeCloseTo((best?.fields.name ?? 0) * 2 + (best?.fields.description ?? 0), 2);
  });

  it("scores about the same alone as among others, so that one threshold serves both", () => {
    const alone = searchSkills("severe production incident", skills.slice(0, 1))[0]?.score ?? 0;
    const among = searchSkills("severe production incident", skills)[0]?.score ?? 0;
    expect(alone / among).toBeGreaterThan(0.8);
  });

  it("finds nothing for nothing", () => {
    expect(names("")).toEqual([]);
    expect(names("zebra")).toEqual([]);
    expect(searchSkills("incident", [])).toEqual([]);
  });
});
