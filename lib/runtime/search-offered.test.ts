import { describe, expect, it } from "vitest";
import { aSkillSession } from "@/lib/testing/sessions/skill-sessions";

const packages = {
  triage: { "SKILL.md": "---\nname: triage\ndescription: T.\n---\nSort it.\n" },
  "log-query": { "SKILL.md": "---\nname: log-query\ndescription: L.\n---\nAsk.\n" },
};

describe("a search where something says what texts mean", () => {
  const meaning = (session: ReturnType<typeof aSkillSession>, likeness: Record<string, number> | null) => {
    session.source.readLikeness = async (_query, skills) =>
      likeness && new Map(skills.map(({ skillId, name }) => [skillId, likeness[name] ?? 0]));
    return session;
  };

  it("finds and lists what shares no word with the query", async () => {
    const { call } = meaning(aSkillSession(packages, { mode: "search" }), { triage: 0.9 });
    for (const tool of ["list_skills", "search_skills"])
      expect(await call(tool, { query: "zebra" })).toMatchObject({
        type: "skills-searched",
        payload: { chosen: ["triage"], candidates: [{ name: "triage", likeness: 0.9, score: 0 }] },
      });
  });

  it("goes by words where nothing is said in time", async () => {
    const { call } = meaning(aSkillSession(packages, { mode: "search" }), null);
    expect(await call("search_skills", { query: "log query" })).toMatchObject({
      payload: { chosen: ["log-query"] },
    });
    expect(await call("search_skills", { query: "zebra" })).toMatchObject({ payload: { chosen: [] } });
  });
});
