import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { packageDigest } from "@/lib/skills/digest";
import { runGreenroom } from "@/lib/testing/delivery/run-greenroom";
import { aFolder, writeFiles } from "@/lib/testing/folders";
import { type LockedSkill, lockFileName } from "./lock-file";
import { sha256Of } from "./sha256";

const lockedSkill = (name: string, contents: Record<string, string>): LockedSkill => {
  const files = Object.entries(contents).map(([file, text]) => ({
    path: file,
    sha256: sha256Of(text),
    size: Buffer.byteLength(text),
    executable: file.endsWith(".sh"),
  }));
  const digest = packageDigest(files, sha256Of);
  return { name, version: 3, digest, archive: digest, files };
};
const contents = { "SKILL.md": "# Notes\n", "scripts/run.sh": "echo\n" };
const lockOf = (skills: LockedSkill[]) => ({
  format: 1,
  digest: "a".repeat(64),
  etag: null,
  skills,
  source: { address: "https://example.com", workspace: "w", agent: "a" },
});

function aPulledFolder(): string {
  const skills = [lockedSkill("notes", contents), lockedSkill("mails", { "SKILL.md": "# Mails\n" })];
  const folder = aFolder({
    "notes/SKILL.md": contents["SKILL.md"],
    "notes/scripts/run.sh": contents["scripts/run.sh"],
    "mails/SKILL.md": "# Mails\n",
    "my-own/SKILL.md": "# Mine\n",
    [lockFileName]: JSON.stringify(lockOf(skills)),
  });
  chmodSync(path.join(folder, "notes/scripts/run.sh"), 0o755);
  return folder;
}
const verify = (cwd: string, ...args: string[]) => runGreenroom(["verify", ...args], { cwd });

describe("greenroom verify", () => {
  it("answers 0 for a folder as it was pulled; what else lies there is nobody's concern", async () => {
    const folder = aPulledFolder();
    writeFileSync(path.join(folder, "notes/.DS_Store"), "x");
    const { code, out, err } = await verify(folder);
    expect([code, out]).toEqual([0, "intact   2 of 2 skills in . are as they were pulled.\n"]);
    expect(err).toBe("Not in the lock file, left by a system, and not counted: notes/.DS_Store\n");
  });

  it("names packages that somebody put beside a script, which would load them", async () => {
    const folder = aPulledFolder();
    writeFiles(folder, { "notes/node_modules/yaml/index.js": "x", "notes/__MACOSX/._a": "x" });
    const { code, document } = await verify(folder, "--json");
    expect([code, document()]).toMatchObject([
      1,
      { skills: [{ name: "notes", state: "differs" }, { state: "intact" }] },
    ]);
    expect((await verify(folder)).out).toMatch(/added: (?:node_modules, __MACOSX|__MACOSX, node_modules)\n/);
  });

  it("names each changed, added and missing file, and the folders that are gone", async () => {
    const folder = aPulledFolder();
    writeFileSync(path.join(folder, "notes/SKILL.md"), "# Other\n");
    writeFileSync(path.join(folder, "notes/new.md"), "New");
    chmodSync(path.join(folder, "notes/scripts/run.sh"), 0o644);
    rmSync(path.join(folder, "mails"), { recursive: true });
    const { code, out } = await verify(path.dirname(folder), path.basename(folder));
    expect(code).toBe(1);
    expect(out).toContain("differs  notes v3  changed: SKILL.md, scripts/run.sh; added: new.md\n");
    expect(out).toContain("missing  mails v3\n2 of 2 skills");
    const { document } = await verify(folder, "--json");
    expect(document()).toMatchObject({
      command: "verify",
      ok: false,
      digest: "a".repeat(64),
      skills: [
        { name: "notes", state: "differs", changed: ["SKILL.md", "scripts/run.sh"], added: ["new.md"] },
        { name: "mails", state: "missing" },
      ],
    });
  });

  it("takes a link for no file and no folder of its own", async () => {
    const folder = aPulledFolder();
    rmSync(path.join(folder, "mails/SKILL.md"));
    symlinkSync(path.join(folder, "my-own/SKILL.md"), path.join(folder, "mails/SKILL.md"));
    rmSync(path.join(folder, "notes"), { recursive: true });
    symlinkSync(path.join(folder, "my-own"), path.join(folder, "notes"));
    const { code, out } = await verify(folder);
    expect(code).toBe(1);
    expect(out).toContain("differs  notes v3  added: notes; missing: SKILL.md, scripts/run.sh\n");
    expect(out).toContain("differs  mails v3  added: SKILL.md; missing: SKILL.md\n");
  });

  it("says that nothing was pulled where there is no lock file", async () => {
    const { code, err } = await verify(aFolder());
    expect([code, err]).toEqual([64, expect.stringContaining("nothing was pulled there")]);
  });

  it("finds what was pulled for a host, from above and from within", async () => {
    const pulled = aPulledFolder();
    const project = aFolder({ "src/deep/a.ts": "" });
    mkdirSync(path.join(project, ".claude"));
    renameSync(pulled, path.join(project, ".claude/skills"));
    const intact = (where: string) => `intact   2 of 2 skills in ${where} are as they were pulled.\n`;
    expect((await verify(project)).out).toBe(intact(".claude/skills"));
    const at = path.join(project, ".claude/skills");
    expect((await verify(path.join(project, "src/deep"))).out).toBe(intact(at));
    expect((await verify(path.join(at, "notes/scripts"))).out).toBe(intact(at));
  });

  it("never finds that of another project: it looks up to the top of the repository, and not into the home folder", async () => {
    const pulled = aPulledFolder();
    const home = aFolder({
      "clone/.git/HEAD": "",
      "clone/src/a.ts": "",
      "worktree/.git": "",
      "loose/a.ts": "",
    });
    mkdirSync(path.join(home, ".claude"));
    renameSync(pulled, path.join(home, ".claude/skills"));
    const codeIn = async (folder: string, HOME: string) =>
      (await runGreenroom(["verify"], { cwd: path.join(home, folder), env: { HOME } })).code;
    expect([await codeIn("clone/src", "/"), await codeIn("worktree", "/")]).toEqual([64, 64]);
    expect([await codeIn("loose", home), await codeIn("loose", "/"), await codeIn("", home)]).toEqual([
      64, 0, 0,
    ]);
    mkdirSync(path.join(home, ".git"));
    expect(await codeIn("loose", "/")).toBe(0);
  });

  it("asks which is meant where several were pulled side by side", async () => {
    const project = aFolder({
      ".claude/skills/.greenroom-lock.json": JSON.stringify(lockOf([])),
      ".cursor/skills/.greenroom-lock.json": JSON.stringify(lockOf([])),
    });
    const { code, err } = await verify(project);
    expect([code, err]).toEqual([
      64,
      "Error: Several folders were pulled here: .claude/skills, .cursor/skills. Name one of them.\n",
    ]);
    expect((await verify(project, ".cursor/skills")).code).toBe(0);
  });

  it.each([
    ["no JSON", "{"],
    ["a later format", JSON.stringify({ ...lockOf([]), format: 2 })],
    ["a path that leads out", JSON.stringify(lockOf([lockedSkill("a", { "../x": "" })]))],
    ["a folder that leads out", JSON.stringify(lockOf([lockedSkill("..", {})]))],
    ["a folder in another", JSON.stringify(lockOf([lockedSkill("a/b", {})]))],
    ["a hidden folder", JSON.stringify(lockOf([lockedSkill(".git", {})]))],
    ["one folder twice", JSON.stringify(lockOf([lockedSkill("a", {}), lockedSkill("A", {})]))],
  ])("refuses a lock file with %s, and says how to go on", async (_, text) => {
    const { code, err } = await verify(aFolder({ [lockFileName]: text }));
    expect([code, err]).toEqual([4, expect.stringContaining("is damaged or of a newer release")]);
    expect(err).toContain("remove it and pull again");
  });
});
