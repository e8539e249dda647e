import { render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import type { SessionEvent } from "@/lib/runtime/events";
import { ines, SessionLog } from "@/lib/testing/sessions/session-log";
import { useSelection } from "../use-selection";
import { useSessionView } from "../use-session-view";
import { ViewTimeline } from "./view-timeline";

beforeEach(() => window.history.replaceState(null, "", "/w/meridian/playground/1"));

function Shown({ events, isOpening }: { events: readonly SessionEvent[]; isOpening: boolean }) {
  const view = useSessionView(events, ines.id, useSelection(), "line");
  return <ViewTimeline view={view} viewerId={ines.id} isOpening={isOpening} onSelect={vi.fn()} />;
}
const show = (events: readonly SessionEvent[], isOpening = false) =>
  render(
    <InWorkspace viewerRole="viewer">
      <Shown events={events} isOpening={isOpening} />
    </InWorkspace>,
  );

it("shows the events of what is open", () => {
  const log = new SessionLog();
  log.add("run-started");
  log.add("skill-activated");
  show(log.events);
  expect(screen.getByText("2 events"), "no duration before a turn has ended").toBeVisible();
  log.add("run-finished");
  show(log.events);
  expect(screen.getByText(/^\d events, \d/)).toBeVisible();
});

it("keeps its place until they are here, and takes none where nothing happened", () => {
  const opening = show([], true);
  expect(opening.container).not.toBeEmptyDOMElement();
  expect(opening.container).not.toHaveTextContent(/\d+ events/);
  opening.unmount();
  expect(show([]).container).toBeEmptyDOMElement();
});
