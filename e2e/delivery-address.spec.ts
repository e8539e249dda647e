import { createHash } from "node:crypto";
import { z } from "zod";
import { WorkspaceApi } from "./api";
import { accessibilityProblems, accessibilityProblemsInBothThemes, expect, test } from "./journey";

const skill = "release-notes";
const wellKnown = ".well-known/agent-skills/index.json";
const indexSchema = z.object({
  skills: z.array(z.object({ name: z.string(), url: z.string(), digest: z.string() })),
});

/** As clients ask: without a cookie. */
async function nothingAt(url: string): Promise<void> {
  const response = await fetch(url);
  expect([url, response.status]).toEqual([url, 404]);
  expect(response.headers.get("content-type")).toBe("application/problem+json");
}

test("an agent's skills are given out at a secret address, until it is revoked", async ({
  page,
  request,
  workspace,
}) => {
  const api = new WorkspaceApi(request, workspace.slug);
  await api.post("/agents", { name: "Support desk" });
  await api.put("/agents/support-desk/assignments", { baseRevision: 1, items: [{ skill }] });

  await page.goto(`/w/${workspace.slug}/agents/support-desk`);
  const addresses = page.getByRole("region", { name: "Addresses" });
  await expect(addresses).toContainText("none");
  await addresses.getByRole("button", { name: "New address" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Laptops of support");
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("Enter");
  const line = dialog.getByText(/npx skills add http/);
  await expect(line).toBeVisible();
  await expect(dialog.getByText("Gives out 1 skill now.")).toBeVisible();
  expect(await accessibilityProblemsInBothThemes(page)).toEqual([]);
  const url = /skills add (\S+)/.exec(String(await line.textContent()))?.[1] ?? "";
  await dialog.getByRole("radio", { name: "Codex" }).check();
  await expect(dialog.getByText("codex plugin add support-desk@support-desk")).toBeVisible();
  await page.keyboard.press("Escape");

  const index = await fetch(`${url}/${wellKnown}`);
  expect([index.status, index.headers.get("content-type")]).toEqual([200, "application/json"]);
  const etag = index.headers.get("etag") ?? "";
  const { skills } = indexSchema.parse(await index.json());
  expect(skills.map(({ name }) => name)).toEqual([skill]);
  for (let again = 0; again < 2; again += 1)
    expect(await (await fetch(`${url}/${wellKnown}`)).json(), "kept for the next").toMatchObject({ skills });
  const [listed] = skills;
  const archive = await fetch(listed?.url ?? "");
  expect(archive.headers.get("cache-control")).toContain("immutable");
  const bytes = new Uint8Array(await archive.arrayBuffer());
  expect(`sha256:${createHash("sha256").update(bytes).digest("hex")}`).toBe(listed?.digest);
  const same = await fetch(`${url}/${wellKnown}`, { headers: { "if-none-match": etag } });
  expect(same.status).toBe(304);
  const head = await fetch(listed?.url ?? "", { method: "HEAD" });
  expect([head.status, head.headers.get("content-type")]).toEqual([200, "application/zip"]);
  expect(head.headers.get("etag")).toBe(archive.headers.get("etag"));
  expect(await (await fetch(`${url}/${skill}/${wellKnown}`)).json()).toMatchObject({ skills });
  for (const path of ["", "/unknown", `/unknown/${wellKnown}`]) await nothingAt(`${url}${path}`);
  const { origin } = new URL(url);
  await nothingAt(`${origin}/d/grd_unknown/${wellKnown}`);
  expect((await fetch(`${origin}/${wellKnown}`)).status).toBe(404);

  await page.goto(`/w/${workspace.slug}/settings/addresses`);
  const row = page.getByRole("row", { name: /Laptops of support/ });
  await expect(row).toContainText("Agent: Support desk");
  await row.getByRole("button", { name: /Install lines/ }).click();
  await expect(page.getByRole("dialog").getByText(url, { exact: false }).first()).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await row.getByRole("button", { name: /Revoke/ }).click();
  await page.getByRole("button", { name: "Revoke address" }).click();
  await expect(row).toContainText("Revoked");
  expect(await accessibilityProblemsInBothThemes(page)).toEqual([]);
  await nothingAt(`${url}/${wellKnown}`);
  await nothingAt(listed?.url ?? "");
});
