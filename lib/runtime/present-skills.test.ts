import { describe, expect, it } from "vitest";
import { aSkillSession } from "@/lib/testing/sessions/skill-sessions";
import { presentSkills, unkeptLog } from "./present-skills";

const packages = {
  triage: { "SKILL.md": "---\nname: triage\ndescription: What triage does.\n---\n\nFind the severity.\n" },
  notes: { "SKILL.md": "---\nname: notes\ndescription: What notes does.\n---\n\nWrite notes.\n" },
};

describe("what a run would begin with", () => {
  it.each(["inline", "eager", "search"] as const)(
    "is to the letter what a run in %s mode logs, and asking leaves no trace in its log",
    async (mode) => {
      const { session, setup, log } = aSkillSession(packages, { mode });
      const told = await presentSkills(setup);
      expect(log.events()).toEqual([]);
      const logged = await session.injectCatalogue();
      expect(logged?.type).toBe("catalogue-injected");
      expect(told).toEqual(logged?.payload);
      expect(told?.text).toContain(mode === "search" ? "search" : "triage");
    },
  );

  it("is told in full each time: nothing remembers that it was told before", async () => {
    const { setup } = aSkillSession(packages);
    const [first, second] = [await presentSkills(setup), await presentSkills(setup)];
    expect(second).toEqual(first);
    expect(second?.unchangedSinceSeq).toBeNull();
  });

  it("is nothing without skills", async () => {
    expect(await presentSkills(aSkillSession({}).setup)).toBeNull();
  });
});

describe("a log that keeps nothing", () => {
  it("gives back what it is told as an event, an activation too, and has none afterwards", async () => {
    const text = { type: "text" as const, payload: { step: 1, text: "Hello", tokens: 1 } };
    expect(await unkeptLog.append(text)).toMatchObject(text);
    const receipt = { skillId: "s", textSha256: "t", arguments: "", tokens: 1 };
    expect(await unkeptLog.appendActivation(receipt, () => text)).toMatchObject(text);
    expect(unkeptLog.events()).toEqual([]);
  });
});
