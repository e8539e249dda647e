import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useMemo, useRef, useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SkillFilters } from "@/components/data/skill-filters";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import { KeyList } from "@/components/layout/key-list";
import type { Role } from "@/lib/access/permissions";
import type { SkillSummary } from "@/lib/library/skill-schema";
import { stillRouter } from "@/lib/testing/browser/app-router";
import { batchServer } from "@/lib/testing/browser/batch-server";
import { roomToDraw } from "@/lib/testing/browser/room-to-draw";
import { SkillDialogs } from "../dialogs/skill-dialogs";
import { LibraryMany } from "../many/library-many";
import { useSelection } from "../many/use-selection";
import { useSelectionKeys } from "../many/use-selection-keys";
import { SkillTable, type SkillTableHandle } from "./skill-table";
import { useActiveSkill } from "./use-active-skill";

roomToDraw();

const person = { id: "0190a000-0000-7000-8000-000000000001", name: "Ines" };
const skill = (name: string): SkillSummary => ({
  id: `id-${name}`,
  name,
  description: `About ${name}`,
  state: "draft",
  archived: false,
  latestVersion: null,
  unchangedSince: null,
  labels: [],
  agentCount: 0,
  draftRevision: 1,
  mayEdit: true,
  metadataTokens: 1,
  instructionTokens: 1,
  resourceTokens: 0,
  errorCount: 0,
  warningCount: 0,
  blockingCount: 0,
  updatedAt: "2026-11-21T10:00:00.000Z",
  updatedBy: person,
});
const names = ["alder", "birch", "cedar", "dogwood", "elm"];

type Shown = { names: readonly string[]; total: number; filters: SkillFilters };
let show: (shown: Partial<Shown>) => void = () => undefined;

function Library() {
  const [shown, setShown] = useState<Shown>({ names, total: 951, filters: { query: "" } });
  show = (change) => act(() => setShown((before) => ({ ...before, ...change })));
  const skills = useMemo(() => shown.names.map(skill), [shown.names]);
  const table = useRef<SkillTableHandle>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const { active, activeSkill, setActive, step } = useActiveSkill("meridian", skills, table);
  const { total, filters } = shown;
  const selection = useSelection({ rows: skills, total, filters, isCurrent: true });
  useSelectionKeys({ selection, active: activeSkill, step });
  return (
    <>
      <input aria-label="Search" />
      <div ref={scroller} data-selectable-list>
        <SkillTable
          workspace="meridian"
          skills={skills}
          total={total}
          filters={filters}
          onSort={() => undefined}
          choices={{}}
          active={active}
          onActivate={setActive}
          selection={selection}
          onNearEnd={() => undefined}
          handle={table}
          scroller={scroller}
        />
      </div>
      <LibraryMany
        workspace="meridian"
        selection={selection}
        loaded={skills.length}
        total={total}
        isArchive={filters.state === "archived"}
      />
      <KeyList />
    </>
  );
}

function open(role: Role = "owner", server = batchServer()) {
  vi.stubGlobal("fetch", server.fetch);
  render(
    <InWorkspace router={stillRouter} viewerRole={role}>
      <SkillDialogs workspace="meridian">
        <Library />
      </SkillDialogs>
    </InWorkspace>,
  );
  return server;
}

const box = (name: string) => screen.getByRole("checkbox", { name: `Select ${name}` });
const all = () => screen.getByRole("checkbox", { name: "Select all that are shown" });
const selected = () =>
  screen.queryAllByRole("row", { selected: true }).map((row) => within(row).getByRole("link").textContent);
const bar = () => screen.queryByRole("region", { name: "Selected skills" });
const said = () => screen.getAllByRole("status").map(({ textContent }) => textContent);

beforeEach(() => vi.stubGlobal("scrollTo", () => undefined));
afterEach(() => vi.unstubAllGlobals());

describe("selecting with the mouse", () => {
  it("selects a row, says so once, and clears", async () => {
    open();
    expect(bar()).toBeNull();
    await userEvent.click(box("birch"));
    expect(selected()).toEqual(["birch"]);
    expect(said()).toContain("1 skill selected");
    expect(bar()).toHaveTextContent("1 selected");
    await userEvent.click(screen.getByRole("button", { name: /^Clear/ }));
    expect(selected()).toEqual([]);
    expect(bar()).toBeNull();
  });

  it("selects a range with Shift", async () => {
    open();
    const user = userEvent.setup();
    await user.click(box("dogwood"));
    await user.keyboard("{Shift>}");
    await user.click(box("birch"));
    await user.keyboard("{/Shift}");
    expect(selected()).toEqual(["birch", "cedar", "dogwood"]);
  });

  it("selects all that are shown, then all that match, and says which", async () => {
    open();
    await userEvent.click(box("cedar"));
    expect(all()).toBePartiallyChecked();
    await userEvent.click(all());
    expect(all()).toBeChecked();
    expect(bar()).toHaveTextContent("All 5 shown are selected");
    await userEvent.click(screen.getByRole("button", { name: "Select all 951 that match" }));
    expect(bar()).toHaveTextContent("All 951 skills that match are selected");
    await userEvent.click(box("elm"));
    expect(bar()).toHaveTextContent("950 selected");
    expect(selected()).toEqual(["alder", "birch", "cedar", "dogwood"]);
    await userEvent.click(all());
    expect(bar()).toBeNull();
  });
});

describe("selecting with keys", () => {
  it("goes by X and Shift with J and K, as far as the range goes now", async () => {
    open();
    await userEvent.keyboard("jjx");
    expect(selected()).toEqual(["birch"]);
    await userEvent.keyboard("{Shift>}jj{/Shift}");
    expect(selected()).toEqual(["birch", "cedar", "dogwood"]);
    await userEvent.keyboard("{Shift>}k{/Shift}");
    expect(selected()).toEqual(["birch", "cedar"]);
    await userEvent.keyboard("{Shift>}{ArrowUp}{ArrowUp}{/Shift}");
    expect(selected()).toEqual(["alder", "birch"]);
    await userEvent.keyboard("{Escape}");
    expect(selected()).toEqual([]);
  });

  it("begins a range at the row that it is on", async () => {
    open();
    await userEvent.keyboard("j{Shift>}j{/Shift}");
    expect(selected()).toEqual(["alder", "birch"]);
  });

  it("selects all that are shown by Ctrl and A in the list, and leaves the text its own", async () => {
    open();
    await userEvent.type(screen.getByRole("textbox", { name: "Search" }), "x{Control>}a{/Control}");
    expect(selected()).toEqual([]);
    await userEvent.keyboard("{Tab}");
    await userEvent.click(document.body);
    await userEvent.keyboard("j{Control>}a{/Control}");
    expect(selected()).toEqual(names);
  });

  it("lists what can be done with the selection, and opens it", async () => {
    open();
    await userEvent.keyboard("jx?");
    const keys = await screen.findByRole("dialog", { name: "Keys on this page" });
    expect(within(keys).getByText("Publish: 1 selected skill")).toBeVisible();
    expect(within(keys).getAllByText("Extend the selection down")[0]).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await userEvent.keyboard("{Shift>}a{/Shift}");
    expect(await screen.findByRole("dialog", { name: "Archive 1 skill" })).toBeVisible();
  });
});

describe("a list that changes", () => {
  it("keeps rows through sorting and filtering, and lets go of those that went away", async () => {
    open();
    for (const name of ["alder", "cedar", "elm"]) await userEvent.click(box(name));
    show({ names: ["elm", "dogwood", "cedar", "birch", "alder"] });
    await screen.findByText("3 selected");
    show({ names: ["elm"], total: 1, filters: { query: "elm" } });
    await vi.waitFor(() => expect(selected()).toEqual(["elm"]));
    expect(bar()).toHaveTextContent("3 selected");
    show({ names: ["elm", "dogwood", "cedar", "birch"], total: 4, filters: { query: "" } });
    await vi.waitFor(() => expect(selected()).toEqual(["elm", "cedar"]));
    show({ names: ["dogwood", "cedar", "birch"], total: 3 });
    await vi.waitFor(() => expect(bar()).toHaveTextContent("2 selected"));
  });

  it("ends “all that match” with the filters it was said of", async () => {
    open();
    await userEvent.click(all());
    await userEvent.click(screen.getByRole("button", { name: "Select all 951 that match" }));
    show({ filters: { query: "", sort: "name" } });
    await vi.waitFor(() => expect(bar()).toHaveTextContent("All 951 skills that match are selected"));
    show({ filters: { query: "pdf" } });
    await vi.waitFor(() => expect(bar()).toBeNull());
  });
});

describe("what a role may do", () => {
  it("blocks what it may not, with the reason, and offers what a co-maintainer may", async () => {
    open("author");
    await userEvent.click(box("alder"));
    const blocked = (name: string) => screen.getByRole("button", { name }).getAttribute("aria-disabled");
    expect(blocked("Publish")).toBe("true");
    expect(screen.getAllByText("Your role here is author; this needs reviewer or above.")[0]).toBeDefined();
    expect(blocked("Assign")).toBe("true");
    expect(blocked("Ask for review")).toBeNull();
    expect(blocked("Archive")).toBeNull();
    await userEvent.keyboard("p");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("offers to restore what is archived", async () => {
    open();
    show({ filters: { query: "", state: "archived" } });
    await userEvent.click(box("alder"));
    expect(screen.getByRole("button", { name: "Restore" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Publish" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "More actions" }));
    const items = await screen.findAllByRole("menuitem");
    expect(items.map(({ textContent }) => textContent)).toEqual([
      "Restore",
      "Export",
      "Unassign",
      "Add co-maintainer",
      "Delete",
    ]);
  });
});

describe("after an act", () => {
  it("keeps selected what is left to do", async () => {
    const problem = { code: "CONFLICT", message: "It needs 1 approval." };
    open(
      "owner",
      batchServer({
        outcome: (name, { preview }) =>
          name === "birch" && !preview
            ? { outcome: "refused", summary: problem.message, problem }
            : undefined,
      }),
    );
    await userEvent.keyboard("jx{Shift>}jj{/Shift}p");
    await userEvent.click(await screen.findByRole("button", { name: "Publish 3" }));
    await screen.findByText("2 published, 1 refused.");
    await userEvent.click(screen.getByRole("button", { name: "Done" }));
    expect(selected()).toEqual(["birch"]);
    expect(bar()).toHaveTextContent("1 selected");
  });
});
