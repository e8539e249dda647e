import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { listAudit } from "@/lib/audit/queries";
import { withdrawVersion } from "@/lib/library/commands/withdraw-version";
import { readDraft } from "@/lib/library/drafts/read-draft";
import { publishSkill } from "@/lib/reviews/commands/publish-skill";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { needsGit } from "@/lib/testing/delivery/mirrors";
import { aSkillRepository, aSource, editHere } from "@/lib/testing/delivery/sources";
import { allowLocalServers } from "@/lib/testing/models";
import { skillText } from "@/lib/testing/packages";
import { editSource } from "./commands/edit-source";
import { pushVersion } from "./commands/push-version";
import { getVersionPush } from "./get-version-push";
import { listSources } from "./list-sources";

allowLocalServers();
needsGit();
const { db } = testDatabase();

const token = "glpat-0123456789abcdef";
const files = {
  "README.md": "All of them.\n",
  "tools/skills/pdf/SKILL.md": skillText("pdf", "First."),
  "tools/skills/pdf/run.sh": { runs: "true\n" },
  "tools/skills/pdf/same.md": { target: "run.sh" },
  "tools/skills/pdf/.DS_Store": "junk",
  "tools/skills/notes/SKILL.md": skillText("notes", "Alone."),
};

async function publish(context: Context, skill: string): Promise<void> {
  const { revision, digest } = await readDraft(context, skill);
  await publishSkill(context, { skill, revision, digest, note: "Shorter now." });
}

/** A synced source with one skill that was edited here and published. */
async function anEditedSkill(options: Parameters<typeof aSkillRepository>[1] = {}) {
  const context = await aContext(db, { name: "Ines" });
  const remote = await aSkillRepository(files, options);
  const { source, sync } = await aSource(context, remote.url, { folder: "tools", userName: "ines", token });
  expect((await sync()).failure).toBeNull();
  await editHere(context, "pdf", skillText("pdf", "Mine."));
  await publish(context, "pdf");
  const wanted = { source: source.id, skill: "pdf", number: 1 };
  const push = async () => {
    const { commit } = await getVersionPush(context, wanted);
    if (commit === null) throw new Error("There is nothing to push.");
    return pushVersion(context, { ...wanted, commit });
  };
  return { context, remote, source, sync, wanted, push };
}

const branch = "greenroom/pdf-v1";

describe("a version that is pushed to its source", () => {
  it("is a branch on the synced commit in which only what was edited is another file", async () => {
    const { context, remote, wanted, push } = await anEditedSkill({ user: `ines:${token}` });
    const base = await remote.head();
    const plan = await getVersionPush(context, wanted);
    expect(plan).toMatchObject({
      state: "new",
      branch,
      base,
      files: [{ path: "tools/skills/pdf/SKILL.md", change: "changed" }],
      failure: null,
      request: null,
    });
    expect(await remote.head(branch)).toBe("");
    const pushed = await push();
    expect(pushed).toEqual({ ...plan, state: "there" });
    expect(await remote.head(branch)).toBe(plan.commit);
    const git = (...args: string[]) => remote.git("-C", "skills.git", ...args);
    const changed = await git("diff", "--name-status", base, branch);
    expect(changed).toBe("M\ttools/skills/pdf/SKILL.md\n");
    const tree = (await git("ls-tree", "-r", branch, "tools/skills/pdf"))
      .split("\n")
      .map((line) => line.slice(0, 6));
    expect(tree).toEqual(
      (await git("ls-tree", "-r", base, "tools/skills/pdf")).split("\n").map((line) => line.slice(0, 6)),
    );
    expect(tree).toContain("100755");
    expect(tree).toContain("120000");
    expect(await git("log", "--format=%an|%cn|%P|%B", "-1", branch)).toBe(
      `Ines|Greenroom|${base}|Update pdf to version 1\n\nShorter now.\n\n`,
    );
    expect(await git("fsck", "--strict", "--no-dangling")).toBe("");
    const trail = (await listAudit(context, {})).items.map(({ action }) => action);
    expect(trail.slice(0, 2)).toEqual(["source.pushed", "source.sent"]);
    expect(JSON.stringify([pushed, await listAudit(context, {})])).not.toContain(token);
    const posts = remote.seen.filter(({ method }) => method === "POST").length;
    expect((await push()).state).toBe("there");
    // Only to read the commit once for each look.
    expect(
      remote.seen.filter(({ method, path }) => method === "POST" && path.includes("receive-pack")),
    ).toHaveLength(1);
    expect(posts).toBeGreaterThan(0);
  });

  it("is taken by the source's own main branch and comes back as what is here already", async () => {
    const { remote, sync, push } = await anEditedSkill();
    await push();
    await remote.git("-C", "skills.git", "branch", "-f", "main", branch);
    const entry = (await sync()).report?.entries.find(({ skill }) => skill === "pdf");
    expect(entry).toMatchObject({ outcome: "unchanged" });
  });

  it("overwrites no branch that has something else", async () => {
    const { context, remote, wanted } = await anEditedSkill();
    const { commit } = await getVersionPush(context, wanted);
    await remote.git("-C", "skills.git", "branch", branch, "main");
    expect(await getVersionPush(context, wanted)).toMatchObject({ state: "taken", commit });
    await expect(pushVersion(context, { ...wanted, commit: commit ?? "" })).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("Nothing was overwritten"),
    });
    expect(await remote.head(branch)).toBe(await remote.head());
  });

  it("is not another one than was seen", async () => {
    const { context, remote, sync, wanted } = await anEditedSkill();
    const { commit } = await getVersionPush(context, wanted);
    await remote.commit({ "README.md": "Other.\n" });
    await sync();
    await expect(pushVersion(context, { ...wanted, commit: commit ?? "" })).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("Look again"),
    });
    expect(await remote.head(branch)).toBe("");
  });

  it("says in words why the remote took nothing, and sends nothing it was not asked for", async () => {
    const { context, remote, wanted, push } = await anEditedSkill();
    await remote.hook("echo 'GitLab: You are not allowed to push code to protected branches.' >&2; exit 1");
    const pushed = await push();
    expect(pushed).toMatchObject({
      state: "failed",
      failure: { message: expect.stringContaining("protected") },
    });
    const actions = (await listAudit(context, {})).items.map(({ action }) => action);
    expect(actions.filter((action) => action.startsWith("source.pushed"))).toEqual([]);
    await remote.close();
    expect(await getVersionPush(context, wanted)).toMatchObject({
      state: "failed",
      failure: { message: expect.stringContaining("could not be reached") },
    });
  });

  it("is nothing where the text is the source's own", async () => {
    const context = await aContext(db);
    const remote = await aSkillRepository(files);
    const { source, sync } = await aSource(context, remote.url);
    await sync();
    await publish(context, "pdf");
    const wanted = { source: source.id, skill: "pdf", number: 1 };
    expect(await getVersionPush(context, wanted)).toMatchObject({
      state: "unchanged",
      commit: null,
      files: [],
    });
    expect(await pushVersion(context, { ...wanted, commit: "0".repeat(40) })).toMatchObject({
      state: "unchanged",
    });
  });
});

describe("after a change of the source", () => {
  it("a version goes back to the commit that its text is of, whatever its patterns take from now on", async () => {
    const { context, remote, source, sync, wanted, push } = await anEditedSkill();
    const base = await remote.head();
    await editSource(context, { source: source.id, exclude: ["skills/notes"] });
    expect(await listSources(context)).toMatchObject([{ synced: { revision: base } }]);
    const plan = await getVersionPush(context, wanted);
    expect(plan).toMatchObject({ state: "new", base, files: [{ path: "tools/skills/pdf/SKILL.md" }] });
    expect((await push()).state).toBe("there");
    expect((await sync()).report?.entries).toMatchObject([{ path: "skills/pdf" }, { outcome: "gone" }]);
    expect(await getVersionPush(context, wanted)).toMatchObject({ state: "there", base });
  });

  it("it waits for the next sync where another branch or folder is meant, and says so", async () => {
    const { context, source, sync, wanted } = await anEditedSkill();
    await editSource(context, { source: source.id, folder: "tools/skills" });
    await expect(getVersionPush(context, wanted)).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringMatching(/^What .* has now is not known\. Sync it first\.$/),
    });
    await sync();
    expect(await getVersionPush(context, wanted)).toMatchObject({ state: "new" });
  });
});

describe("a push", () => {
  it("is refused in words for what has no place there", async () => {
    const { context, remote, sync, wanted } = await anEditedSkill();
    const plan = (more: Partial<typeof wanted>) => getVersionPush(context, { ...wanted, ...more });
    const other = await aSource(context, remote.url, { name: "Other" });
    await expect(plan({ source: other.source.id })).rejects.toMatchObject({ code: "UNPROCESSABLE" });
    await expect(plan({ number: 9 })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(plan({ skill: "nobody" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await remote.commit({ "tools/skills/pdf/SKILL.md": skillText("pdf", "Theirs.") });
    await sync();
    await expect(plan({})).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("waits"),
    });
    await withdrawVersion(context, { skill: "pdf", number: 1, reason: "It leaks" });
    await expect(plan({})).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("withdrawn"),
    });
  });

  it("is an admin's, and nobody's from elsewhere", async () => {
    const { context, wanted } = await anEditedSkill();
    const reviewer = await aColleague(context, "reviewer");
    await expect(getVersionPush(reviewer, wanted)).rejects.toMatchObject({ code: "FORBIDDEN" });
    const stranger = await aContext(db);
    for (const asked of [
      getVersionPush(stranger, wanted),
      pushVersion(stranger, { ...wanted, commit: "0".repeat(40) }),
    ])
      await expect(asked).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
