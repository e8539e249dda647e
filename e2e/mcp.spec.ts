import { z } from "zod";
import { WorkspaceApi } from "./api";
import { accessibilityProblems, accessibilityProblemsInBothThemes, expect, test } from "./journey";

const skill = "release-notes";
const resultSchema = z.object({ result: z.record(z.string(), z.unknown()) });

/** A client of the protocol's 2025 generation, on the server itself. */
function aClient(url: string, key: string) {
  let [id, session] = [0, ""];
  const send = (method: string, params: object) => {
    id += 1;
    return fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        authorization: `Bearer ${key}`,
        "mcp-protocol-version": "2025-11-25",
        ...(session === "" ? {} : { "mcp-session-id": session }),
      },
      body: JSON.stringify({ jsonrpc: "2.0", id, method, params }),
    });
  };
  return {
    send,
    ask: async (method: string, params: object = {}) => {
      const response = await send(method, params);
      expect([method, response.status]).toEqual([method, 200]);
      session = response.headers.get("mcp-session-id") ?? session;
      const data = /^data: (\{.*\})$/m.exec(await response.text())?.[1] ?? "";
      return JSON.stringify(resultSchema.parse(JSON.parse(data)).result);
    },
  };
}

test("an agent's skills are had over MCP with a key of its own, until it is revoked", async ({
  page,
  request,
  workspace,
}) => {
  const api = new WorkspaceApi(request, workspace.slug);
  await api.post("/agents", { name: "Support desk" });
  await api.put("/agents/support-desk/assignments", { baseRevision: 1, items: [{ skill }] });
  const made = await api.post("/keys", { name: "Laptop", scopes: ["deliver"], agent: "support-desk" });

  await page.goto(`/w/${workspace.slug}/agents/support-desk`);
  const delivery = page.getByRole("region", { name: "Delivery" });
  await expect(delivery.getByText("1 skill, 1 prompt, the tools of Standard")).toBeVisible();
  const address = delivery.getByRole("region", { name: "the MCP address" });
  const url = String(await address.textContent()).trim();
  expect(await accessibilityProblemsInBothThemes(page)).toEqual([]);
  await delivery.getByRole("button", { name: "Lines for clients" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(`claude mcp add --transport http support-desk ${url}`)).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole("radio", { name: "Codex" }).check();
  await expect(dialog.getByText(/bearer_token_env_var = "GREENROOM_KEY"/)).toBeVisible();
  await page.keyboard.press("Escape");

  const refused = await fetch(url, { method: "POST", body: "{}" });
  expect(refused.status).toBe(401);
  const metadata =
    /resource_metadata="([^"]+)"/.exec(refused.headers.get("www-authenticate") ?? "")?.[1] ?? "";
  expect(await (await fetch(metadata)).json()).toMatchObject({ resource: url });

  const client = aClient(url, String(made.key));
  const begun = {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "journey", version: "1" },
  };
  expect(await client.ask("initialize", begun)).toContain("io.modelcontextprotocol/skills");
  expect(await client.ask("skills/list")).toContain(`skill://${skill}/SKILL.md`);
  expect(await client.ask("tools/list")).toContain("activate_skill");
  const call = { name: "activate_skill", arguments: { name: skill } };
  expect(await client.ask("tools/call", call)).toContain(`<skill_content name=\\"${skill}\\"`);
  expect(await client.ask("tools/call", call)).toContain("is already active since turn 1");
  expect(await client.ask("prompts/get", { name: skill })).toContain("messages");

  const deleted = await request.delete(`/api/v1/workspaces/${workspace.slug}/keys/${String(made.id)}`);
  expect(deleted.ok()).toBe(true);
  expect((await client.send("tools/call", call)).status).toBe(401);
});
