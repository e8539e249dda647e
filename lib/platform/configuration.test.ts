import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parseConfiguration, readDeclaredWorkspace, readSkillDirectories } from "./configuration";

const folder = mkdtempSync(path.join(tmpdir(), "greenroom-configuration-"));
const wrongWith = (text: string) => {
  try {
    parseConfiguration(text, "greenroom.yaml");
  } catch (error) {
    return error instanceof Error ? error.message.split("\n") : [];
  }
  return [];
};

describe("the configuration file", () => {
  it("may be missing, empty, or name no path", () => {
    const settings = { configFile: null, dataFolder: folder, skillsPaths: null };
    expect(readSkillDirectories(settings)).toEqual([]);
    expect(readDeclaredWorkspace(settings)).toBeNull();
    for (const text of ["", "# nothing yet\n", "skills:\n  paths: []\n", "skills: {}\n"])
      expect(parseConfiguration(text, "greenroom.yaml").skills.paths ?? []).toEqual([]);
  });

  it("resolves paths from its own folder, and names each once", () => {
    const file = path.join(folder, "team.yaml");
    writeFileSync(
      file,
      "skills:\n  paths: [./skills, skills, /srv/more, ~/mine]\n  workspace: meridian\n  strict: true\n",
    );
    const plain = { include: [], exclude: [] };
    expect(readSkillDirectories({ configFile: file, dataFolder: folder, skillsPaths: null })).toEqual([
      {
        folders: [path.join(folder, "skills"), "/srv/more", path.join(homedir(), "mine")].map((one) => ({
          path: one,
          ...plain,
        })),
        workspace: "meridian",
        strict: true,
        source: file,
        place: `${file}:3:3`,
      },
    ]);
  });

  it("takes the workspace that all of it is about, or says that it is the first one", () => {
    const file = path.join(folder, "of-all.yaml");
    const settings = { configFile: file, dataFolder: folder, skillsPaths: null };
    writeFileSync(file, "workspace: orion\nskills:\n  paths: [a]\n");
    expect(readSkillDirectories(settings)).toMatchObject([{ workspace: "orion", place: `${file}:1:1` }]);
    expect(readDeclaredWorkspace(settings)).toBe("orion");
    writeFileSync(file, "skills:\n  paths: [a]\n");
    expect(readSkillDirectories(settings)).toMatchObject([{ workspace: null, place: file }]);
  });

  it("names folders of several workspaces, each workspace once", () => {
    const file = path.join(folder, "several.yaml");
    writeFileSync(
      file,
      "workspace: meridian\nskills:\n  strict: true\n  folders:\n    - workspace: orion\n      paths: [o, /srv/o]\n      include: ['log-*']\n    - workspace: meridian\n      paths: [m]\n    - workspace: orion\n      paths: [late]\n      exclude: ['**/drafts']\n",
    );
    const settings = { configFile: file, dataFolder: folder, skillsPaths: null };
    expect(readSkillDirectories(settings)).toEqual([
      {
        workspace: "orion",
        folders: [
          { path: path.join(folder, "o"), include: ["log-*"], exclude: [] },
          { path: "/srv/o", include: ["log-*"], exclude: [] },
          { path: path.join(folder, "late"), include: [], exclude: ["**/drafts"] },
        ],
        strict: true,
        source: file,
        place: `${file}:5:7`,
      },
      {
        workspace: "meridian",
        folders: [{ path: path.join(folder, "m"), include: [], exclude: [] }],
        strict: true,
        source: file,
        place: `${file}:8:7`,
      },
    ]);
    expect(readDeclaredWorkspace(settings)).toBe("meridian");
    expect(() => readSkillDirectories({ ...settings, skillsPaths: ["/srv/other"] })).toThrow(
      `${file}:4:3: skills.folders: GREENROOM_SKILLS_PATHS is set, and names the folders of one workspace.`,
    );
  });

  it("refuses folders in short beside folders of several workspaces, and says where both stand", () => {
    const text =
      "skills:\n  folders:\n    - workspace: orion\n      paths: [o]\n  workspace: meridian\n  paths: [m]\n  exclude: [x]\n";
    const moves =
      "says it of one workspace, and skills.folders (greenroom.yaml:2:3) of each by itself. Move it into an entry there.";
    expect(wrongWith(text)).toEqual([
      `greenroom.yaml:6:3: skills.paths: ${moves}`,
      `greenroom.yaml:5:3: skills.workspace: ${moves}`,
      `greenroom.yaml:7:3: skills.exclude: ${moves}`,
    ]);
  });

  it("gives way to GREENROOM_SKILLS_PATHS, for the paths alone", () => {
    const file = path.join(folder, "both.yaml");
    writeFileSync(file, "skills:\n  paths: [/srv/one]\n  exclude: [drafts]\n");
    const settings = { configFile: file, dataFolder: folder, skillsPaths: ["/srv/two", "here"] };
    expect(readSkillDirectories(settings)).toMatchObject([
      {
        folders: ["/srv/two", path.resolve("here")].map((one) => ({ path: one, exclude: ["drafts"] })),
        source: "GREENROOM_SKILLS_PATHS",
      },
    ]);
  });

  it("reads a folder once that is named twice, also by a link to it", () => {
    mkdirSync(path.join(folder, "skills"));
    symlinkSync("skills", path.join(folder, "same"));
    const file = path.join(folder, "twice.yaml");
    writeFileSync(file, "skills:\n  paths: [same, skills, ./same, other]\n");
    const settings = { configFile: file, dataFolder: folder, skillsPaths: null };
    const read = readSkillDirectories(settings).flatMap(({ folders }) => folders.map((one) => one.path));
    expect(read).toEqual(["same", "other"].map((name) => path.join(folder, name)));
  });

  it("says so when the file that was named is not there", () => {
    const settings = { configFile: path.join(folder, "gone.yaml"), dataFolder: folder, skillsPaths: null };
    expect(() => readSkillDirectories(settings)).toThrow(/gone\.yaml, which GREENROOM_CONFIG names/);
  });

  it("says so when it cannot be read", () => {
    const settings = { configFile: folder, dataFolder: folder, skillsPaths: null };
    expect(() => readSkillDirectories(settings)).toThrow(`${folder} cannot be read (EISDIR).`);
  });

  it("names every wrong field with its line and column", () => {
    expect(wrongWith("skills:\n  pths: [a]\n  paths: [a, 7]\n  strict: maybe\nmodels: {}\n")).toEqual([
      "greenroom.yaml:3:14: skills.paths.1: Invalid input: expected string, received number",
      "greenroom.yaml:4:3: skills.strict: Invalid input: expected boolean, received string",
      "greenroom.yaml:2:3: skills.pths: Extra inputs are not permitted",
      "greenroom.yaml:5:1: models: Extra inputs are not permitted",
    ]);
  });

  it("takes no name or description of a skill: SKILL.md alone says them", () => {
    expect(wrongWith("skills:\n  name: x\n  description: y\n")).toEqual([
      "greenroom.yaml:2:3: skills.name: Extra inputs are not permitted",
      "greenroom.yaml:3:3: skills.description: Extra inputs are not permitted",
    ]);
    expect(wrongWith("skills:\n  paths:\n    - path: a\n      name: x\n")).toEqual([
      "greenroom.yaml:3:7: skills.paths.0: Invalid input: expected string, received object",
    ]);
  });

  it("says where its YAML is broken", () => {
    expect(wrongWith("skills:\n  paths: [a\n")[0]).toMatch(/^greenroom\.yaml:3:1: /);
    expect(wrongWith("- a\n")[0]).toMatch(/^greenroom\.yaml:1:1: /);
  });
});
