import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useMemo } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import type { Role } from "@/lib/access/permissions";
import { stillRouter } from "@/lib/testing/browser/app-router";
import { batchServer } from "@/lib/testing/browser/batch-server";
import { ManyLine } from "./many-line";
import { SelectBox } from "./select-box";
import { useSelection } from "./use-selection";

const desk = "0190a000-0000-7000-8000-00000000000d";
const names = ["alder", "birch", "cedar"];

function List({ kind, total }: { kind: "assign" | "unassign"; total: number }) {
  const rows = useMemo(() => names.map((name) => ({ id: name, name })), []);
  const selection = useSelection({ rows, total, filters: { query: "tree" }, isCurrent: true });
  return (
    <>
      <ManyLine
        workspace="meridian"
        kind={kind}
        agents={[desk]}
        selection={selection}
        loaded={rows.length}
        total={total}
      />
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <SelectBox
              row={row}
              selected={selection.has(row.id)}
              anySelected={selection.count > 0}
              onSelect={selection.choose}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

type Options = { role?: Role; total?: number; server?: ReturnType<typeof batchServer> };

function open(
  kind: "assign" | "unassign",
  { role = "owner", total = 3, server = batchServer() }: Options = {},
) {
  vi.stubGlobal("fetch", server.fetch);
  render(
    <InWorkspace router={stillRouter} viewerRole={role}>
      <List kind={kind} total={total} />
    </InWorkspace>,
  );
  return server;
}
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const check = (name: string) => userEvent.click(screen.getByRole("checkbox", { name }));

afterEach(() => vi.unstubAllGlobals());

describe("a list of one agent's page", () => {
  it("gives the agent all that are shown in one go, and asks for no agent", async () => {
    const server = open("assign");
    await check("Select all that are shown");
    expect(screen.getByRole("status")).toHaveTextContent("3 selected");
    await press("Assign 3 skills");
    await press("Assign 3");
    await screen.findByText("3 assigned.");
    expect(server.deeds()).toMatchObject([{ act: { kind: "assign", agents: [desk] }, names }]);
    await press("Done");
    expect(screen.getByRole("status")).toHaveTextContent("Select all");
  });

  it("gives it all that match, shown or not", async () => {
    const server = open("assign", {
      total: 5,
      server: batchServer({ listed: [...names, "dogwood", "elm"] }),
    });
    await check("Select birch");
    await press("Select all 5 that match");
    await press("Assign 5 skills");
    await press("Assign 5");
    await screen.findByText("5 assigned.");
    expect(server.deeds()[0]?.names).toEqual([...names, "dogwood", "elm"]);
  });

  it("takes many off, and brings them back", async () => {
    const back = { kind: "assign" as const, agents: [desk], enabled: true, follows: "latest" as const };
    const server = open("unassign", {
      server: batchServer({ outcome: () => ({ outcome: "done", summary: "Takes it off", undo: [back] }) }),
    });
    await check("Select alder");
    await check("Select cedar");
    await press("Unassign 2 skills");
    await press("Unassign 2");
    await screen.findByText("2 unassigned.");
    await press("Undo 2");
    await screen.findByText("2 undone.");
    expect(server.undone).toEqual([
      { skill: "alder", undo: [back] },
      { skill: "cedar", undo: [back] },
    ]);
  });

  it("says why a role may not, and clears", async () => {
    open("assign", { role: "author" });
    await check("Select alder");
    expect(screen.getByRole("button", { name: "Assign 1 skill" })).toHaveAttribute("aria-disabled", "true");
    expect(screen.getByText("Your role here is author; this needs admin or above.")).toBeInTheDocument();
    await press("Clear");
    expect(screen.getByRole("checkbox", { name: "Select alder" })).not.toBeChecked();
  });
});
