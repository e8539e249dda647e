import { expect, type Locator, type Page } from "@playwright/test";
import { isFocusSeen, walkTo } from "./walk";

/** The button that opens something over its page. With items it opens a menu, and each of them something of its own. */
type Opener = readonly [button: RegExp, ...items: RegExp[]];

/** What opens over which page, by area and page of `pages.ts`: each button, and the items of its menu. */
export const openers: Record<string, Record<string, readonly Opener[]>> = {
  "skills and agents": {
    skills: [
      [/, switch workspace$/],
      [/^Search/],
      [/, account$/],
      [/^Import$/],
      [/^New skill/],
      [/^State/],
      [/^Agent/],
      [/^Findings/],
      [/^Source/],
      [/^Proof/],
      [/^Columns/],
      [/^Actions for tide-table/, /^Rename/, /^Duplicate/, /^Export/],
    ],
    "skills/import/:import": [[/^Publish and assign/]],
    "skills/tide-table": [[/^More actions/, /^Rename/, /^Delete/], [/^Export$/], [/^Change$/], [/^Share$/]],
    "skills/tide-table/edit": [
      [/^More$/],
      [/^New file/],
      [/^More file actions/, /^New folder/, /^Rename or move/],
      [/^Side by side/],
    ],
    "skills/rollout-check?view=findings": [[/^Dismiss/]],
    "skills/tide-table/versions": [
      [/^Export the draft/],
      [/^Actions for version 1/, /^Labels/, /^Push to its source/, /^Withdraw/],
    ],
    agents: [[/^New agent/]],
    "agents/release-desk": [
      [/^Actions for/, /^Export/, /^Rename/, /^Delete/],
      [/^Export$/],
      [/^Edit instructions/],
      [/^Edit the rule$/],
      [/^Edit the rule for scripts/],
      [/^Add stub/],
      [/^Add MCP server/],
      [/^Add result/],
      [/^Lines for clients/],
      [/^New address/],
      [/^Add a mirror/],
    ],
  },
  "the playground and reviews": {
    "playground/:conversation": [
      [/^Shared/],
      [/^More for .release/, /^Rename/, /^Shared/, /^Delete/],
      [/^More for turn 1/, /^Edit and/, /^Good answer/, /^Save as a test/, /^Add to the trigger/],
      [/^Run settings/],
    ],
    "playground/compare/:comparison": [[/^More for/, /^Delete/]],
    reviews: [[/^Ask for review/]],
    "reviews/:review": [
      [/^More actions/, /^Title, description/, /^Close without/],
      [/^Rehearse/],
      [/^Request changes/],
      [/^Approve/],
      [/^Bypass and publish/],
    ],
    "reviews/:review?tab=discussion": [[/^Your comment/, /^Delete/]],
    "reviews/:review?tab=proof": [[/^Run the neighbours/]],
    "skills/next-version/proof/1": [[/^Repeat/], [/^Run suite/]],
    "skills/next-version/proof?tab=runs": [[/^Delete run 1/]],
    "skills/next-version/proof?tab=edit": [[/^Paste lines/]],
  },
  "the settings": {
    settings: [[/^Delete the workspace/]],
    "settings/account": [[/^Switch on/]],
    "settings/addresses": [[/^New address/]],
    "settings/hosts": [[/^Connect a host/]],
    "settings/keys": [[/^New key/]],
    "settings/members": [
      [/^Invite/],
      [/^Actions for Ines/],
      [/^Actions for Ada/, /^Transfer/, /^Create a reset/, /^Remove/],
      [/^Revoke the invitation/],
      [/^New group/],
      [/^Change Pilots/],
      [/^Delete Pilots/],
    ],
    "settings/models": [[/^Add model/]],
    "settings/sources": [[/^Add a source/], [/^Change the source/], [/^Webhook of/], [/^Remove the source/]],
  },
  "the installation, and what is left": {
    "settings/instance": [[/^Actions for Ines/, /^Remove operator role/]],
  },
};

/** What opens over a list of skills once some of them are selected. */
export const openersOfSelected: readonly Opener[] = [
  [/^Publish/],
  [/^Ask for review/],
  [/^Assign/],
  [/^Label/],
  [/^Archive/],
  [/^Export/],
  [/^More actions/, /^Unassign/, /^Add co-maintainer/, /^Delete/],
];

/** What opens over the sources once a sync has left a draft that was edited here. */
export const openersOfConflict: readonly Opener[] = [[/^Compare and decide/]];

/** An item of a menu is seen by its ground, and the palette's only field by its caret. */
const seenOtherwise = ":is([role=menu], [role^=menuitem], [role=dialog] input[role=combobox]):focus";
const overlay = ":is([role=dialog], [role=alertdialog], [role=menu])";

/** Opens by keyboard what each button opens, and leaves it with Esc. That Tab leads through a page, `rooms.spec.ts` walks. */
export async function walkOpeners(page: Page, where: string, all: readonly Opener[]): Promise<void> {
  for (const [name, ...items] of all) {
    const button = page.getByRole("button", { name }).filter({ visible: true }).first();
    const said = `${where}: ${name.source}`;
    await expect(button, `${said}: Tab stops there`).toHaveJSProperty("tabIndex", 0);
    await button.focus();
    expect(await isFocusSeen(page), `${said}: the focus is seen`).toBe(true);
    await page.keyboard.press("Enter");
    await leave(page, button, said);
    for (const item of items) {
      await page.keyboard.press("Enter");
      const menu = page.getByRole("menu");
      await expect(menu.locator(":focus"), `${said}: the first item has the focus`).toHaveCount(1);
      await walkTo(page, "ArrowDown", menu.getByRole("menuitem", { name: item }));
      await page.keyboard.press("Enter");
      await expect(menu).toHaveCount(0);
      await leave(page, button, `${said}, ${item.source}`);
    }
  }
}

/** What has opened takes the focus, holds it, goes with one Esc, and gives the focus back to where it was. */
export async function leave(page: Page, origin: Locator, said: string): Promise<void> {
  await expect(page.locator(`${overlay}:focus-within`), `${said}: it has the focus`).toHaveCount(1);
  // What is still asked for takes its placeholders away when it comes, and the focus that stood on one.
  await expect(page.locator(`${overlay} [aria-busy=true]`), `${said}: it has loaded`).toHaveCount(0);
  const isMenu = (await page.getByRole("menu").count()) > 0;
  for (let presses = 1; presses <= (isMenu ? 1 : 8); presses += 1) {
    await page.keyboard.press("Tab");
    await expect(page.locator(`${overlay}:focus-within`), `${said}: it holds the focus`).toHaveCount(1);
    const isSeen = (await isFocusSeen(page)) || (await page.locator(seenOtherwise).count()) > 0;
    expect(isSeen, `${said}: the focus is seen at Tab ${presses}`).toBe(true);
  }
  await page.keyboard.press("Escape");
  await expect(page.locator(overlay), `${said}: one Esc closes it`).toHaveCount(0);
  await expect(origin, `${said}: the focus is back`).toBeFocused();
}
