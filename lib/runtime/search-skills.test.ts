import { describe, expect, it } from "vitest";
import { fieldWeights, searchEntries, searchSkills } from "./search-skills";
import { countTerms, toEntry, withName } from "./search-terms";
import { stemWords } from "./stem-words";
import { parseTerms, serialiseTerms } from "./stored-terms";

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

describe("countTerms", () => {
  it("counts the first 5,000 words of a field, wherever they come again", () => {
    const many = Array.from({ length: 6_000 }, (_, at) => `w${at}`).join(" ");
    const { counts, lengths } = countTerms({ name: "a", description: "", body: `${many} w7 w5999 w5999` });
    expect(counts.body.size).toBe(5_000);
    expect(counts.body.get("w7")).toBe(2);
    expect(counts.body.has("w5999")).toBe(false);
    expect(lengths.body).toBe(5_001);
  });
});

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

  it("splits a text without spaces of any length", () => {
    expect(stemWords("発".repeat(600_000))).toHaveLength(599_999);
    expect(stemWords("発 布")).toEqual(["発", "布"]);
  });

  it("keeps the first characters of a run without an end", () => {
    expect(stemWords("x".repeat(100_000))).toEqual(["x".repeat(64)]);
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
    const withAll = skills.map((skill) => ({
      ...skill,
      body: "Ask who saw the incident.",
      triggers: ["there is an incident"],
    }));
    const { fields, score } = searchSkills("incident", withAll)[0] ?? { fields: null, score: 0 };
    expect(fields).toEqual({
      name: expect.any(Number),
      description: expect.any(Number),
      body: expect.any(Number),
      triggers: expect.any(Number),
    });
    const sum = Object.entries(fieldWeights).reduce(
      (total, [field, weight]) => total + weight * (fields?.[field as keyof typeof fieldWeights] ?? 0),
      0,
    );
    expect(score).toBeCloseTo(sum, 2);
  });

  it("scores about the same alone as among others, so that one threshold serves both", () => {
    const alone = searchSkills("severe production incident", skills.slice(0, 1))[0]?.score ?? 0;
    const among = searchSkills("severe production incident", skills)[0]?.score ?? 0;
    expect(alone / among).toBeGreaterThan(0.8);
  });

  it("finds a skill by what its author says should lead to it", () => {
    const asked = [
      ...skills,
      { skillId: "4", name: "on-call", description: "Who is paged.", triggers: ["the site fell over"] },
    ];
    expect(searchSkills("site fell over", asked)[0]).toMatchObject({
      name: "on-call",
      fields: { name: 0, description: 0, body: 0 },
    });
  });

  it("does not hold an unknown body against a skill whose description fits as well", () => {
    const one = {
      skillId: "1",
      name: "a",
      description: "Deploys the site.",
      body: "Deploy the site with care.",
    };
    const other = { skillId: "2", name: "b", description: "Deploys the site." };
    const [first, second] = searchSkills("deploy site", [one, other]);
    expect(second?.score).toBeCloseTo(first?.score ?? 0, 2);
    expect(second?.fields.body).toBe(0);
  });

  it("does not let a long body with many of a message's words outvote the description that means it", () => {
    const chatter = "boss team meeting week file answer question problem change step example start";
    const others = Array.from({ length: 20 }, (_, at) => ({
      skillId: `other-${at}`,
      name: `other-${at}`,
      description: `Keeps ledger ${at} of the archive.`,
      body: `${chatter} ${chatter} customs`,
    }));
    const meant = {
      skillId: "meant",
      name: "border-papers",
      description: "Fills in customs declarations for parcels.",
      body: "One form per parcel.",
    };
    const message =
      "My boss had a question in the meeting this week: the team should change the file and answer the problem " +
      "step by step, for example where to start with the customs declaration";
    expect(searchSkills(message, [...others, meant])[0]?.name).toBe("border-papers");
  });

  it("counts how rare a word is by what skills are told by, however many bodies hold it", () => {
    const bodies = Array.from({ length: 30 }, (_, at) => ({
      skillId: `${at}`,
      name: `skill-${at}`,
      description: "Reads reports.",
      body: "Then archive it.",
    }));
    const meant = { skillId: "x", name: "x", description: "Archive files.", body: "Zip them." };
    const [first] = searchSkills("read and archive", [...bodies, meant]);
    expect(first?.name).toBe("x");
    expect(first?.fields.description).toBeGreaterThan(2);
  });

  it("takes an unknown body to stand among the known ones where its description stands among theirs", () => {
    const skill = (skillId: string, description: string, body?: string) => ({
      skillId,
      name: skillId,
      description,
      ...(body === undefined ? {} : { body }),
    });
    const known = [
      skill("a", "Deploys sites.", "Deploy the site, deploy the site again."),
      skill("b", "Mentions a site among many other words of no use here at all.", "Site."),
    ];
    const scoreOf = (found: ReturnType<typeof searchSkills>, id: string) =>
      found.find(({ skillId }) => skillId === id)?.score ?? 0;
    const found = searchSkills("deploy site", [
      ...known,
      skill("c", "Deploys sites."),
      skill("d", "Deploys none."),
    ]);
    expect(scoreOf(found, "c")).toBeCloseTo(scoreOf(found, "a"), 2);
    expect(found.map(({ skillId }) => skillId).slice(0, 2)).toEqual(["a", "c"]);
    expect(scoreOf(found, "d")).toBeGreaterThan(0);
  });

  it("gives a skill of which nothing is told no body of others", () => {
    const asked = [
      { skillId: "1", name: "a", description: "Deploys sites.", body: "Deploy sites." },
      { skillId: "2", name: "b", description: "Nothing.", triggers: ["deploy"] },
    ];
    const found = searchSkills("deploy", asked).find(({ skillId }) => skillId === "2");
    expect(found?.score).toBeCloseTo(fieldWeights.triggers * (found?.fields.triggers ?? 0), 3);
  });

  it("takes the last word for a beginning while somebody types", () => {
    const entries = skills.map(toEntry);
    expect(searchEntries("incid", entries)).toEqual([]);
    expect(searchEntries("incid", entries, { prefix: true })[0]?.name).toBe("incident-triage");
  });

  it("finds nothing for nothing", () => {
    expect(names("")).toEqual([]);
    expect(names("zebra")).toEqual([]);
    expect(searchSkills("incident", [])).toEqual([]);
  });
});

describe("withName", () => {
  it("finds a renamed skill by its name of now and not by its old one", () => {
    const terms = withName(countTerms({ name: "old-pager", description: "Pages people." }), "on-call");
    const entry = { skillId: "1", name: "on-call", terms };
    expect(searchEntries("call", [entry])[0]?.fields.name).toBeGreaterThan(0);
    expect(searchEntries("pager", [entry])[0]?.fields.name ?? 0).toBe(0);
    expect(terms.lengths.name).toBe(1);
  });
});

describe("stored terms", () => {
  const terms = countTerms({
    name: "a",
    description: "Deploys it",
    body: "constructor toString",
    triggers: ["go"],
  });

  it("come back as they were stored", () => {
    expect(parseTerms(JSON.parse(JSON.stringify(serialiseTerms(terms))))).toEqual(terms);
  });

  it("are counted again when another release stored them, or when they are no terms", () => {
    expect(parseTerms({ ...serialiseTerms(terms), version: 1 })).toBeNull();
    expect(parseTerms(null)).toBeNull();
  });
});
