import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { batchServer } from "@/lib/testing/browser/batch-server";
import { button, open, press, problem, refused, section } from "./fixtures/open-many-dialog";

const names = (count: number) => Array.from({ length: count }, (_, at) => `skill-${at}`);
afterEach(() => vi.unstubAllGlobals());

describe("what an act would do", () => {
  it("names those that cannot first, with the reason and the way to mend it, and counts the others", async () => {
    const server = batchServer({
      outcome: (name) =>
        name === "skill-1"
          ? refused
          : name === "skill-2"
            ? { outcome: "unchanged", summary: "Nothing has changed since version 4" }
            : { outcome: "done", summary: "Publishes version 1" },
    });
    open({ kind: "publish", skills: { names: names(4) } }, server);
    const cannot = await section("1 cannot");
    expect(within(cannot).getByText(problem.message)).toBeVisible();
    expect(within(cannot).getByRole("link", { name: /See what blocks of skill-1/ })).toHaveAttribute(
      "href",
      "/w/meridian/skills/skill-1?do=publish",
    );
    expect(within(await section("2 will be published")).getByText("skill-3")).toBeVisible();
    expect(within(await section("1 published already")).getByText("skill-2")).toBeVisible();
    expect(screen.getAllByRole("region").map((found) => found.getAttribute("aria-label"))).toEqual([
      "1 cannot",
      "2 will be published",
      "1 published already",
    ]);
    expect(await button("Publish 2")).not.toHaveAttribute("aria-disabled");
    expect(server.deeds()).toEqual([]);
  });

  it("cannot be begun when there is nothing to do", async () => {
    open({ kind: "publish", skills: { names: ["a"] } }, batchServer({ outcome: () => refused }));
    await section("1 cannot");
    expect(await button("Publish 0")).toHaveAttribute("aria-disabled", "true");
    expect(screen.getAllByText("There is nothing to do for any of them.")[0]).toBeVisible();
  });

  it("reads all that match page by page, without what was taken out", async () => {
    const server = batchServer({ listed: names(5) });
    open(
      { kind: "archive", skills: { matching: { query: "skill" }, except: ["skill-2"] }, count: 4 },
      server,
    );
    await press("Archive 4");
    await screen.findByText("4 archived.");
    expect(server.deeds().map((deed) => deed.names)).toEqual([["skill-0", "skill-1", "skill-3", "skill-4"]]);
  });

  it("says why it could not be found out, and asks again", async () => {
    let fails = true;
    const server = batchServer({
      before: () => {
        if (fails) throw new TypeError("Failed to fetch");
      },
    });
    open({ kind: "archive", skills: { names: ["a"] } }, server);
    expect(await screen.findByText(/The server does not answer/)).toBeVisible();
    fails = false;
    await press("Try again");
    expect(await button("Archive 1")).toBeVisible();
  });

  it("shows long groups in part until all are asked for", async () => {
    open({ kind: "archive", skills: { names: names(60) } }, batchServer());
    const will = await section("60 will be archived");
    expect(within(will).getAllByRole("listitem")).toHaveLength(50);
    await press("Show all 60");
    expect(within(will).getAllByRole("listitem")).toHaveLength(60);
  });
});

describe("doing it", () => {
  it("goes chunk by chunk with the revisions that were looked at, and reports each", async () => {
    const server = batchServer({
      outcome: (name, { preview }) => (name === "skill-30" && !preview ? refused : undefined),
    });
    const { settled } = open({ kind: "publish", skills: { names: names(45) } }, server);
    await userEvent.type(await screen.findByLabelText("What changed, for every version"), " First ");
    await press("Publish 45");
    expect(await screen.findByText("44 published, 1 refused.")).toBeVisible();
    expect(server.deeds().map((deed) => deed.names.length)).toEqual([20, 20, 5]);
    expect(server.deeds()[0]).toMatchObject({
      act: { kind: "publish", note: "First" },
      seen: { "skill-0": 7 },
    });
    expect(within(await section("1 refused")).getByText("skill-30")).toBeVisible();
    expect(settled.at(-1)?.rows).toHaveLength(45);
  });

  it("tries again only what was refused", async () => {
    let isApproved = false;
    const server = batchServer({
      outcome: (name, { preview }) => (name === "b" && !preview && !isApproved ? refused : undefined),
    });
    open({ kind: "publish", skills: { names: ["a", "b", "c"] } }, server);
    await press("Publish 3");
    await screen.findByText("2 published, 1 refused.");
    isApproved = true;
    await press("Retry the refused");
    expect(await screen.findByText("3 published.")).toBeVisible();
    expect(server.deeds().map((deed) => deed.names)).toEqual([["a", "b", "c"], ["b"]]);
  });

  it("says how far it came when the connection breaks, and goes on when asked", async () => {
    let call = 0;
    const server = batchServer({
      before: ({ preview }) => {
        if (!preview) call += 1;
        if (!preview && call === 2) throw new TypeError("Failed to fetch");
      },
    });
    open({ kind: "archive", skills: { names: names(45) } }, server);
    await press("Archive 45");
    expect(await screen.findByText("Cut off after 20 of 45 skills")).toBeVisible();
    expect(screen.getByText(/Nothing is done twice when you go on/)).toBeVisible();
    await press("Go on with 25 skills");
    expect(await screen.findByText("45 archived.")).toBeVisible();
    expect(server.deeds().map((deed) => deed.names.length)).toEqual([20, 20, 20, 5]);
    expect(server.deeds()[1]?.names).toEqual(server.deeds()[2]?.names);
  });

  it("stops after the chunk that is on its way, by the button or by Escape", async () => {
    let letGo: () => void = () => undefined;
    const server = batchServer({
      before: ({ preview }) => (preview ? undefined : new Promise<void>((resolve) => (letGo = resolve))),
    });
    const { close } = open({ kind: "archive", skills: { names: names(45) } }, server);
    await press("Archive 45");
    expect(await button(/^Stop/)).toHaveFocus();
    expect(screen.getByRole("progressbar", { name: "Archiving" })).toHaveAttribute("aria-valuemax", "45");
    await userEvent.keyboard("{Escape}");
    expect(close).not.toHaveBeenCalled();
    letGo();
    expect(await screen.findByText("Stopped after 20 of 45 skills")).toBeVisible();
    expect(server.deeds()).toHaveLength(1);
    await userEvent.keyboard("{Escape}");
    expect(close).toHaveBeenCalledOnce();
  });

  it("takes back what can be taken back", async () => {
    const server = batchServer({
      outcome: (name) =>
        name === "b" ? { outcome: "unchanged", summary: "Is archived already" } : undefined,
    });
    open({ kind: "archive", skills: { names: ["a", "b", "c"] } }, server);
    await press("Archive 2");
    await press("Undo 2");
    expect(await screen.findByText("2 undone.")).toBeVisible();
    expect(server.undone).toEqual([
      { skill: "a", undo: [{ kind: "unarchive" }] },
      { skill: "c", undo: [{ kind: "unarchive" }] },
    ]);
    expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
  });

  it("asks for the number before it deletes", async () => {
    const server = batchServer({ outcome: () => ({ outcome: "done", summary: "Deletes it" }) });
    open({ kind: "delete", skills: { names: names(25) } }, server);
    expect(await button("Delete 25")).toHaveAttribute("aria-disabled", "true");
    await userEvent.type(await screen.findByLabelText("Type 25 to confirm"), "25");
    await press("Delete 25");
    await screen.findByText("25 deleted.");
    expect(server.deeds().map(({ act }) => act)).toEqual([
      { kind: "delete", confirm: "20" },
      { kind: "delete", confirm: "5" },
    ]);
    expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
  });
});
