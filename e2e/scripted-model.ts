import type { Page } from "@playwright/test";
import {
  type ModelServer,
  type Received,
  type Reply,
  type Replying,
  startModelServer,
} from "../lib/testing/servers/model-server";
import { expect, test as journey } from "./journey";

export { accessibilityProblems, expect, untilEnded } from "./journey";
export type { ModelServer, Received, Reply };

/** Looks like a provider's key and must never be shown again. */
export const key = "sk-test-0123456789abcdefghij";

/** What a connection's test is answered with: a word, and a call of its one tool. */
const ready: Reply = {
  kind: "answer",
  text: ["ready"],
  calls: [{ name: "report_word", input: { word: "ready" } }],
};
export const activate = (name: string): Reply => ({
  kind: "answer",
  calls: [{ name: "activate_skill", input: { name } }],
});

type Scripted = {
  /** A provider on this machine over OpenAI's wire; its first request is the connection's test. */
  startModel: (replies: readonly Replying[]) => Promise<ModelServer>;
};

export const test = journey.extend<Scripted>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to see what a fixture needs
  startModel: async ({}, use) => {
    const servers: ModelServer[] = [];
    await use(async (replies) => {
      const server = await startModelServer("openai", [ready, ...replies]);
      servers.push(server);
      return server;
    });
    for (const server of servers) await server.close();
  },
});

/** Adds the model in Settings the way an admin does: it is tested, then saved. */
export async function connectModel(page: Page, workspace: string, server: ModelServer): Promise<void> {
  await page.goto(`/w/${workspace}/settings/models`);
  await page.getByRole("button", { name: "Add model" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Provider").selectOption("compatible");
  await dialog.getByRole("combobox", { name: /^Model/ }).fill("large");
  await dialog.getByLabel("Base URL").fill(server.baseUrl);
  await dialog.getByLabel("API key").fill(key);
  await dialog.getByLabel("Name").fill("Large");
  await expect(dialog.getByRole("button", { name: "Add model" })).toHaveAttribute("aria-disabled", "true");
  await dialog.getByRole("button", { name: "Test" }).click();
  await expect(dialog.getByText("It answers")).toBeVisible();
  await dialog.getByRole("button", { name: "Add model" }).click();
  await expect(page.getByRole("cell", { name: "Large", exact: true })).toBeVisible();
}

/** The agent answers with the model from now on. */
export async function giveModel(page: Page, workspace: string, agent = "release-desk"): Promise<void> {
  await page.goto(`/w/${workspace}/agents/${agent}`);
  const saved = page.waitForResponse((response) => response.request().method() === "PATCH");
  await page.getByRole("combobox", { name: "Model", exact: true }).selectOption({ label: "Large" });
  expect((await saved).status()).toBe(200);
}

export async function send(page: Page, message: string): Promise<void> {
  await page.getByLabel(/^Message to/).fill(message);
  await page.keyboard.press("ControlOrMeta+Enter");
}
