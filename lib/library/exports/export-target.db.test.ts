import { describe, expect, it } from "vitest";
import { createAgent } from "@/lib/agents/commands/create-agent";
import { setAssignments } from "@/lib/agents/commands/set-assignments";
import { exportAgent } from "@/lib/agents/export-agent";
import { getAgentTarget } from "@/lib/agents/export-agent-for-target";
import type { Download } from "@/lib/bundles/download";
import { readArchive } from "@/lib/bundles/read-archive";
import { storeImport } from "@/lib/imports/commands/store-import";
import { publishSkill } from "@/lib/reviews/commands/publish-skill";
import { targetIds } from "@/lib/targets/target-options";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage, skillText } from "@/lib/testing/packages";
import { settled, upload, zipOf } from "@/lib/testing/uploads";
import { changeDraft } from "../commands/change-draft";
import { renameSkill } from "../commands/rename-skill";
import { getDraft, getDraftFile } from "../drafts/get-draft";
import { exportSkill } from "./export-skill";
import { getSkillTargets } from "./export-target";

const { db } = testDatabase();
const skill = "notes";
const field = (line: string) => skillText(skill).replace("---\n\n", `${line}\n---\n\n`);

async function filesOf({ content, fileName }: Download) {
  const contents = await readArchive(content, { fileName });
  if (!contents.ok) throw new Error(contents.error.message);
  return contents.value.files;
}
const pathsOf = async (download: Download) => (await filesOf(download)).map(({ path }) => path);
const jsonAt = async (download: Download, path: string) => {
  const file = (await filesOf(download)).find((one) => one.path === path);
  return JSON.parse(new TextDecoder().decode(file?.bytes));
};

/** A skill whose SKILL.md has one more line in its frontmatter. */
async function aSkill(line: string) {
  const context = await aContext(db);
  await aPackage(context, { name: skill, files: { "scripts/run.sh": "echo\n" } });
  await changeDraft(context, {
    skill,
    baseRevision: 1,
    changes: [
      { op: "write", path: "SKILL.md", text: field(line) },
      { op: "set-executable", path: "scripts/run.sh", executable: true },
    ],
  });
  return context;
}

describe("a skill in the form of each host", () => {
  it("is no portable form at the same time, as of a whole set", async () => {
    const context = await aSkill("license: MIT");
    const asked = { skill, version: "draft", target: "codex" } as const;
    await expect(exportSkill(context, { ...asked, portable: "true" })).rejects.toThrow(
      "Leave out portable, or target.",
    );
    expect((await exportSkill(context, { ...asked, portable: "false" })).fileName).toContain("codex");
  });

  it("says of every host what it would get before anything is downloaded", async () => {
    const context = await aSkill("disable-model-invocation: true");
    const { revision, targets } = await getSkillTargets(context, { skill, version: "draft" });
    expect(revision).toBe(2);
    expect(targets.map(({ target }) => target)).toEqual(targetIds);
    const taken = targets.filter(({ refusals }) => refusals.length === 0);
    expect(taken.map(({ target }) => target)).toEqual(["folder", "claude-code", "codex", "cursor"]);
    expect(targets.find(({ target }) => target === "adk")?.refusals).toMatchObject([
      { rule: "flag-lost", file: "SKILL.md", line: 4 },
    ]);
  });

  it("is downloaded with what the host needs around it, the same bytes every time", async () => {
    const context = await aSkill("license: MIT");
    for (const target of targetIds) {
      const once = await exportSkill(context, { skill, version: "draft", target });
      expect(once.fileName).toBe(`notes-draft-r2-${target}.${target === "claude-ai" ? "skill" : "zip"}`);
      expect((await exportSkill(context, { skill, version: "draft", target })).content).toEqual(once.content);
      const scripts = (await filesOf(once)).filter(({ path }) => path.endsWith("run.sh"));
      expect(
        scripts.map(({ executable }) => executable),
        target,
      ).toEqual([true]);
    }
    const codex = await exportSkill(context, { skill, version: "draft", target: "codex", format: "tar.gz" });
    expect(await pathsOf(codex)).toContain("plugins/notes/.codex-plugin/plugin.json");
    const file = await exportSkill(context, {
      skill,
      version: "draft",
      target: "claude-ai",
      format: "tar.gz",
    });
    expect(await pathsOf(file)).toEqual(["notes/SKILL.md", "notes/scripts/run.sh"]);
  });

  it("is refused by a host that would run what its author keeps from models", async () => {
    const context = await aSkill("disable-model-invocation: true");
    await expect(
      exportSkill(context, { skill, version: "draft", target: "gemini-cli" }),
    ).rejects.toMatchObject({
      code: "UNPROCESSABLE",
      details: { refusals: [{ rule: "flag-lost", line: 4 }] },
    });
  });

  it("is nothing that another workspace may see", async () => {
    await aSkill("license: MIT");
    const stranger = await aContext(db);
    await expect(getSkillTargets(stranger, { skill })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const wanted = { skill, target: "orion" } as const;
    await expect(exportSkill(stranger, wanted)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("making it fit", () => {
  it("is a change of the draft like any other, after which the host takes it as it is", async () => {
    const context = await aSkill("# Ours\nallowed-tools: [Read, Bash]");
    const fitFor = async () => {
      const { revision, targets } = await getSkillTargets(context, { skill, version: "draft" });
      const found = targets.find(({ target }) => target === "adk");
      if (!found || revision === null) throw new Error("There is no such target.");
      return { baseRevision: revision, ...found };
    };
    const { baseRevision, fit, texts } = await fitFor();
    const line = (kind: string, text: string) => ({ kind, text });
    expect(texts).toEqual([
      {
        path: "SKILL.md",
        lines: [
          line("same", "# Ours"),
          line("removed", "allowed-tools: [Read, Bash]"),
          line("added", "allowed-tools: Read Bash"),
          line("same", "---"),
        ],
      },
    ]);
    await changeDraft(context, { skill, baseRevision, changes: fit });
    const { text } = await getDraftFile(context, { skill, path: "SKILL.md" });
    expect(text).toBe(field("# Ours\nallowed-tools: Read Bash"));
    expect(await fitFor()).toMatchObject({ changes: [], fit: [], texts: [] });
  });

  it("never overwrites what somebody saved since it was proposed", async () => {
    const context = await aSkill("allowed-tools: [Read]");
    const { revision, targets } = await getSkillTargets(context, { skill, version: "draft" });
    const fit = targets.find(({ target }) => target === "adk")?.fit ?? [];
    const other = await aColleague(context, "author", "Noor");
    const write = { op: "write" as const, path: "SKILL.md", text: field("allowed-tools: [Write]") };
    await changeDraft(other, { skill, baseRevision: 2, changes: [write] });
    const late = changeDraft(context, { skill, baseRevision: revision ?? 0, changes: fit });
    await expect(late).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("is proposed for the draft alone, and renames a skill.md", async () => {
    const context = await aContext(db);
    const found = await upload(context, {
      "one.zip": await zipOf({ notes: { "skill.md": skillText(skill) } }),
    });
    await storeImport(context, { id: found.id });
    await settled(context, found.id);
    const { targets } = await getSkillTargets(context, { skill, version: "draft" });
    const { fit } = targets.find(({ target }) => target === "orion") ?? {};
    expect(fit).toEqual([{ op: "move", from: "skill.md", to: "SKILL.md" }]);
    await aPackage(context, { name: "triage", publishNote: "First" });
    const published = await getSkillTargets(context, { skill: "triage" });
    expect(published.revision).toBeNull();
    expect(published.targets.flatMap(({ fit }) => fit)).toEqual([]);
  });
});

describe("the folder that a skill came in", () => {
  it("comes back for hosts that do not mind, until the skill is renamed", async () => {
    const context = await aContext(db);
    const text = skillText("slack_search");
    const found = await upload(context, {
      "repo.zip": await zipOf({ ".skills/slack-search": { "SKILL.md": text } }),
    });
    await storeImport(context, { id: found.id });
    await settled(context, found.id);
    const wanted = { version: "draft", target: "orion" } as const;
    const archive = await exportSkill(context, { skill: "slack_search", ...wanted });
    expect(await pathsOf(archive)).toEqual([".skills/slack-search/SKILL.md"]);
    await renameSkill(context, { skill: "slack_search", name: "slack-finder" });
    const renamed = await exportSkill(context, { skill: "slack-finder", ...wanted });
    expect(await pathsOf(renamed)).toEqual([".skills/slack-finder/SKILL.md"]);
    expect((await getDraft(context, { skill: "slack-finder" })).files).toHaveLength(1);
  });
});

describe("an agent's skills in the form of a host", () => {
  async function anAgent() {
    const context = await aContext(db);
    for (const name of ["alpha", "beta"]) await aPackage(context, { name, publishNote: "First" });
    const text = skillText("kept").replace("---\n\n", "disable-model-invocation: true\n---\n\n");
    await aPackage(context, { name: "kept" });
    const changes = [{ op: "write" as const, path: "SKILL.md", text }];
    await changeDraft(context, { skill: "kept", baseRevision: 1, changes });
    const { revision, digest } = await getDraft(context, { skill: "kept" });
    await publishSkill(context, { skill: "kept", revision, digest, note: "First" });
    await aPackage(context, { name: "unready" });
    const agent = await createAgent(context, { name: "Desk" });
    const items = [
      ...["alpha", "kept", "beta"].map((skill) => ({ skill, follows: "latest" as const })),
      { skill: "unready", follows: "draft" as const },
    ];
    await setAssignments(context, { agent: agent.slug, baseRevision: agent.revision, items });
    return { context, agent: agent.slug };
  }

  it("leave out what does not fit or is not published, and name it beside the others", async () => {
    const { context, agent } = await anAgent();
    const report = await getAgentTarget(context, { agent, target: "orion" });
    expect(report.skills.map(({ skill, refusals }) => [skill, refusals.map(({ rule }) => rule)])).toEqual([
      ["alpha", []],
      ["kept", ["flag-lost"]],
      ["beta", []],
    ]);
    expect(report.leftOut).toMatchObject([{ skill: "unready" }]);
    const archive = await exportAgent(context, { agent, target: "orion" });
    expect(archive.fileName).toBe("desk-orion.zip");
    expect(await pathsOf(archive)).toEqual([
      ".skills/alpha/SKILL.md",
      ".skills/beta/SKILL.md",
      "export-report.json",
    ]);
    expect(await jsonAt(archive, "export-report.json")).toMatchObject({
      leftOut: [
        { skill: "unready", reasons: [{ rule: "not-delivered" }] },
        { skill: "kept", reasons: [{ rule: "flag-lost", file: "SKILL.md", line: 4 }] },
      ],
    });
  });

  it("go whole where the host knows everything, under a version that moves with every change", async () => {
    const { context, agent } = await anAgent();
    const manifest = "plugins/desk/.claude-plugin/plugin.json";
    const first = await jsonAt(await exportAgent(context, { agent, target: "claude-code" }), manifest);
    expect(first).toMatchObject({ name: "desk", author: { name: context.workspace.name } });
    const paths = await pathsOf(await exportAgent(context, { agent, target: "claude-code" }));
    expect(paths).toContain("plugins/desk/skills/kept/SKILL.md");
    const text = skillText("alpha", "Do it anew.\n");
    const changes = [{ op: "write" as const, path: "SKILL.md", text }];
    await changeDraft(context, { skill: "alpha", baseRevision: 1, changes });
    const { revision, digest } = await getDraft(context, { skill: "alpha" });
    await publishSkill(context, { skill: "alpha", revision, digest, note: "Second" });
    const second = await jsonAt(await exportAgent(context, { agent, target: "claude-code" }), manifest);
    expect(second.version).not.toBe(first.version);
  });

  it("are refused with every reason when nothing is left, and to strangers", async () => {
    const { context, agent } = await anAgent();
    const items = [{ skill: "kept", follows: "latest" as const }];
    await setAssignments(context, { agent, baseRevision: 2, items });
    await expect(exportAgent(context, { agent, target: "adk" })).rejects.toMatchObject({
      code: "UNPROCESSABLE",
      details: { leftOut: [{ skill: "kept" }] },
    });
    const stranger = await aContext(db);
    await expect(getAgentTarget(stranger, { agent, target: "adk" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});
