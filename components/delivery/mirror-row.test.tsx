import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { openPage } from "@/components/layout/fixtures/open-page";
import type { Role } from "@/lib/access/permissions";
import type { Mirror } from "@/lib/mirrors/schema";
import { type Answers, refusal } from "@/lib/testing/browser/answer-server";
import { aFailure, aMirror, aPlan, head } from "./fixtures/mirrors";
import { LaterMirrors } from "./later-mirrors";
import { Mirrors } from "./mirrors";

const { id } = aMirror();
const otherId = "0190a000-0000-7000-8000-000000000012";
const name = "github.com/meridian/skills.git main";
const removing = `DELETE /mirrors/${id}`;

const open = (answers: Answers, role: Role = "admin") =>
  openPage(<Mirrors agent={null} />, { role, answers });

/** Opens the question whether the one mirror is to be removed. */
async function askToRemove(answers: Answers) {
  const page = open({ "GET /mirrors": { items: [aMirror()] }, ...answers });
  await page.user.click(await screen.findByRole("button", { name: `Remove the mirror ${name}` }));
  const dialog = within(await screen.findByRole("alertdialog", { name: "Remove this mirror?" }));
  return { ...page, dialog };
}

describe("the list of mirrors", () => {
  it("says neither that there are some nor that there are none before it knows", async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    open({ "GET /mirrors": () => promise });
    expect(screen.getByRole("heading", { name: "Mirrors" })).toBeVisible();
    expect(screen.queryByText("none")).toBeNull();
    expect(screen.queryByText(/pushes an agent’s or an address’s published skills/)).toBeNull();
    resolve({ items: [] });
    expect(await screen.findByText("none")).toBeVisible();
    expect(screen.getByText(/pushes an agent’s or an address’s published skills/)).toBeVisible();
  });

  it("counts them, and names the actions of each after where it pushes", async () => {
    const other = aMirror({ id: otherId, branch: "next" });
    open({ "GET /mirrors": { items: [aMirror(), other] } });
    expect(await screen.findByText("2 mirrors")).toBeVisible();
    for (const label of [name, "github.com/meridian/skills.git next"])
      for (const action of ["Review and push to", "Change the mirror", "Remove the mirror"])
        expect(screen.getByRole("button", { name: `${action} ${label}` })).toBeVisible();
  });

  it("says in the server's words why it cannot be read, and nothing of how many there are", async () => {
    open({ "GET /mirrors": refusal(503, "UNAVAILABLE", "The database does not answer.") });
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("The mirrors could not be read");
    expect(alert).toHaveTextContent("The database does not answer.");
    expect(screen.queryByText("none")).toBeNull();
    expect(screen.queryByRole("listitem")).toBeNull();
  });

  it("comes after the page that it stands on", async () => {
    openPage(<LaterMirrors agent={null} />, { answers: { "GET /mirrors": { items: [aMirror()] } } });
    expect(screen.queryByRole("region", { name: "Mirrors" })).toBeNull();
    expect(await screen.findByText("1 mirror")).toBeVisible();
  });
});

describe("one mirror", () => {
  it("is shown whole, however long its names are, and marks what nobody would see", async () => {
    const long = `git.example.org/${"very-long-".repeat(100)}skills.git`;
    const branch = `release/${"x".repeat(92)}`;
    const of = { kind: "agent" as const, agent: { slug: "desk", name: "Desk\u202egnp" } };
    open({ "GET /mirrors": { items: [aMirror({ url: `https://${long}`, branch, of })] } });
    const place = await screen.findByText(long);
    expect(place).toHaveTextContent(`${long} ${branch}`);
    expect(place.className).toContain("overflow-wrap");
    expect(screen.getByRole("img", { name: "hidden: right-to-left override, U+202E" })).toBeVisible();
    expect(screen.getByRole("button", { name: `Review and push to ${long} ${branch}` })).toBeVisible();
  });

  it("shows that its address is not https, and what it is of", async () => {
    const address = { id, name: "Laptops", state: "active" as const };
    const of = { kind: "address" as const, address };
    open({ "GET /mirrors": { items: [aMirror({ url: "http://10.0.0.5/a.git", of })] } });
    expect(await screen.findByText("http://10.0.0.5/a.git")).toBeVisible();
    expect(screen.getByText("Of the address “Laptops”")).toBeVisible();
  });

  it.each<[Partial<Mirror>, string]>([
    [{ onPublish: false }, "Pushed by hand"],
    [{ onPublish: true }, "Pushed on every publication, after a first push by hand"],
    [
      { onPublish: true, pushed: { commit: head, at: new Date().toISOString() } },
      "Pushed on every publication",
    ],
  ])("says when it is pushed: %j", async (changes, words) => {
    open({ "GET /mirrors": { items: [aMirror(changes)] } });
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByText("Of Release desk")).toBeVisible();
  });

  it("says what failed, without what nobody said and a time at which nothing happens", async () => {
    const failure = { ...aFailure, remoteSaid: null };
    open({ "GET /mirrors": { items: [aMirror({ failure })] } }, "viewer");
    expect(await screen.findByText("The branch main is protected.")).toBeVisible();
    expect(screen.queryByText(/It said/)).toBeNull();
    expect(screen.queryByText(/Tried again/)).toBeNull();
  });

  it("shows words of a remote as words, and marks what they hide", async () => {
    const failure = { ...aFailure, remoteSaid: "<b>Come</b> to evil\u202emoc.example" };
    open({ "GET /mirrors": { items: [aMirror({ failure })] } });
    expect(await screen.findByText(/It said: “<b>Come<\/b> to evil/)).toBeVisible();
    expect(screen.getByRole("img", { name: /right-to-left override/ })).toBeVisible();
    expect(screen.queryByRole("link")).toBeNull();
  });
});

describe("the keys of a mirror", () => {
  it("reach each action in its order, open it, leave it, and come back", async () => {
    const answers = { "GET /mirrors": { items: [aMirror()] }, [`GET /mirrors/${id}/plan`]: aPlan() };
    const { user, sent } = open(answers);
    const review = await screen.findByRole("button", { name: `Review and push to ${name}` });
    screen.getByRole("button", { name: "Add a mirror" }).focus();
    await user.tab();
    expect(review).toHaveFocus();
    await user.keyboard("{Enter}");
    expect(await screen.findByRole("dialog", { name: "Push to main" })).toBeVisible();
    await user.keyboard("{Escape}");
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
    await expect.poll(() => document.activeElement).toBe(review);
    await user.tab();
    expect(screen.getByRole("button", { name: `Change the mirror ${name}` })).toHaveFocus();
    await user.tab();
    expect(screen.getByRole("button", { name: `Remove the mirror ${name}` })).toHaveFocus();
    await user.keyboard(" ");
    expect(await screen.findByRole("alertdialog", { name: "Remove this mirror?" })).toBeVisible();
    await user.keyboard("{Escape}");
    await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
    expect(sent).toEqual([]);
  });
});

describe("the end of a mirror", () => {
  it("is asked for first, with what goes and what stays, and can be left", async () => {
    const { user, dialog, sent } = await askToRemove({});
    expect(dialog.getByText(/its token or key is deleted here\. What was pushed stays/)).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
    expect(sent).toEqual([]);
    expect(screen.getByText("1 mirror")).toBeVisible();
  });

  it("takes it off the list", async () => {
    const { user, dialog, serve } = await askToRemove({ [removing]: new Response(null, { status: 204 }) });
    serve({ "GET /mirrors": { items: [] } });
    await user.click(dialog.getByRole("button", { name: "Remove mirror" }));
    expect(await screen.findByText("none")).toBeVisible();
    await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
  });

  it("says why it could not be, and stays open", async () => {
    const gone = refusal(404, "NOT_FOUND", "There is no such mirror.");
    const { user, dialog } = await askToRemove({ [removing]: gone });
    await user.click(dialog.getByRole("button", { name: "Remove mirror" }));
    expect(await dialog.findByText("There is no such mirror.")).toBeVisible();
    expect(dialog.getByRole("button", { name: "Remove mirror" })).not.toHaveAttribute("aria-busy");
  });
});
