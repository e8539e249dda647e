import { test as base, expect, type Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";
import { waitUntilTakenOver } from "./taken-over";

/** The person whom the first run made. */
export const operator = {
  name: "Ines Kovač",
  email: "ines@meridian.example",
  password: "rehearse-before-you-ship",
  storage: "test-results/operator.json",
} as const;

declare global {
  interface Window {
    axe: typeof axe;
  }
}

type Theme = "light" | "dark";
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

/** Errors in the console, refused resources and uncaught exceptions, as they happen. What it opens, it waits for. */
export function listen(page: Page): string[] {
  waitUntilTakenOver(page);
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

/** The run has ended: nothing can be stopped any more. Asked once something of it was seen, so that it has begun. */
export async function untilEnded(page: Page): Promise<void> {
  await expect(page.getByRole("button", { name: /^Stop/ })).toHaveCount(0, { timeout: 20_000 });
}

/** What the log shows, once that stays as it is: rows find their heights some frames after they came. */
export async function settledLog(page: Page): Promise<string> {
  const log = page.getByRole("log");
  let text = "";
  const stays = async () => {
    const before = text;
    text = (await log.textContent()) ?? "";
    return text !== "" && text === before;
  };
  await expect.poll(stays).toBe(true);
  return text;
}

/** The theme of the person's system, which a page follows at once unless they chose one here. */
export async function setTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
}

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** Those that colours decide: in another theme of the same page no other rule can answer otherwise. */
const colourRules = axe
  .getRules(rules)
  .filter(({ tags }) => tags.includes("cat.color"))
  .map(({ ruleId }) => ruleId);

/** axe's findings on the page as it stands, one line each: rule, target, what to do. */
export const accessibilityProblems = (page: Page): Promise<string[]> => findProblems(page, rules);

/** The same in both themes: every rule in the one that is on, then in the other what colours decide. */
export async function accessibilityProblemsInBothThemes(page: Page): Promise<string[]> {
  const problems = await findProblems(page, rules);
  const first = await themeOf(page);
  const other = first === "dark" ? "light" : "dark";
  await setTheme(page, other);
  await expect.poll(() => themeOf(page)).toBe(other);
  problems.push(...(await findProblems(page, colourRules)).map((problem) => `${other} theme: ${problem}`));
  await setTheme(page, first);
  await expect.poll(() => themeOf(page)).toBe(first);
  return problems;
}

const themeOf = (page: Page): Promise<Theme> =>
  page.evaluate(() => (document.documentElement.dataset.theme === "dark" ? "dark" : "light"));

async function findProblems(page: Page, runOnly: string[]): Promise<string[]> {
  // The line between two panes has its value from the moment the page is taken over, as it can be moved from then.
  await expect(page.locator("[role=separator][tabindex]:not([aria-valuenow])")).toHaveCount(0);
  expect(page.frames(), "axe looks at the page alone, not into frames").toHaveLength(1);
  await untilStill(page);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  // Run in the page itself: axe's own driver opens a page per scan and carries every passed check there and back.
  const options: RunOptions = { runOnly, resultTypes: ["violations"] };
  return page.evaluate(async (how) => {
    const { violations } = await window.axe.run(document, how);
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target }) => `${id}: ${target.join(" ")}: ${help}`),
    );
  }, options);
}

/** Until nothing fades or moves any more, and what has changed is painted. */
async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ends = ({ playState, effect }: Animation) =>
      playState === "running" && Number.isFinite(Number(effect?.getComputedTiming().endTime ?? 0));
    for (;;) {
      const running = document.getAnimations().filter(ends);
      if (running.length === 0) break;
      await Promise.allSettled(running.map(({ finished }) => finished));
    }
    for (let frame = 0; frame < 2; frame += 1) await new Promise((painted) => requestAnimationFrame(painted));
  });
}
