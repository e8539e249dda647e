import { WorkspaceApi } from "./api";
import { accessibilityProblemsInBothThemes, expect, test, untilEditable } from "./journey";
import { tidePackage } from "./packages";

test("versions are compared, labelled, withdrawn and restored, and agents follow", async ({
  page,
  request,
  workspace,
}) => {
  test.slow(); // six dialogs and four loads of large pages
  const api = new WorkspaceApi(request, workspace.slug);
  const { name, reference } = tidePackage();
  await api.importPackage(tidePackage());
  await api.publish(name);
  const write = (text: string) => api.edit(name, { [reference.path]: text });
  await write(`# Datum\n\n${reference.sentence.replace("lowest", "mean")}\n`);
  await api.publish(name);
  await write("# Datum\n\nNot published.\n");

  const versions = `/w/${workspace.slug}/skills/${name}/versions`;
  await page.goto(versions);
  const rowOf = (number: number) => page.getByRole("row", { name: new RegExp(`^v${number} `) });
  const act = async (number: number, item: string) => {
    // The focus is back on the last menu, and what it is called stands over the next one.
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: `Actions for version ${number}` }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };

  await test.step("any two are compared, as source and as it reads", async () => {
    await act(2, "Compare with v1");
    await expect(page).toHaveURL(/compare\?from=1&to=2$/);
    const file = page.getByRole("region", { name: reference.path });
    await expect(file.getByText("Added:").first()).toBeAttached();
    await page.reload();
    await expect(file.getByText("Added:").first()).toBeAttached();
    expect(await accessibilityProblemsInBothThemes(page)).toEqual([]);
    await page.keyboard.press("j");
    await expect(file.locator("[data-stop]:focus")).toBeVisible();
    await file.getByRole("button", { name: "Rendered" }).click();
    await expect(file.locator("ins").first()).toBeVisible();
    await page.getByRole("combobox", { name: "After" }).selectOption("draft");
    await expect(page).toHaveURL(/from=1&to=draft$/);
    await expect(
      page.getByRole("region", { name: reference.path }).getByText("Not published."),
    ).toBeVisible();
  });

  await page.goto(versions);
  await test.step("a label is put on a version", async () => {
    await act(1, "Labels…");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Label to put here").fill("staging");
    await dialog.getByRole("button", { name: "Add the label" }).click();
    await expect(dialog.getByRole("button", { name: "Remove staging" })).toBeVisible();
    await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
    await expect(rowOf(1).getByText("staging")).toBeVisible();
  });

  await test.step("a version is withdrawn with a reason: latest is the one before it", async () => {
    await act(2, "Withdraw…");
    await page.getByRole("textbox", { name: "Reason" }).fill("Names the wrong datum");
    await page.getByRole("button", { name: "Withdraw", exact: true }).click();
    await expect(rowOf(2)).toContainText("Withdrawn by Ines Kovač: Names the wrong datum");
    await expect(rowOf(1).getByText("latest")).toBeVisible();
    expect((await api.get(`/skills/${name}`)).latestVersion).toBe(1);
    await act(2, "Reinstate…");
    await page.getByRole("button", { name: "Reinstate", exact: true }).click();
    await expect(rowOf(2).getByText("latest")).toBeVisible();
  });

  await test.step("an old version becomes the draft, which then says that a newer one exists", async () => {
    await act(1, "Restore as the draft…");
    await page.getByRole("button", { name: "Restore v1" }).click();
    await expect(page.getByText("v2 is newer than v1, which this draft started from")).toBeVisible();
    const restored = await api.get(`/skills/${name}/draft/file?path=${encodeURIComponent(reference.path)}`);
    expect(restored.text).toContain(reference.sentence);
    await page.goto(`/w/${workspace.slug}/skills/${name}/edit`);
    await untilEditable(page);
    await expect(page.getByText("v2 is newer than v1, which this draft started from")).toBeVisible();
  });

  await test.step("every page of it is accessible in both themes", async () => {
    await page.goto(versions);
    await expect(rowOf(2)).toBeVisible();
    expect(await accessibilityProblemsInBothThemes(page)).toEqual([]);
  });
});
