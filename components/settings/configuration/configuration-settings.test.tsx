import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { Suspense } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import type { Role } from "@/lib/access/permissions";
import type { Applied, Configuration, DeclaredItem } from "@/lib/declared/schema";
import { ConfigurationSettings } from "./configuration-settings";

const item = (name: string, outcome: DeclaredItem["outcome"], summary = ""): DeclaredItem => ({
  kind: "agent",
  name,
  slug: name.toLowerCase(),
  outcome,
  summary,
  needs: "",
  place: outcome === "let-go" ? "" : "greenroom.yaml:2:5",
});

const drifted: Configuration = {
  file: "greenroom.yaml",
  unusable: false,
  looked: true,
  items: [
    item("Desk", "changed", "Changed the instructions"),
    item("Fresh", "created"),
    item("Same", "unchanged"),
    item("Old", "let-go"),
    {
      kind: "policy",
      name: "",
      slug: "",
      outcome: "taken-over",
      summary: "",
      needs: "",
      place: "greenroom.yaml:9:1",
    },
  ],
  problems: [],
};

function open(
  shown: Configuration,
  { role = "admin", applied = true }: { role?: Role; applied?: boolean } = {},
) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    asked.push(`${init?.method ?? "GET"} ${url.split("/").at(-1)}`);
    if (init?.method !== "POST") return Response.json(shown);
    const answer: Applied = { applied, items: shown.items, problems: shown.problems };
    return Response.json(answer, { status: 201 });
  });
  const { container } = render(
    <InWorkspace viewerRole={role}>
      <Suspense>
        <ConfigurationSettings />
      </Suspense>
    </InWorkspace>,
  );
  return { asked, container, person: userEvent.setup() };
}

const rows = () =>
  within(screen.getByRole("table", { name: "What the file names" }))
    .getAllByRole("row")
    .slice(1)
    .map((row) => row.textContent);

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("the configuration as code", () => {
  it("shows an example where no file names anything", async () => {
    open({ file: null, unusable: false, looked: false, items: [], problems: [] });
    expect(
      await screen.findByText("No file keeps sources, agents, policy or limits of this workspace"),
    ).toBeVisible();
    expect(screen.getByText(/tone@stable/)).toBeVisible();
  });

  it("names what the file keeps, what differs and what applying it would change", async () => {
    const { container } = open(drifted);
    expect(await screen.findByRole("status")).toHaveTextContent("3 things differ from the file.");
    expect(rows()).toEqual([
      "Deskgreenroom.yaml:2:5DiffersChanged the instructions",
      expect.stringMatching(/^Freshgreenroom\.yaml:2:5Not here yet/),
      expect.stringMatching(/^Samegreenroom\.yaml:2:5As the file says/),
      expect.stringMatching(/^OldNo longer in the file/),
      expect.stringMatching(/^Policygreenroom\.yaml:9:1The same, kept here so far/),
    ]);
    expect(screen.getByRole("link", { name: "Desk" })).toHaveAttribute(
      "href",
      expect.stringMatching(/agents\/desk$/),
    );
    expect(screen.queryByRole("link", { name: "Fresh" })).toBeNull();
    expect((await axe.run(container)).violations).toEqual([]);
  });

  it("names sources with what they wait for, also where nothing differs", async () => {
    const needs = "It needs its token, which is given under Settings > Sources.";
    const source = { ...item("Team skills", "unchanged"), kind: "source" as const, slug: "", needs };
    const fresh = { ...source, name: "Team", outcome: "created" as const, needs: "" };
    const { container } = open({ ...drifted, items: [source, fresh, { ...item("Team", "unchanged") }] });
    expect(await screen.findByRole("status")).toHaveTextContent("1 thing differs from the file.");
    expect(rows()).toEqual([
      `Team skills sourcegreenroom.yaml:2:5As the file says${needs}`,
      expect.stringMatching(/^Team sourcegreenroom\.yaml:2:5Not here yet/),
      expect.stringMatching(/^Teamgreenroom/),
    ]);
    expect(screen.getByRole("link", { name: "Team skills" })).toHaveAttribute(
      "href",
      expect.stringMatching(/settings\/sources$/),
    );
    expect((await axe.run(container)).violations).toEqual([]);
  });

  it("applies the file with the keyboard, and asks again what it looks like then", async () => {
    const { asked, person } = open(drifted);
    const button = await screen.findByRole("button", { name: "Apply the file" });
    button.focus();
    await person.keyboard("{Enter}");
    await vi.waitFor(() => expect(asked).toEqual(["GET configuration", "POST reads", "GET configuration"]));
  });

  it("says that all is as it should be", async () => {
    open({ ...drifted, items: [item("Same", "unchanged")] });
    expect(await screen.findByRole("status")).toHaveTextContent("Everything is as the file says.");
  });

  it("shows every problem with its place, and applies nothing before they are mended", async () => {
    const problems = [{ place: "greenroom.yaml:4:7", message: "There is no skill “gone” here." }];
    const { asked, person } = open({ ...drifted, items: [], problems });
    expect(await screen.findByRole("status")).toHaveTextContent(
      "What differs is told once the file is mended.",
    );
    expect(await screen.findByText("greenroom.yaml:4:7")).toBeVisible();
    expect(screen.getByText("There is no skill “gone” here.", { exact: false })).toBeVisible();
    await person.click(screen.getByRole("button", { name: "Apply the file" }));
    expect(asked).toEqual(["GET configuration"]);
  });

  it("tells who may not edit agents only that there is a file", async () => {
    open(
      { file: "greenroom.yaml", unusable: false, looked: false, items: [], problems: [] },
      { role: "viewer" },
    );
    expect(await screen.findByText(/Who may edit agents sees here/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Apply the file" })).toBeNull();
  });

  it("tells who does not mend a broken file only that it cannot be read", async () => {
    const { container } = open({ file: null, unusable: true, looked: false, items: [], problems: [] });
    expect(await screen.findByText("The server's configuration cannot be read at present")).toBeVisible();
    expect(screen.queryByText(/greenroom\.yaml|once the file is mended|No file keeps/)).toBeNull();
    expect(screen.queryByRole("button", { name: "Apply the file" })).toBeNull();
    expect((await axe.run(container)).violations).toEqual([]);
  });
});
