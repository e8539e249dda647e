import type { Page } from "@playwright/test";
import { WorkspaceApi } from "./api";
import { accessibilityProblemsInBothThemes, expect, operator, test } from "./journey";
import { areas, routesOfWorkspace, storePages, storePublished, storeReview } from "./pages";

/** Opens a page and waits for what it asks for and loads after its first paint. */
async function openWhole(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
}

/** What moves, although the person of these journeys has asked their system for less motion. */
const motions = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document.getAnimations().map(({ effect }) => {
      const moved = effect instanceof KeyframeEffect ? effect.target : null;
      return `moves: ${moved?.outerHTML.slice(0, 120)}`;
    }),
  );

/** Ends what hangs: a busy machine takes three minutes for many pages. */
const longestMs = 600_000;

for (const [name, area] of Object.entries(areas)) {
  test(`axe finds nothing on the pages of ${name}, in both themes`, async ({ page, request, workspace }) => {
    test.setTimeout(longestMs);
    const problems: string[] = [];
    for (const address of await storePages(new WorkspaceApi(request, workspace.slug), area)) {
      await openWhole(page, address);
      for (const problem of [...(await motions(page)), ...(await accessibilityProblemsInBothThemes(page))])
        problems.push(`${address}: ${problem}`);
    }
    expect(problems).toEqual([]);
  });

  test(`nothing is lost at 400 % zoom on the pages of ${name}`, async ({ page, request, workspace }) => {
    test.setTimeout(longestMs);
    // WCAG 1.4.10: 1280 by 1024 at 400 % is 320 by 256 CSS pixels.
    await page.setViewportSize({ width: 320, height: 256 });
    const wide: string[] = [];
    for (const address of await storePages(new WorkspaceApi(request, workspace.slug), area)) {
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      const { scroll, client } = await page.evaluate(() => ({
        scroll: document.documentElement.scrollWidth,
        client: document.documentElement.clientWidth,
      }));
      if (scroll > client) wide.push(`${address}: ${scroll} > ${client}`);
    }
    expect(wide).toEqual([]);
  });
}

test("every route behind the sign-in is among the pages looked at", () => {
  const pages = Object.values(areas).flatMap((area) => area.pages);
  const routes = routesOfWorkspace();
  expect(routes.length).toBeGreaterThan(20);
  expect(routes.filter((route) => !pages.some((page) => route.test(page)))).toEqual([]);
});

/** What opens on a page: presses its opener, waits for the role, and closes it with Esc afterwards. */
type Overlay = { role: "menu" | "dialog" | "alertdialog"; open: (page: Page) => Promise<void> };

const press = (role: Overlay["role"], name: string | RegExp): Overlay => ({
  role,
  open: (page) => page.getByRole("button", { name }).first().click(),
});
const type = (keys: string): Overlay => ({ role: "dialog", open: (page) => page.keyboard.press(keys) });

/** The first button in the page's main part that opens a menu. */
const firstMenu: Overlay = {
  role: "menu",
  open: (page) => page.locator("header, main").locator("[aria-haspopup=menu]:visible").first().click(),
};

const overlays: Record<string, Record<string, Overlay[]>> = {
  "the frame and the list of skills": {
    skills: [
      type("Control+k"),
      type("?"),
      type("c"),
      firstMenu,
      press("menu", /switch workspace$/),
      press("menu", /, account$/),
    ],
    "settings/account": [type("?")],
    playground: [firstMenu],
  },
  "skills, agents and reviews": {
    "skills/tide-table": [firstMenu],
    "skills/tide-table/edit": [firstMenu, type("Control+k")],
    agents: [type("c"), firstMenu],
    "agents/release-desk": [firstMenu],
    reviews: [type("c")],
    "reviews/1": [firstMenu, type("a"), type("t"), press("dialog", /bypass/i)],
  },
};

for (const [part, pages] of Object.entries(overlays)) {
  test(`axe finds nothing with menus, dialogs and the palette of ${part} open, in both themes`, async ({
    page,
    request,
    workspace,
  }) => {
    test.setTimeout(longestMs);
    const api = new WorkspaceApi(request, workspace.slug);
    await storePublished(api);
    await storeReview(api);
    await api.post("/conversations", { agent: "release-desk" });
    const problems: string[] = [];
    for (const [path, opened] of Object.entries(pages)) {
      await openWhole(page, `/w/${workspace.slug}/${path}`);
      for (const [at, { role, open }] of opened.entries()) {
        await open(page);
        const overlay = page.getByRole(role).last();
        await expect(overlay, `${path}, overlay ${at + 1}`).toBeVisible();
        for (const problem of await accessibilityProblemsInBothThemes(page))
          problems.push(`${path}, overlay ${at + 1}: ${problem}`);
        await page.keyboard.press("Escape");
        await expect(overlay).toBeHidden();
      }
    }
    expect(problems).toEqual([]);
  });
}

test("an address that leads nowhere says so, in both themes", async ({ browser, workspace }) => {
  // Not watched: the browser reports the refused page itself, which is what is asked for here.
  const context = await browser.newContext({ storageState: operator.storage });
  const page = await context.newPage();
  for (const address of [
    `/w/${workspace.slug}/nothing-here`,
    "/nor-here",
    `/w/${workspace.slug}/skills/none`,
  ]) {
    const response = await page.goto(address);
    expect([200, 404]).toContain(response?.status());
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await accessibilityProblemsInBothThemes(page), address).toEqual([]);
  }
  await context.close();
});
