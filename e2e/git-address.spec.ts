import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { WorkspaceApi } from "./api";
import { expect, test } from "./journey";

const run = promisify(execFile);

test("an agent's skills are cloned by git, and what is published is fetched", async ({
  request,
  workspace,
  baseURL,
}) => {
  const api = new WorkspaceApi(request, workspace.slug);
  const gives = { kind: "agent", agent: "release-desk" };
  const { gitUrl } = await api.post("/addresses", { name: "Laptops", gives });
  const url = new URL(new URL(String(gitUrl)).pathname, baseURL).href;
  const folder = await mkdtemp(join(tmpdir(), "git-address-"));
  const git = async (...args: string[]) => {
    const env = { ...process.env, HOME: folder, GIT_TERMINAL_PROMPT: "0", LC_ALL: "C" };
    const { stdout } = await run("git", args, { cwd: folder, env });
    return stdout;
  };
  try {
    await git("-c", "transfer.fsckObjects=true", "clone", "-q", url, "full");
    await git("clone", "-q", "--depth", "1", url, "shallow");
    const skills = await readdir(join(folder, "full/skills"));
    expect(skills).toContain("release-notes");
    const version = async (clone: string) =>
      JSON.parse(await readFile(join(folder, clone, "plugin.json"), "utf8")).version;
    const before = await version("full");

    const { number } = await api.get("/skills/release-notes/versions/1");
    expect(number).toBe(1);
    await api.edit("release-notes", { "references/added.md": "Added.\n" });
    await api.publish("release-notes");
    for (const clone of ["full", "shallow"]) {
      await expect(async () => {
        await git("-C", clone, "pull", "-q", "--ff-only");
        const added = await readFile(join(folder, clone, "skills/release-notes/references/added.md"), "utf8");
        expect(added).toBe("Added.\n");
      }).toPass({ timeout: 10_000 });
      expect(await git("-C", clone, "fsck", "--full")).toBe("");
      expect(await version(clone)).not.toBe(before);
    }
    expect(
      await git("-C", "full", "log", "-1", "--format=%(trailers:key=Greenroom-Version,valueonly)"),
    ).toMatch(/^2/);
    await expect(git("clone", "-q", `${url.replace("grd_", "grd_x")}`, "none")).rejects.toThrow(/not found/);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
