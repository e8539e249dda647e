import { expect, it } from "vitest";
import { pluginFiles, pluginVersion } from "./plugin-files";

const skill = (name: string, why: string | null = null) => ({
  skillId: name,
  name,
  versionId: name,
  number: 2,
  key: "k",
  tree: why === null ? "t" : null,
  why,
});
const files = pluginFiles({ title: "Release Desk", owner: "Meridian", number: 7, skills: [skill("notes")] });
const parsed = (path: string) => JSON.parse(files[path] ?? "null");

it("has the manifests of every host at the root, each with the version of its commit", () => {
  expect(Object.keys(files)).toEqual([
    "README.md",
    "plugin.json",
    ".claude-plugin/marketplace.json",
    ".claude-plugin/plugin.json",
    ".codex-plugin/plugin.json",
    ".agents/plugins/marketplace.json",
    ".github/plugin/marketplace.json",
    ".cursor-plugin/marketplace.json",
    ".cursor-plugin/plugin.json",
  ]);
  for (const path of [
    "plugin.json",
    ".claude-plugin/plugin.json",
    ".codex-plugin/plugin.json",
    ".cursor-plugin/plugin.json",
  ])
    expect(parsed(path)).toMatchObject({ name: "release-desk", version: "1.7.0" });
  for (const path of [".claude-plugin", ".github/plugin", ".cursor-plugin"])
    expect(parsed(`${path}/marketplace.json`)).toMatchObject({
      name: "release-desk",
      owner: { name: "Meridian" },
      plugins: [{ name: "release-desk", source: "./", version: "1.7.0" }],
    });
  expect(pluginVersion(7)).toBe("1.7.0");
});

it("says in plugin.json only what Agent Plugins 1.0.0 knows", () => {
  expect(Object.keys(parsed("plugin.json")).sort()).toEqual([
    "$schema",
    "author",
    "description",
    "name",
    "version",
  ]);
  expect(parsed("plugin.json").$schema).toBe("https://agent-plugins.org/schemas/1.0.0/plugin.schema.json");
});

it("tells Codex where plugin and skills are", () => {
  expect(parsed(".codex-plugin/plugin.json").skills).toBe("./skills/");
  expect(parsed(".agents/plugins/marketplace.json")).toMatchObject({
    interface: { displayName: "Release Desk" },
    plugins: [{ source: { source: "local", path: "./" }, policy: { installation: "AVAILABLE" } }],
  });
});

it("names what is left out, and stays short", () => {
  expect(files["README.md"]).toContain("1 of them are in skills/");
  expect(files["README.md"]).not.toContain("Left out");
  const many = Array.from({ length: 60 }, (_, at) =>
    skill(`skill-${at}`, "Its name is too long (name-too-long)"),
  );
  const readme = pluginFiles({ title: "D", owner: "M", number: 1, skills: many })["README.md"];
  expect(readme).toContain("- skill-0, version 2: Its name is too long (name-too-long)");
  expect(readme).toContain("- and 10 more");
});
