import { screen, within } from "@testing-library/react";
import axe from "axe-core";
import { expect, it } from "vitest";
import { aSource, sourceId as id } from "./fixtures/a-source";
import { openSources } from "./fixtures/open-sources";
import { patternsFormOf, patternsOf } from "./pattern-fields";

it("adds a source of which only some skills are taken, one pattern a line", async () => {
  const { user, sent, serve } = openSources({ "GET /sources": { items: [] }, "POST /sources": aSource() });
  await user.click(await screen.findByRole("button", { name: "Add a source" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add a source" }));
  await user.type(dialog.getByLabelText("Name"), "Team skills");
  await user.type(dialog.getByLabelText("Repository"), "https://github.com/meridian/skills.git");
  await user.type(dialog.getByLabelText("Only these skills"), "tools/*{Enter}{Enter} log-* ");
  await user.type(dialog.getByLabelText("Left out"), "**/drafts");
  expect((await axe.run(screen.getByRole("dialog"))).violations).toEqual([]);
  const patterns = { include: ["tools/*", "log-*"], exclude: ["**/drafts"] };
  serve({ "GET /sources": { items: [aSource(patterns)] } });
  await user.click(dialog.getByRole("button", { name: "Add the source" }));
  expect(await screen.findByText(/Only tools\/\*, log-\*, without \*\*\/drafts/)).toBeVisible();
  expect(sent).toMatchObject([{ body: patterns }]);
});

it("shows the patterns of one that is changed, and takes them away", async () => {
  const source = aSource({ exclude: ["**/drafts", "*.psd"] });
  const { user, sent } = openSources({
    "GET /sources": { items: [source] },
    [`PATCH /sources/${id}`]: source,
  });
  expect(await screen.findByText(/Without \*\*\/drafts, \*\.psd/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Change the source Team skills" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Change the source" }));
  expect(dialog.getByLabelText("Only these skills")).toHaveValue("");
  expect(dialog.getByLabelText("Left out")).toHaveValue("**/drafts\n*.psd");
  await user.clear(dialog.getByLabelText("Left out"));
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await expect.poll(() => sent).toMatchObject([{ body: { include: [], exclude: [] } }]);
});

it("gives back what a source has", () => {
  const patterns = { include: ["a", "b/*"], exclude: ["c"] };
  expect(patternsOf(patternsFormOf(patterns))).toEqual(patterns);
  expect(patternsOf(patternsFormOf(null))).toEqual({ include: [], exclude: [] });
});
