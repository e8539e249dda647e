import { screen, waitFor } from "@testing-library/react";
import axe from "axe-core";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openPage } from "@/components/layout/fixtures/open-page";
import { SessionLog } from "@/lib/testing/session-log";
import { RunningScripts } from "./running-scripts";

afterEach(() => vi.unstubAllGlobals());

function aLog() {
  const log = new SessionLog();
  log.add("run-started");
  const started = log.add("script-started");
  return { log, started };
}

const open = ({ events }: SessionLog, runId: string) =>
  openPage(<RunningScripts conversation={{ id: "c" }} events={events} />, {
    answers: { [`POST /conversations/c/runs/${runId}/stop`]: new Response(null, { status: 204 }) },
  });

describe("a script that runs", () => {
  it("can be stopped, by keyboard too", async () => {
    const { log, started } = aLog();
    const { user, sent, container } = open(log, started.runId);
    expect(screen.getByRole("status")).toHaveTextContent("count.py runs");
    expect((await axe.run(container)).violations).toEqual([]);
    screen.getByRole("button", { name: "Stop" }).focus();
    await user.keyboard("{Enter}");
    await waitFor(() =>
      expect(sent).toEqual([
        expect.objectContaining({ call: `POST /conversations/c/runs/${started.runId}/stop` }),
      ]),
    );
  });

  it.each(["script-ran", "run-finished"] as const)("is over with %s", (type) => {
    const { log, started } = aLog();
    log.add(type);
    open(log, started.runId);
    expect(screen.queryByRole("status")).toBeNull();
  });
});
