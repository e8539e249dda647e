import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import { aSkillRef, ines, SessionLog } from "@/lib/testing/sessions/session-log";
import { groupTurns } from "../transcript/transcript";
import type { InspectorTab, Selecting } from "../use-selection";
import { Inspector } from "./inspector";

const notes = {
  ...aSkillRef({ skillId: "00000000-0000-7000-8000-000000000011", name: "release-notes" }),
  source: "assignment" as const,
};

function aLog() {
  const log = new SessionLog();
  log.add("run-started", { offered: [{ ...aSkillRef(), source: "assignment" }, notes] });
  log.add("catalogue-injected");
  log.add("skill-activated");
  log.add("model-step");
  log.add("run-finished");
  return log;
}

function show(tab: InspectorTab, log = aLog(), selectedSeq: number | null = 1) {
  const asked: Selecting[] = [];
  const tabs: InspectorTab[] = [];
  render(
    <InWorkspace viewerRole="admin" person={ines}>
      <Inspector
        isOpening={false}
        events={log.events}
        turns={groupTurns(log.events)}
        selectedSeq={selectedSeq}
        tab={tab}
        viewerId={ines.id}
        address="/events"
        onSelect={() => {}}
        onShow={(change) => asked.push(change)}
        onTab={(chosen) => tabs.push(chosen)}
        onFork={() => {}}
        closedReason={undefined}
        described={[]}
        skill={null}
      />
    </InWorkspace>,
  );
  return { asked, tabs };
}

describe("the inspector", () => {
  it("has one tab for each side of a turn, the reasons among them", async () => {
    const { tabs } = show("event");
    expect(screen.getAllByRole("tab").map((tab) => tab.textContent)).toEqual([
      "Event",
      "Why",
      "Context",
      "Prompt",
      "Request",
      "Response",
      "Raw",
    ]);
    await userEvent.click(screen.getByRole("tab", { name: "Why" }));
    expect(tabs).toContain("why");
  });

  it("goes from tab to tab by the arrows, round at the end", async () => {
    const { tabs } = show("event");
    screen.getByRole("tab", { name: "Event", selected: true }).focus();
    await userEvent.keyboard("{ArrowRight}");
    expect(screen.getByRole("tab", { name: "Why" })).toHaveFocus();
    await userEvent.keyboard("{ArrowLeft}{ArrowLeft}");
    expect(screen.getByRole("tab", { name: "Raw" })).toHaveFocus();
    expect(tabs).toEqual(expect.arrayContaining(["why", "raw"]));
  });

  it("follows the newest exchange while nothing is chosen", async () => {
    const log = aLog();
    log.add("run-started", { message: "And now?" });
    show("event", log, null);
    expect(screen.getByText("Turn 2")).toBeVisible();
    expect(await screen.findByText("run-started · seq 6")).toBeVisible();
  });

  it("leads from an event to why the turn activated what it did, and from a skill to its own reason", async () => {
    const { asked } = show("event");
    await userEvent.click(await screen.findByRole("button", { name: "Why these skills?" }));
    expect(asked).toEqual([{ event: 1, tab: "why" }]);
    expect(screen.getAllByRole("button", { name: /^Why not\?/ })).toHaveLength(1);
    await userEvent.click(screen.getByRole("button", { name: "Why not? release-notes was not activated" }));
    expect(asked[1]).toEqual({ event: 1, tab: "why", skill: "release-notes" });
  });

  it("shows the reasons of the turn of the selected event", async () => {
    show("why");
    expect(await screen.findByRole("heading", { name: "1 skill was activated" })).toBeVisible();
    expect(screen.getByText("Turn 1")).toBeVisible();
  });

  it("says what will be here before anything has happened", () => {
    show("why", new SessionLog(), null);
    expect(screen.getByText("Nothing has happened yet")).toBeVisible();
  });
});
