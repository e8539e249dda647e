import AxeBuilder from "@axe-core/playwright";
import { test as base, expect, type Page } from "@playwright/test";

/** The person whom the first run made. */
export const operator = {
  name: "Ines Kovač",
  email: "ines@meridian.example",
  password: "rehearse-before-you-ship",
  storage: "test-results/operator.json",
} as const;

type Workspace = { slug: string; name: string };
export type Journey = {
  /** A workspace nobody else uses, with the three examples and their agent. */
  workspace: Workspace;
  /** Opens another page of the same person, watched like the first. */
  openPage: () => Promise<Page>;
};

export const test = base.extend<Journey>({
  workspace: async ({ request }, use, { title }) => {
    await use(await createWorkspace(request, title));
  },
  page: async ({ page }, use) => {
    const complaints = listen(page);
    await use(page);
    expect(complaints, "what the browser complained about").toEqual([]);
  },
  openPage: async ({ browser }, use) => {
    const opened: { page: Page; complaints: string[] }[] = [];
    await use(async () => {
      const context = await browser.newContext({ storageState: operator.storage });
      const page = await context.newPage();
      opened.push({ page, complaints: listen(page) });
      return page;
    });
    for (const { page, complaints } of opened) {
      await page.context().close();
      expect(complaints, "what another page complained about").toEqual([]);
    }
  },
});
export { expect };

type Requests = {
  post: (url: string, options: { data: unknown }) => Promise<{ json(): Promise<unknown>; ok(): boolean }>;
};

let count = 0;
export async function createWorkspace(request: Requests, about: string): Promise<Workspace> {
  count += 1;
  const name = `${about.slice(0, 30)} ${process.pid}-${count}`;
  const response = await request.post("/api/v1/workspaces", { data: { name } });
  expect(response.ok()).toBe(true);
  const body = await response.json();
  if (typeof body !== "object" || body === null || !("slug" in body))
    throw new Error("no workspace in the answer");
  return { slug: String(body.slug), name };
}

/** Errors in the console, refused resources and uncaught exceptions, as they happen. */
export function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    const { url } = message.location();
    // Browsers report every refused request; the API's refusals are part of the journeys.
    if (url.includes("/api/") && /status of 4\d\d/.test(message.text())) return;
    if (message.type() === "error") complaints.push(`${message.text()} (${url})`);
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  return complaints;
}

/** Until the text can be typed into: before, it is only shown. */
export async function untilEditable(page: Page): Promise<void> {
  await page.getByTestId("text-pane").locator(".view-line").first().waitFor();
}

/** Puts a theme on for this page and the ones it opens next. */
export async function setTheme(page: Page, theme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.addInitScript((choice) => localStorage.setItem("theme", choice), theme);
}

/** axe's findings on the page as it stands, one line each: rule, target, what to do. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  // The line between two panes has its value from the moment the page is taken over, as it can be moved from then.
  await expect(page.locator("[role=separator][tabindex]:not([aria-valuenow])")).toHaveCount(0);
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(" ")}: ${help}`),
  );
}
