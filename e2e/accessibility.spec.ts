import type { Page } from "@playwright/test";
import { WorkspaceApi } from "./api";
import { accessibilityProblems, expect, operator, setTheme, test } from "./journey";
import { tidePackage } from "./packages";

/** A review of an example's draft with threads on the whole, a line and an event of a rehearsal; answers with its number. */
async function reviewWithThreads(api: WorkspaceApi): Promise<unknown> {
  const { revision } = await api.get("/skills/release-notes/draft");
  const { text } = await api.get("/skills/release-notes/draft/file?path=SKILL.md");
  const added = `${text}Keep it short.\n`;
  const { digest } = await api.post("/skills/release-notes/draft/changes", {
    baseRevision: revision,
    changes: [{ op: "write", path: "SKILL.md", text: added }],
  });
  const { number } = await api.post("/skills/release-notes/reviews", { title: "Shorter notes" });
  const { conversationId } = await api.post(`/reviews/${number}/rehearsals`, { agent: "release-desk" });
  await api.post(`/conversations/${conversationId}/runs`, { message: "/release-notes" });
  const line = added.split("\n").length - 1;
  const place = { side: "new", path: "SKILL.md", startLine: line, endLine: line };
  for (const about of [
    { anchor: { kind: "general" } },
    { anchor: { kind: "file", digest, ...place }, suggestion: "Keep it very short." },
    { anchor: { kind: "event", conversation: conversationId, seq: 1 } },
  ])
    await api.post("/threads", { review: number, body: "Is *this* what we want?", ...about });
  return number;
}

/** Every page behind the sign-in, with something on it. */
async function addresses(page: Page, api: WorkspaceApi): Promise<string[]> {
  const { name } = tidePackage();
  await api.importPackage(tidePackage());
  await api.publish(name);
  const review = await reviewWithThreads(api);
  const conversation = await api.post("/conversations", { agent: "release-desk" });
  await api.post(`/conversations/${conversation.id}/runs`, {
    message: "/release-notes Read references/tone.md",
  });
  const imports = await api.get("/imports");
  const [first] = Array.isArray(imports.items) ? imports.items : [];
  await page.goto("/");
  return [
    "skills",
    "skills/import",
    `skills/import/${first?.id}`,
    `skills/${name}`,
    `skills/${name}/edit`,
    `skills/${name}/versions`,
    `skills/${name}/versions/compare?from=none&to=1`,
    "agents",
    "agents/release-desk",
    "playground",
    "playground/new",
    `playground/${conversation.id}`,
    "reviews",
    "reviews?filter=ended",
    `reviews/${review}`,
    `reviews/${review}?tab=discussion`,
    `reviews/${review}?tab=rehearsals`,
    "settings",
    "inbox",
    "settings/account",
    "settings/audit",
    "settings/directories",
    "settings/keys",
    "settings/members",
    "settings/reviews",
    "settings/instance/workspaces",
    "api-reference",
  ].map((path) => `/w/${api.slug}/${path}`);
}

for (const theme of ["light", "dark"] as const) {
  test(`axe finds nothing on any page in the ${theme} theme`, async ({ page, request, workspace }) => {
    test.slow();
    await setTheme(page, theme);
    const problems: string[] = [];
    for (const address of await addresses(page, new WorkspaceApi(request, workspace.slug))) {
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.waitForLoadState("networkidle");
      for (const problem of await accessibilityProblems(page)) problems.push(`${address}: ${problem}`);
    }
    expect(problems).toEqual([]);
  });
}

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

const overlays: Record<string, Overlay[]> = {
  skills: [
    type("Control+k"),
    type("?"),
    type("c"),
    firstMenu,
    press("menu", /switch workspace$/),
    press("menu", /, account$/),
  ],
  "skills/tide-table": [firstMenu],
  "skills/tide-table/edit": [firstMenu, type("Control+k")],
  agents: [type("c"), firstMenu],
  "agents/release-desk": [firstMenu],
  playground: [firstMenu],
  reviews: [type("c")],
  "reviews/1": [firstMenu, type("a"), type("t"), press("dialog", /past the policy/)],
  "settings/account": [type("?")],
};

for (const theme of ["light", "dark"] as const) {
  test(`axe finds nothing with menus, dialogs and the palette open in the ${theme} theme`, async ({
    page,
    request,
    workspace,
  }) => {
    test.slow();
    await setTheme(page, theme);
    const api = new WorkspaceApi(request, workspace.slug);
    await addresses(page, api);
    const problems: string[] = [];
    for (const [path, opened] of Object.entries(overlays)) {
      await page.goto(`/w/${workspace.slug}/${path}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.waitForLoadState("networkidle");
      for (const [at, { role, open }] of opened.entries()) {
        await open(page);
        const overlay = page.getByRole(role).last();
        await expect(overlay, `${path}, overlay ${at + 1}`).toBeVisible();
        for (const problem of await accessibilityProblems(page))
          problems.push(`${path}, overlay ${at + 1}: ${problem}`);
        await page.keyboard.press("Escape");
        await expect(overlay).toBeHidden();
      }
    }
    expect(problems).toEqual([]);
  });
}

test("nothing is lost at 400 % zoom", async ({ page, request, workspace }) => {
  test.slow();
  // WCAG 1.4.10: 1280 by 1024 at 400 % is 320 by 256 CSS pixels.
  await page.setViewportSize({ width: 320, height: 256 });
  const api = new WorkspaceApi(request, workspace.slug);
  const wide: string[] = [];
  for (const address of await addresses(page, api)) {
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

test("an address that leads nowhere says so, in both themes", async ({ browser, workspace }) => {
  for (const theme of ["light", "dark"] as const) {
    const context = await browser.newContext({ storageState: operator.storage });
    const page = await context.newPage();
    await setTheme(page, theme);
    for (const address of [
      `/w/${workspace.slug}/nothing-here`,
      "/nor-here",
      `/w/${workspace.slug}/skills/none`,
    ]) {
      const response = await page.goto(address);
      expect([200, 404]).toContain(response?.status());
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      expect(await accessibilityProblems(page)).toEqual([]);
    }
    await context.close();
  }
});
