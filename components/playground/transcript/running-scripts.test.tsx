import { screen, waitFor } from "@testing-library/react";
import axe from "axe-core";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openPage } from "@/components/layout/fixtures/open-page";
import { SessionLog } from "@/lib/testing/sessions/session-log";
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
    answers: {
      [`POST /conversations/c/runs/${runId}/script-decisions`]: new Response(null, { status: 204 }),
    },
  });

describe("a script that runs", () => {
  it("can be stopped, by keyboard too", async () => {
    const { log, started } = aLog();
    const { user, sent, container } = open(log, started.runId);
    expect(screen.getByRole("region", { name: /^Running: / })).toHaveTextContent("count.py runs");
    expect((await axe.run(container)).violations).toEqual([]);
    screen.getByRole("button", { name: "Stop" }).focus();
    await user.keyboard("{Enter}");
    await waitFor(() =>
      expect(sent).toEqual([
        expect.objectContaining({
          call: `POST /conversations/c/runs/${started.runId}/script-decisions`,
          body: { callId: "call-1", decision: "stop" },
        }),
      ]),
    );
  });

  it("shows what it writes as it writes it, and what it began last", () => {
    const { log, started } = aLog();
    const said = (stream: "stdout" | "stderr" | "command", text: string) => ({ stream, text });
    log.add("script-output", {
      callId: "call-1",
      pieces: [said("command", "python3 count.py"), said("stdout", "1 page\n")],
    });
    log.add("script-output", { callId: "call-1", pieces: [said("stderr", "slow\n")] });
    log.add("script-output", { callId: "call-2", pieces: [said("stdout", "of another\n")] });
    open(log, started.runId);
    const region = screen.getByRole("region", { name: /^Running: / });
    expect(region).toHaveTextContent("Now: python3 count.py");
    expect(region).toHaveTextContent("1 page slow");
    expect(region).not.toHaveTextContent("of another");
  });

  it.each(["script-ran", "run-finished"] as const)("is over with %s", (type) => {
    const { log, started } = aLog();
    log.add(type);
    open(log, started.runId);
    expect(screen.queryByRole("region")).toBeNull();
  });
});
