import { screen, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openPage } from "@/components/layout/fixtures/open-page";
import { roomToDraw } from "@/lib/testing/browser/room-to-draw";
import { ines, SessionLog } from "@/lib/testing/sessions/session-log";
import { groupTurns } from "../transcript/transcript";
import { TranscriptList } from "../transcript/transcript-list";
import { everything, filterLanes } from "./event-filter";
import { marksOf } from "./marks";
import { Timeline } from "./timeline";

roomToDraw({ width: 500, height: 500, row: 40 });

function aLog({ turns = 1, reads = 0 }) {
  const log = new SessionLog();
  for (let turn = 1; turn <= turns; turn += 1) {
    log.add("run-started", { message: `Message ${turn}` });
    log.add("skill-activated");
    for (let read = 0; read < reads; read += 1) log.add("resource-read", { path: `references/${read}.md` });
    log.add("request-refused");
    log.add("text", { step: 1, text: `Answer ${turn}` });
    log.add("model-step", { step: 1 });
    log.add("run-finished");
  }
  return log;
}

function Shown({ log, seq }: { log: SessionLog; seq: number | null }) {
  const turns = groupTurns(log.events);
  const lanes = turns.map((turn) => ({ turn, marks: marksOf(turn) }));
  const marks = lanes.flatMap((lane) => lane.marks);
  const [filter, setFilter] = useState(everything);
  const [selected, setSelected] = useState(seq);
  return (
    <>
      <Timeline
        lanes={filterLanes(lanes, filter, ines.id)}
        total={marks.length}
        filter={filter}
        onFilter={setFilter}
        viewerId={ines.id}
        selected={marks.find((mark) => mark.seq === selected) ?? null}
        runningId={undefined}
        onSelect={setSelected}
      />
      <TranscriptList
        turns={turns}
        pending={null}
        viewerId={ines.id}
        selectedSeq={selected}
        onSelect={setSelected}
      />
    </>
  );
}

function open(log: SessionLog, seq: number | null = null) {
  return openPage(<Shown log={log} seq={seq} />, { person: ines }).user;
}

afterEach(() => vi.unstubAllGlobals());

const timeline = () => within(screen.getByRole("region", { name: "Timeline" }));
const transcript = () => within(screen.getByRole("log", { name: "Transcript" }));
const marks = () =>
  timeline()
    .getAllByRole("button")
    .flatMap((button) => button.getAttribute("aria-label") ?? []);

describe("the timeline", () => {
  it("names each event of an exchange in order, and how long it took", () => {
    open(aLog({ turns: 1 }), 1);
    expect(marks()).toEqual([
      expect.stringMatching(/by you: On-call assistant r12, 1 skill offered/),
      expect.stringMatching(/^Activated: incident-triage v4/),
      expect.stringMatching(/^Refused: \.\.\/\.\.\/oncall\/rota\.yaml: outside the package/),
      expect.stringMatching(/step 1/),
      expect.stringMatching(/1 step/),
    ]);
    expect(timeline().getByText("Turn 1")).toBeVisible();
    expect(timeline().getByText(/^5 events,/)).toBeVisible();
  });

  it("marks as current the one that is selected, in the transcript too", async () => {
    const user = open(aLog({ turns: 1 }), 1);
    await user.click(timeline().getByRole("button", { name: /^Refused/ }));
    expect(timeline().getByRole("button", { current: true })).toHaveAccessibleName(/^Refused/);
    expect(transcript().getByRole("button", { current: true })).toHaveAccessibleName(/^Refused/);
  });

  it("draws few of many exchanges, and says how many events there are", () => {
    open(aLog({ turns: 400 }), 1);
    expect(timeline().getByText(/^2,000 events,/)).toBeVisible();
    expect(timeline().getAllByRole("listitem").length).toBeLessThan(15);
    expect(timeline().getAllByRole("button").length).toBeLessThan(80);
  });

  it("draws few of many events of one exchange", () => {
    open(aLog({ turns: 1, reads: 1_000 }), 1);
    expect(timeline().getByText(/^1,005 events,/)).toBeVisible();
    expect(marks().length).toBeGreaterThan(5);
    expect(marks().length).toBeLessThan(60);
  });

  it("is narrowed to a kind and to words, says to how many, and widens again by Escape", async () => {
    const user = open(aLog({ turns: 2 }), 1);
    await user.keyboard("f");
    const words = await timeline().findByRole("searchbox", { name: "Search in events" });
    expect(words).toHaveFocus();
    await user.click(timeline().getByRole("button", { name: "Refused" }));
    expect(timeline().getByRole("button", { name: "Refused", pressed: true })).toBeVisible();
    expect(words).toHaveAccessibleDescription("2 of 10");
    await user.type(words, "nowhere-to-be-found");
    expect(timeline().getByText("No event fits.")).toBeVisible();
    expect(words).toHaveAccessibleDescription("0 of 10");
    await user.keyboard("{Escape}");
    expect(timeline().queryByRole("searchbox")).toBeNull();
    expect(timeline().getByText(/^10 events,/)).toBeVisible();
    expect(timeline().getByRole("button", { name: "Filter" })).toHaveFocus();
  });
});

describe("the transcript", () => {
  it("draws few rows of a long conversation, at the one that is selected", () => {
    open(aLog({ turns: 1_000 }), 1);
    expect(transcript().getByText("Message 1")).toBeVisible();
    expect(transcript().getAllByRole("article").length).toBeLessThan(40);
    expect(transcript().queryByText("Message 900")).toBeNull();
  });

  it("opens at the end when nothing is selected", () => {
    open(aLog({ turns: 1_000 }));
    expect(transcript().getByText("Answer 1000")).toBeVisible();
    expect(transcript().queryByText("Message 1")).toBeNull();
  });
});
