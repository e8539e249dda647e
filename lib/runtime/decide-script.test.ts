import { describe, expect, it } from "vitest";
import { anId, aSkillRef } from "@/lib/testing/sessions/session-log";
import { allowedByBoth, decideScript, type ListedAllowance, type ScriptFacts } from "./decide-script";

const skill = aSkillRef();
const listed: ListedAllowance = {
  skill: skill.name,
  version: 4,
  scripts: ["scripts/count.py"],
  commands: ["jq"],
  hosts: [],
  skillId: skill.skillId,
  digest: skill.digest,
};
const aScript = (path = "scripts/count.py") => ({ program: "python3", script: { skill: skill.name, path } });

const decide = (changes: Partial<ScriptFacts> = {}) =>
  decideScript({
    allowedHere: true,
    workspace: { mode: "list", allow: [listed] },
    agent: { mode: "workspace", allow: [] },
    skills: [skill],
    parts: [aScript()],
    rewritten: [],
    ...changes,
  });

describe("decideScript", () => {
  it("runs what the workspace's list names, and says so", () => {
    expect(decide()).toEqual({
      decision: "run",
      reason: "listed",
      message: "incident-triage v4 is on the list.",
    });
    expect(decide({ parts: [aScript(), { program: "jq", script: null }] })).toMatchObject({
      decision: "run",
    });
  });

  it("never runs where operator, workspace or agent says so, in this order", () => {
    const agent = { mode: "never", allow: [] } as const;
    const off = { mode: "off", allow: [listed] } as const;
    expect(decide({ allowedHere: false, workspace: off, agent })).toMatchObject({
      decision: "never",
      reason: "operator-off",
    });
    expect(decide({ workspace: off, agent })).toMatchObject({ decision: "never", reason: "workspace-off" });
    expect(decide({ agent })).toMatchObject({ decision: "never", reason: "agent-never" });
  });

  it("asks for a draft, whatever is listed", () => {
    const draft = aSkillRef({ version: null, draftRevision: 7 });
    expect(decide({ skills: [skill, draft] })).toMatchObject({ decision: "ask", reason: "draft" });
    expect(decide({ skills: [aSkillRef({ version: null })] }).message).toBe(
      "incident-triage is a draft here, and a draft always asks.",
    );
  });

  it("takes the stricter word of workspace and agent", () => {
    const ask = { mode: "ask", allow: [listed] } as const;
    expect(decide({ workspace: ask })).toMatchObject({ decision: "ask", reason: "workspace-asks" });
    expect(decide({ agent: ask })).toMatchObject({ decision: "ask", reason: "agent-asks" });
    expect(decide({ workspace: ask, agent: { mode: "list", allow: [listed] } })).toMatchObject({
      reason: "workspace-asks",
    });
  });

  it("wants an entry of both lists where the agent has one", () => {
    expect(decide({ agent: { mode: "list", allow: [] } }).message).toBe(
      "incident-triage v4 is not on the agent’s list.",
    );
    expect(decide({ agent: { mode: "list", allow: [{ ...listed, scripts: [] }] } }).message).toBe(
      "scripts/count.py of incident-triage is not on the agent’s list.",
    );
    expect(decide({ agent: { mode: "list", allow: [listed] } }).decision).toBe("run");
  });

  it("knows a listed version by its bytes, not by what somebody calls a skill", () => {
    const asks = { decision: "ask", reason: "skill-not-listed" };
    expect(decide({ skills: [aSkillRef({ version: 5, digest: "b".repeat(64) })] })).toMatchObject(asks);
    expect(decide({ skills: [aSkillRef({ skillId: anId(77) })] })).toMatchObject(asks);
    expect(decide({ skills: [skill, aSkillRef({ skillId: anId(78), name: "other" })] }).message).toBe(
      "other v4 is not on the workspace’s list.",
    );
    const renamed = aSkillRef({ name: "triage" });
    const parts = [{ program: "python3", script: { skill: "triage", path: "scripts/count.py" } }];
    expect(decide({ skills: [renamed], parts }).decision).toBe("run");
  });

  it("asks for a script or a program that no entry names", () => {
    expect(decide({ parts: [aScript("scripts/other.py")] })).toMatchObject({
      reason: "part-not-listed",
      message: "scripts/other.py of incident-triage is not on the workspace’s list.",
    });
    expect(decide({ parts: [{ program: "python3", script: null }] }).message).toBe(
      "python3 is not on the workspace’s list.",
    );
    const every = { mode: "list" as const, allow: [{ ...listed, scripts: ["*"] }] };
    expect(decide({ workspace: every, parts: [aScript("scripts/other.py")] }).decision).toBe("run");
  });

  it("asks for what it cannot read, what finds no skill, and files that are not the version's any more", () => {
    expect(decide({ parts: null })).toMatchObject({ decision: "ask", reason: "unreadable" });
    expect(decide({ skills: [] })).toMatchObject({ decision: "ask", reason: "no-skill" });
    expect(decide({ rewritten: ["/skills/incident-triage/scripts/count.py"] })).toMatchObject({
      decision: "ask",
      reason: "rewritten",
    });
  });
});

describe("allowedByBoth", () => {
  const base = {
    skill: "notes",
    version: 1,
    scripts: ["a.py", "b.py"],
    commands: ["jq", "wc"],
    hosts: ["a.io"],
  };

  it("is what both lists name, where a star of one is whatever the other names", () => {
    const own = { ...base, scripts: ["b.py", "c.py"], commands: ["wc"], hosts: [] };
    expect(allowedByBoth(base, own)).toEqual({ ...base, scripts: ["b.py"], commands: ["wc"], hosts: [] });
    expect(allowedByBoth({ ...base, scripts: ["*"] }, own).scripts).toEqual(["b.py", "c.py"]);
    expect(allowedByBoth(base, { ...own, scripts: ["*"] }).scripts).toEqual(["a.py", "b.py"]);
  });
});
