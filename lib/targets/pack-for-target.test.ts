import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { archivePackages } from "@/lib/bundles/archive-packages";
import { readArchive } from "@/lib/bundles/read-archive";
import { writeConfigMap, writeVolume } from "./config-map";
import { leftOutFileName, packForTarget } from "./pack-for-target";
import { type TargetId, targetIds } from "./target-options";
import type { TargetFile, TargetPlan } from "./target-plan";
import type { SetFacts } from "./targets";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (file: TargetFile | undefined) => new TextDecoder().decode(file?.bytes);
const plugin = { name: "desk", version: "1.0.0-dabc", description: "Desk's skills", author: "Meridian" };
const set: SetFacts = {
  plugin,
  marketplace: {
    name: "meridian",
    owner: "Meridian",
    description: "Skills of Meridian",
    plugins: [{ ...plugin, path: "plugins/desk" }],
  },
};
const planned = (name: string, folder = name): { name: string; plan: TargetPlan } => ({
  name,
  plan: {
    folder,
    changes: [],
    warnings: [],
    refusals: [],
    files: [
      { path: "SKILL.md", bytes: bytesOf(`---\nname: ${name}\ndescription: d\n---\n`) },
      { path: "scripts/run.sh", bytes: bytesOf("echo\r\n"), executable: true },
      { path: "assets/x.png", bytes: Uint8Array.of(0x89, 0, 255) },
    ],
  },
});
const pack = (
  id: TargetId,
  skills = [planned("notes")],
  leftOut: Parameters<typeof packForTarget>[2]["leftOut"] = [],
) => packForTarget(id, set, { skills, leftOut });
const pathsOf = async (id: TargetId) => (await pack(id)).map(({ path }) => path).sort();
const below = (folder: string) =>
  ["SKILL.md", "assets/x.png", "scripts/run.sh"].map((path) => `${folder}/${path}`);

describe("where skills lie, and what lies beside them", () => {
  const plugged = below("plugins/desk/skills/notes");
  it.each<[TargetId, string[]]>([
    ["folder", below("notes")],
    ["agent-plugin", ["plugin.json", ...below("skills/notes")]],
    [
      "claude-code",
      [".claude-plugin/marketplace.json", "plugins/desk/.claude-plugin/plugin.json", ...plugged],
    ],
    ["claude-ai", ["notes.skill"]],
    ["codex", [".agents/plugins/marketplace.json", "plugins/desk/.codex-plugin/plugin.json", ...plugged]],
    ["gemini-cli", ["gemini-extension.json", ...below("skills/notes")]],
    ["copilot", [".github/plugin/marketplace.json", "plugins/desk/plugin.json", ...plugged]],
    ["cursor", [".cursor-plugin/marketplace.json", "plugins/desk/.cursor-plugin/plugin.json", ...plugged]],
    ["adk", below("skills/notes")],
    [
      "lightspeed",
      [
        "kubernetes/skill-notes.yaml",
        "kubernetes/volume.yaml",
        "lightspeed-stack.yaml",
        ...below("skills/notes"),
      ],
    ],
    ["orion", below(".skills/notes")],
    ["linx", below("notes")],
    ["sisu", below(".sisu/skills/notes")],
  ])("%s", async (id, paths) => {
    expect(await pathsOf(id)).toEqual(paths.toSorted());
  });

  it("is the same for every target: what may be run stays so", async () => {
    for (const id of targetIds) {
      const scripts = (await pack(id)).filter(({ path }) => path.endsWith(".sh"));
      for (const { executable } of scripts) expect(executable, id).toBe(true);
    }
  });
});

describe("manifests", () => {
  const json = async (id: TargetId, path: string) =>
    JSON.parse(textOf((await pack(id)).find((file) => file.path === path)));

  it("say what the hosts read", async () => {
    expect(await json("agent-plugin", "plugin.json")).toEqual({
      $schema: "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json",
      name: "desk",
      version: "1.0.0-dabc",
      description: "Desk's skills",
      author: { name: "Meridian" },
    });
    expect(await json("claude-code", ".claude-plugin/marketplace.json")).toEqual({
      name: "meridian",
      owner: { name: "Meridian" },
      description: "Skills of Meridian",
      plugins: [
        {
          name: "desk",
          source: "./plugins/desk",
          description: "Desk's skills",
          version: "1.0.0-dabc",
        },
      ],
    });
    expect(await json("codex", ".agents/plugins/marketplace.json")).toMatchObject({
      interface: { displayName: "Skills of Meridian" },
      plugins: [{ source: { source: "local", path: "./plugins/desk" } }],
    });
    expect(await json("codex", "plugins/desk/.codex-plugin/plugin.json")).toMatchObject({
      skills: "./skills/",
    });
    expect(await json("gemini-cli", "gemini-extension.json")).toMatchObject({ name: "desk" });
    for (const [id, path] of [
      ["copilot", ".github/plugin/marketplace.json"],
      ["cursor", ".cursor-plugin/marketplace.json"],
    ] as const)
      expect(await json(id, path)).toMatchObject({ plugins: [{ source: "./plugins/desk" }] });
  });
});

describe("Kubernetes", () => {
  it("gets every byte back from the ConfigMap, in the place that the volume says", () => {
    const { plan } = planned("notes");
    const one = { name: "skill-notes", folder: "notes", files: plan.files };
    const map = parse(writeConfigMap(one));
    const volume = parse(writeVolume([one], "/app-root/skills"));
    expect(volume.volumeMounts[0].mountPath).toBe("/app-root/skills");
    const [{ configMap }] = volume.volumes[0].projected.sources;
    expect(configMap.name).toBe(map.metadata.name);
    const back = configMap.items.map(({ key, path, mode }: { key: string; path: string; mode?: number }) => ({
      path: path.replace(/^notes\//, ""),
      bytes: new Uint8Array(
        map.data[key] === undefined ? Buffer.from(map.binaryData[key], "base64") : bytesOf(map.data[key]),
      ),
      ...(mode === 0o755 ? { executable: true } : {}),
    }));
    expect(back).toEqual(plan.files);
    for (const { key } of configMap.items) expect(key).toMatch(/^[-._a-zA-Z0-9]{1,253}$/);
  });

  it("has no ConfigMap for what none can hold", async () => {
    const large = planned("large");
    const files = [...large.plan.files, { path: "a.bin", bytes: new Uint8Array(1024 * 1024) }];
    const packed = await pack("lightspeed", [planned("notes"), { ...large, plan: { ...large.plan, files } }]);
    const paths = packed.map(({ path }) => path);
    expect(paths).toContain("kubernetes/skill-notes.yaml");
    expect(paths).not.toContain("kubernetes/skill-large.yaml");
    expect(paths).toContain("skills/large/SKILL.md");
  });
});

describe("several skills", () => {
  it("lie beside each other, and what stays here is named among them", async () => {
    const leftOut = [
      { skill: "draft-one", reasons: [{ rule: "not-delivered", message: "Never published." }] },
    ];
    const packed = await pack("orion", [planned("notes"), planned("triage", "our-triage")], leftOut);
    expect(packed.map(({ path }) => path)).toEqual(expect.arrayContaining([".skills/our-triage/SKILL.md"]));
    expect(JSON.parse(textOf(packed.find(({ path }) => path === leftOutFileName)))).toEqual({ leftOut });
  });

  it("never share a folder: one whose folder is another's name takes its own", async () => {
    const packed = await pack("orion", [planned("notes"), planned("triage", "notes")]);
    expect(packed.map(({ path }) => path)).toContain(".skills/triage/SKILL.md");
    const crowded = await pack("folder", [planned("Notes"), planned("notes")]);
    const report = JSON.parse(textOf(crowded.find(({ path }) => path === leftOutFileName)));
    expect(report.leftOut).toMatchObject([{ skill: "notes", reasons: [{ rule: "same-folder" }] }]);
  });

  it("are a file each for claude.ai, which opens as the skill in its folder", async () => {
    const packed = await pack("claude-ai", [planned("notes"), planned("triage")]);
    expect(packed.map(({ path }) => path)).toEqual(["notes.skill", "triage.skill"]);
    const contents = await readArchive(packed[0]?.bytes ?? new Uint8Array(), { fileName: "notes.skill" });
    const [found] = contents.ok ? archivePackages(contents.value, "x").packages : [];
    expect(found).toMatchObject({ folderName: "notes" });
  });
});
