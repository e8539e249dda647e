import { hasGit, startGitRemote } from "../lib/testing/servers/git-remote";
import { WorkspaceApi } from "./api";
import { accessibilityProblemsInBothThemes, expect, test } from "./journey";

const token = "glpat-of-the-journey";

test("an agent's skills are pushed to a repository elsewhere, by hand and then by themselves", async ({
  page,
  request,
  workspace,
}, { skip }) => {
  skip(!hasGit, "This machine has no git http-backend.");
  const api = new WorkspaceApi(request, workspace.slug);
  const remote = await startGitRemote({ user: `ines:${token}` });
  try {
    await page.goto(`/w/${workspace.slug}/agents/release-desk`);
    const mirrors = page.getByRole("region", { name: "Mirrors" });
    await expect(mirrors).toContainText("none");
    await mirrors.getByRole("button", { name: "Add a mirror" }).click();
    const form = page.getByRole("dialog", { name: "Add a mirror" });
    await form.getByLabel("Repository").fill(remote.url);
    await form.getByLabel("User name").fill("ines");
    await form.getByLabel("Token").fill(token);
    expect(await accessibilityProblemsInBothThemes(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await expect(mirrors).toContainText("never pushed");

    await mirrors.getByRole("button", { name: /^Review and push to/ }).click();
    const push = page.getByRole("dialog", { name: "Push to main" });
    await expect(push.getByText("Publish release-notes, version 1")).toBeVisible();
    await expect(push.getByText("skills/release-notes/SKILL.md")).toBeVisible();
    expect(await accessibilityProblemsInBothThemes(page)).toEqual([]);
    await push.getByRole("button", { name: "Push now" }).click();
    await expect(push).toHaveCount(0);
    const first = await remote.head();
    await expect(mirrors).toContainText(`${first.slice(0, 7)} pushed`);
    expect(await remote.git("-C", "skills.git", "fsck", "--strict")).toBe("");

    await mirrors.getByRole("button", { name: /^Change the mirror/ }).click();
    const change = page.getByRole("dialog", { name: "Change the mirror" });
    await change.getByRole("checkbox", { name: /Push on every publication/ }).check();
    await change.getByRole("button", { name: "Save" }).click();
    await expect(mirrors).toContainText("Pushed on every publication");
    await api.edit("release-notes", { "references/added.md": "Added.\n" });
    await api.publish("release-notes");
    await expect.poll(() => remote.head(), { timeout: 30_000 }).not.toBe(first);
    const head = await remote.head();
    expect(
      await remote.git("-C", "skills.git", "show", "main:skills/release-notes/references/added.md"),
    ).toBe("Added.\n");
    await expect(mirrors).toContainText(`${head.slice(0, 7)} pushed`);
  } finally {
    await remote.close();
  }
});
