import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import type { Run, RunRow } from "./batch-run";
import { RunView } from "./run-view";

const row = (name: string, over: Partial<RunRow> = {}): RunRow => ({
  name,
  outcome: "done",
  summary: "Archives it",
  problem: null,
  undo: [{ kind: "unarchive" }],
  ...over,
});
const problem = { code: "FORBIDDEN", message: "Only its authors may." };
const refused = (name: string) => row(name, { outcome: "refused", summary: problem.message, problem });
const run = (over: Partial<Run>): Run => ({
  phase: "ended",
  waiting: [],
  rows: [row("notes")],
  problem: null,
  ...over,
});

function show(shown: Run, { isUndo = false } = {}) {
  const acts = {
    onStop: vi.fn(),
    onGoOn: vi.fn(),
    onRetry: vi.fn(),
    onUndo: vi.fn(),
    close: vi.fn(),
  };
  render(<RunView workspace="meridian" kind="archive" run={shown} isUndo={isUndo} {...acts} />);
  return acts;
}
const buttons = () => screen.getAllByRole("button").map(({ textContent }) => textContent);
const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));

describe("a run that goes on", () => {
  it("counts, shows what is done, and can only be stopped", async () => {
    const { onStop } = show(run({ phase: "running", rows: [row("a"), row("b")], waiting: ["c", "d", "e"] }));
    const bar = screen.getByRole("progressbar", { name: "Archiving" });
    expect(bar).toHaveAttribute("aria-valuetext", "2 of 5");
    expect(within(screen.getByRole("region", { name: "2 archived" })).getByText("b")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Done" })).toBeNull();
    await press(/^Stop/);
    expect(onStop).toHaveBeenCalledOnce();
  });

  it("says that it undoes", () => {
    show(run({ phase: "running", rows: [], waiting: ["a"] }), { isUndo: true });
    expect(screen.getByRole("progressbar", { name: "Undoing" })).toBeVisible();
  });
});

describe("the report", () => {
  it("says what came of it in one sentence, then of each, what failed first", () => {
    show(run({ rows: [row("a"), refused("b"), row("c", { outcome: "unchanged", summary: "Is so" })] }));
    expect(screen.getAllByRole("status")[0]).toHaveTextContent("1 archived, 1 refused, 1 archived already.");
    const regions = screen.getAllByRole("region").map((region) => region.getAttribute("aria-label"));
    expect(regions).toEqual(["1 refused", "1 archived", "1 archived already"]);
    expect(screen.getByRole("link", { name: "Open the skill of b, in a new tab" })).toHaveAttribute(
      "href",
      "/w/meridian/skills/b",
    );
  });

  it("offers only what can be done now", () => {
    show(run({}));
    expect(buttons()).toEqual(["Copy report", "Undo 1", "Done"]);
  });

  it("offers no undo where nothing takes it back, nor after it", () => {
    show(run({ rows: [row("a", { undo: [] }), refused("b")] }));
    expect(buttons()).toEqual(["Copy report", "Retry the refused", "Done"]);
  });

  it("offers no undo of an undo", () => {
    show(run({}), { isUndo: true });
    expect(screen.getAllByRole("status")[0]).toHaveTextContent("1 undone.");
    expect(buttons()).toEqual(["Copy report", "Done"]);
  });

  it("passes on what is pressed", async () => {
    const acts = show(run({ rows: [row("a"), refused("b")] }));
    await press("Undo 1");
    await press("Retry the refused");
    await press("Done");
    expect([acts.onUndo, acts.onRetry, acts.close].map((act) => act.mock.calls.length)).toEqual([1, 1, 1]);
  });

  it("is copied as text", async () => {
    const user = userEvent.setup();
    show(run({ rows: [row("a"), refused("b")] }));
    await user.click(screen.getByRole("button", { name: "Copy report" }));
    expect(await navigator.clipboard.readText()).toContain("Refused:\n- b: Only its authors may.");
  });
});

describe("a run that did not come to its end", () => {
  it("says where it was stopped, and goes on when asked", async () => {
    const { onGoOn } = show(run({ phase: "stopped", waiting: ["x", "y"] }));
    expect(screen.getByText("Stopped after 1 of 3 skills")).toBeVisible();
    await press("Go on with 2 skills");
    expect(onGoOn).toHaveBeenCalledOnce();
  });

  it("says why it was cut off, as an alert", () => {
    show(run({ phase: "cut-off", waiting: ["x"], problem: "The server does not answer." }));
    const alert = screen.getByRole("alert");
    expect(alert).toHaveTextContent("Cut off after 1 of 2 skills");
    expect(alert).toHaveTextContent("The server does not answer. Nothing is done twice when you go on.");
  });
});
