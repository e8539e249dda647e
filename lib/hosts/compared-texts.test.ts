import { expect, it } from "vitest";
import { comparedTexts } from "./compared-texts";

const result = (text: string) => [{ kind: "result" as const, isError: false, text }];
const tool = (description: string) => ({ name: "Skill", description, inputSchema: {} });
const side = (heading: string, folder: string, description: string) => ({
  told: [{ place: "system-prompt", text: `${heading}\n\n- notes: In ${folder}.` }],
  tools: [tool(description)],
  answers: [result(`At ${folder}/notes `), result("Chunk ID: 0a1b2c\nWall time: 1.5")],
});

it("holds the texts of each place, with the folder of the skills as a slot, and no more than can be read", () => {
  const texts = comparedTexts({
    host: side("They are:", "/home/skills", "Runs."),
    dialect: side("Skills:", "skill:/", "x".repeat(30_000)),
    folders: { host: "/home/skills", dialect: "skill:/" },
    slots: ["catalogue.place", "answers[0] Skill {}", "answers[1] Read {}"].map((where) => ({
      where,
      host: "",
      dialect: "",
      reason: null,
    })),
    names: ["notes"],
    asked: [],
    skillTextPieces: [],
  });
  expect([...texts.keys()]).toEqual([
    "catalogue.words",
    "tools.Skill.words",
    "answers[0] Skill {}",
    "answers[1] Read {}",
  ]);
  expect(texts.get("catalogue.words")).toEqual({ host: "They are:\n\n…", dialect: "Skills:\n\n…" });
  expect(texts.get("answers[0] Skill {}")).toEqual({
    host: "At {skills}/notes",
    dialect: "At {skills}/notes",
  });
  expect(texts.get("answers[1] Read {}")?.host).toBe("Chunk ID: {run}\nWall time: {time}");
  expect(texts.get("tools.Skill.words")?.dialect).toMatch(/x\n… 10000 characters more$/);
});

it("has none of what one side does not have", () => {
  const none = { told: [], tools: [], answers: [] };
  const texts = comparedTexts({
    host: none,
    dialect: side("Skills:", "skill:/", "Loads."),
    names: ["notes"],
    asked: [],
    skillTextPieces: [],
    folders: { host: null, dialect: "skill:/" },
    slots: [{ where: "answers[0] Skill {}", host: "[]", dialect: "", reason: null }],
  });
  expect([...texts]).toEqual([["answers[0] Skill {}", { host: "", dialect: "At {skills}/notes" }]]);
});
