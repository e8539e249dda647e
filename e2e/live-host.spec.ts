import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hosts } from "../bench/hosts/hosts";
import { withHome } from "../bench/hosts/run-host";
import { defaultFolder } from "../bench/install-package";
import { launchedText, scriptedRequest } from "../lib/testing/hosts/host-requests";
import { WorkspaceApi } from "./api";
import { accessibilityProblems, expect, setTheme, test } from "./journey";

const message = "/release-notes Write the notes for 1.2: search is faster";
const place = { skill: "release-notes", path: "SKILL.md" };

/** The program of Claude Code, where `npm run bench -- hosts` has put it. */
function installedHost() {
  const host = hosts.find(({ id }) => id === "claude-code");
  const bin = host && join(defaultFolder(), `${host.id}-${host.version}`, "node_modules", ".bin");
  return host && bin && existsSync(bin) ? { host, bin } : null;
}

/** One session of the real host, or the requests of one, with the skill as it is in this text. */
async function speak(address: string, text: string): Promise<void> {
  const installed = installedHost();
  const who = installed ? `Claude Code ${installed.host.version} itself` : "a scripted client";
  test.info().annotations.push({ type: "spoken by", description: who });
  if (!installed) {
    console.info(`Claude Code is not in ${defaultFolder()}: ${who} sends its requests.`);
    return speakAsScripted(address, text);
  }
  const skills = mkdtempSync(join(tmpdir(), "skills-"));
  mkdirSync(join(skills, place.skill));
  writeFileSync(join(skills, place.skill, place.path), text);
  const { host, bin } = installed;
  const model = host.models[0]?.name ?? "";
  await withHome(host, skills, ({ start }) => start({ bin, message, model, base: address }));
  rmSync(skills, { recursive: true });
}

async function speakAsScripted(address: string, text: string): Promise<void> {
  const body = text.replace(/^---\n[\s\S]*?\n---\n/, "").trimStart();
  const skills = [{ name: place.skill, description: "Writes release notes." }];
  const call = {
    tool: "Skill",
    input: { skill: place.skill },
    result: `Launched: ${place.skill}`,
    texts: [launchedText(place.skill, body)],
  };
  for (const calls of [[], [call]]) {
    const response = await fetch(`${address}/v1/messages`, {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "claude-cli/2.1.330 (external, cli)" },
      body: JSON.stringify(scriptedRequest("messages", { skills, message, calls })),
    });
    expect(response.status).toBe(200);
    await response.text();
  }
}

test("a host is connected, seen live, told by its bytes, and held against its dialect", async ({
  page,
  request,
  workspace,
}) => {
  test.setTimeout(180_000);
  const api = new WorkspaceApi(request, workspace.slug);
  const text = String((await api.get(`/skills/${place.skill}/draft/file?path=${place.path}`)).text);
  await api.edit(place.skill, { [place.path]: `${text}\nKeep it short.\n` });
  await api.publish(place.skill);

  await page.goto(`/w/${workspace.slug}/playground/live`);
  await expect(page.getByRole("heading", { name: "No host was here yet" })).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("link", { name: "Connect a host" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("tomas-mbp");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Waiting for its first request.")).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  const line = String(
    await dialog
      .getByText(/ANTHROPIC_BASE_URL=http/)
      .first()
      .textContent(),
  );
  const address = /ANTHROPIC_BASE_URL=(\S+)/.exec(line)?.[1] ?? "";

  await speak(address, text);
  await dialog.getByRole("link", { name: "Open its session" }).click();

  await expect(page.getByText("Live from Claude Code")).toBeVisible();
  await expect(page.getByRole("log").getByText(/v1, latest is v2/)).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveCount(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page
    .getByRole("log")
    .getByText(/v1, latest is v2/)
    .click();
  await expect(page.getByRole("link", { name: "Open the latest, v2" })).toBeVisible();
  await expect(page.getByText("What the model received")).toBeVisible();
  await expect(page.getByText(/Base directory for this skill/)).toBeVisible();

  await page.getByRole("tab", { name: "Compare with the dialect" }).click();
  const table = page.getByRole("table", { name: /What the host sent beside/ });
  await expect(table.getByRole("row", { name: /catalogue\.place/ })).toContainText("Equal");
  await setTheme(page, "dark");
  expect(await accessibilityProblems(page)).toEqual([]);

  // It was no rehearsal, and is none in the list of conversations.
  await page.goto(`/w/${workspace.slug}/playground`);
  await expect(page.getByText("tomas-mbp")).toHaveCount(0);
  await page.goto(`/w/${workspace.slug}/settings/hosts`);
  await expect(page.getByRole("row", { name: /tomas-mbp/ })).toContainText("Rehearsal");
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Revoke tomas-mbp" }).click();
  await page.getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByRole("row", { name: /tomas-mbp/ })).toContainText("Revoked");
  const refused = await fetch(`${address}/v1/messages`, { method: "POST", body: "{}" });
  expect([401, 403, 404]).toContain(refused.status);
});
