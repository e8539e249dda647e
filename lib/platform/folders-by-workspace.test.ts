import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { foldersByWorkspace, foldersSchema } from "./folders-by-workspace";
import { checkPlaced, parsePlaced } from "./placed-yaml";

const schema = z.object({ skills: z.object({ folders: foldersSchema }) });

/** `skills.folders` as a file in /etc/greenroom says them. */
function read(lines: string) {
  const placed = parsePlaced(`skills:\n  folders:\n${lines}`, "greenroom.yaml");
  const { skills } = checkPlaced(schema, placed);
  return foldersByWorkspace(skills.folders, placed, (named) => path.resolve("/etc/greenroom", named));
}
const wrongWith = (lines: string): string[] => {
  try {
    read(lines);
  } catch (error) {
    return error instanceof Error ? error.message.split("\n") : [];
  }
  return [];
};
const entry = (workspace: string, paths: string) => `    - workspace: ${workspace}\n      paths: ${paths}\n`;

describe("folders by workspace", () => {
  it("gathers what is said of each, in its order, with each entry's own patterns", () => {
    const lines = `${entry("orion", "[o]")}      exclude: [drafts]\n${entry("meridian", "[/srv/m]")}${entry("orion", "[../more]")}      include: ["log-*"]\n`;
    expect(read(lines)).toEqual([
      {
        workspace: "orion",
        folders: [
          { path: "/etc/greenroom/o", include: [], exclude: ["drafts"] },
          { path: "/etc/more", include: ["log-*"], exclude: [] },
        ],
        place: "greenroom.yaml:3:7",
      },
      {
        workspace: "meridian",
        folders: [{ path: "/srv/m", include: [], exclude: [] }],
        place: "greenroom.yaml:6:7",
      },
    ]);
    expect(read("    []\n")).toEqual([]);
  });

  it("names what is missing, and what is no address of a workspace", () => {
    expect(
      wrongWith("    - paths: [a]\n    - workspace: Team Orion\n      paths: []\n      only: [x]\n"),
    ).toEqual([
      "greenroom.yaml:3:7: skills.folders.0.workspace: Say whose folders these are, by the address of the workspace.",
      "greenroom.yaml:4:7: skills.folders.1.workspace: This is no address of a workspace: it is what stands behind /w/, as in meridian.",
      "greenroom.yaml:5:7: skills.folders.1.paths: Name a folder.",
      "greenroom.yaml:6:7: skills.folders.1.only: Extra inputs are not permitted",
    ]);
  });

  it("refuses a folder that is named twice, for one workspace or for two, and says where the other is", () => {
    expect(wrongWith(entry("orion", "[a, ./a]"))).toEqual([
      "greenroom.yaml:4:18: skills.folders.0.paths.1: /etc/greenroom/a is named at greenroom.yaml:4:15 already, for orion. Name it once.",
    ]);
    expect(wrongWith(entry("orion", "[a]") + entry("meridian", "[/etc/greenroom/a/]"))).toEqual([
      "greenroom.yaml:6:15: skills.folders.1.paths.0: /etc/greenroom/a is named at greenroom.yaml:4:15 already, for orion. Name it once. To give skills to several workspaces, let one read them and share them there.",
    ]);
  });

  it("refuses a folder in another workspace's, whichever is named first, and takes one in its own", () => {
    const inside =
      "skills.folders.0.paths.0: /srv/all/orion lies in /srv/all, which is meridian's (greenroom.yaml:6:15) with all that is in it. Give each workspace a folder of its own. To give skills to several workspaces, let one read them and share them there.";
    expect(wrongWith(entry("orion", "[/srv/all/orion]") + entry("meridian", "[/srv/all]"))).toEqual([
      `greenroom.yaml:4:15: ${inside}`,
    ]);
    expect(wrongWith(entry("orion", "[/srv/all, /srv/all/more]"))).toEqual([]);
    expect(
      wrongWith(entry("orion", "[/srv/all]") + entry("meridian", "[/srv/all-of-it, /srv/..all]")),
    ).toEqual([]);
  });

  it("knows a folder again by another name, and one that lies in another's only by its links", () => {
    const top = realpathSync(mkdtempSync(path.join(tmpdir(), "folders-")));
    try {
      mkdirSync(path.join(top, "all/orion"), { recursive: true });
      symlinkSync("all", path.join(top, "same"));
      symlinkSync("all/orion", path.join(top, "within"));
      const two = (other: string) => entry("meridian", `[${top}/all]`) + entry("orion", `[${top}/${other}]`);
      expect(wrongWith(two("same"))).toEqual([
        `greenroom.yaml:6:15: skills.folders.1.paths.0: ${top}/same is ${top}/all by another name, which is named at greenroom.yaml:4:15 already, for meridian. Name it once. To give skills to several workspaces, let one read them and share them there.`,
      ]);
      expect(wrongWith(two("within"))[0]).toContain(`${top}/within lies in ${top}/all, which is meridian's`);
      expect(wrongWith(two("later/orion"))).toEqual([]);
    } finally {
      rmSync(top, { recursive: true, force: true });
    }
  });
});
