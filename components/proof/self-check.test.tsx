import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openPage } from "@/components/layout/fixtures/open-page";
import type { SelfCheck } from "@/lib/proof/checks/check-schema";
import { type Answers, refusal } from "@/lib/testing/browser/answer-server";
import { aSkillDetail } from "@/lib/testing/browser/skill-shapes";
import { aFault, aSelfCheck } from "./fixtures/self-check-shapes";
import { anEstimate, aSuiteRun } from "./fixtures/suite-shapes";
import { RunDialog } from "./run-dialog";

const runs = "/skills/incident-triage/suite-runs";
const failed = aSelfCheck({ passed: false, faults: [aFault()], faultsInAll: 3 });

type Options = { found?: SelfCheck; scripted?: boolean; answers?: Answers };

/** The dialog before a run; a self-check that is made is kept and told with the estimate from then on. */
function open(
  first: SelfCheck | null,
  { found = aSelfCheck(), scripted = false, answers = {} }: Options = {},
) {
  let kept = first;
  const assigned = {
    slug: "on-call",
    name: "On-call assistant",
    follows: "latest",
    label: null,
    version: null,
    enabled: true,
  } as const;
  return openPage(<RunDialog skill={aSkillDetail({ agents: [assigned] })} close={vi.fn()} />, {
    answers: {
      "GET /agents": { items: [{ slug: "on-call", name: "On-call assistant" }], nextCursor: null, total: 1 },
      "GET /models": { items: [] },
      [`POST ${runs}/estimate`]: () => anEstimate({ selfCheck: kept, scripted }),
      [`POST ${runs}/self-check`]: () => {
        kept = found;
        return found;
      },
      [`POST ${runs}`]: aSuiteRun({ number: 15 }),
      ...answers,
    },
  });
}
const started = (sent: readonly { call: string; body: unknown }[]) =>
  sent.filter(({ call }) => call === `POST ${runs}`);
const part = () => screen.findByRole("region", { name: "Self-check" });
const priced = () =>
  waitFor(() => expect(screen.getByRole("region", { name: "What it costs" })).toHaveTextContent("$0.8"));

afterEach(() => vi.unstubAllGlobals());

describe("the self-check before a run", () => {
  it("is made by a button for what is chosen, and says how it came out", async () => {
    const { user, sent } = open(null);
    const section = await part();
    await priced();
    expect(section).toHaveTextContent(/Not made yet for this choice.*Costs nothing/);
    await user.click(within(section).getByRole("button", { name: "Check now" }));
    await waitFor(() => expect(section).toHaveTextContent(/Passed: 3 of 3/));
    expect(section).toHaveTextContent("always: recall 6 of 6, precision 6 of 10");
    expect(section).toHaveTextContent("never: recall 0 of 6, precision of nothing");
    expect(section).toHaveTextContent("rightly: recall 6 of 6, precision 6 of 6");
    expect(within(section).queryByRole("checkbox")).toBeNull();
    expect(within(section).getByRole("button", { name: "Check again" })).toBeVisible();
    const [asked] = sent.filter(({ call }) => call === `POST ${runs}/self-check`);
    expect(asked?.body).toMatchObject({ suite: "trigger", agent: "on-call", source: { follows: "draft" } });
  });

  it("says of very many cases how many it tried", async () => {
    open(aSelfCheck({ cases: { tried: 80, of: 400 } }));
    const section = await part();
    await waitFor(() => expect(section).toHaveTextContent("on 80 of 400 cases"));
  });

  it("names what is wrong and what to do, and a run that is started then has no verdict", async () => {
    const { user, sent } = open(failed);
    const section = await part();
    await waitFor(() => expect(section).toHaveTextContent(/Failed: 3 of 3/));
    expect(section).toHaveTextContent(
      "Case 7 expects form-tools, which is not offered in Standard. Correct the case.",
    );
    expect(section).toHaveTextContent("And 2 more.");
    await user.click(screen.getByRole("button", { name: "Run, at most $2.00" }));
    await waitFor(() => expect(started(sent)).toHaveLength(1));
    expect(started(sent)[0]?.body).not.toHaveProperty("acknowledgeFaults");
  });

  it("can be acknowledged, and the start says so", async () => {
    const { user, sent } = open(failed);
    const section = await part();
    await user.click(await within(section).findByRole("checkbox", { name: /Judge the run all the same/ }));
    await user.click(screen.getByRole("button", { name: "Run, at most $2.00" }));
    await waitFor(() => expect(started(sent)).toHaveLength(1));
    expect(started(sent)[0]?.body).toMatchObject({ acknowledgeFaults: true });
  });

  it("offers nothing to acknowledge where no model answers", async () => {
    open(failed, { scripted: true });
    const section = await part();
    await waitFor(() => expect(section).toHaveTextContent(/Failed: 3 of 3/));
    expect(within(section).queryByRole("checkbox")).toBeNull();
  });

  it("tells a model whose figures are not as planted", async () => {
    const [always, ...others] = aSelfCheck().models;
    if (!always) throw new Error("There is one.");
    open({ ...failed, models: [{ ...always, passed: false }, ...others] });
    const section = await part();
    await waitFor(() => expect(section).toHaveTextContent(/Failed: 2 of 3/));
    expect(section).toHaveTextContent("precision 6 of 10, not as planted");
  });

  it("says why it was not made", async () => {
    const refused = refusal(422, "UNPROCESSABLE", "No agent has this skill.");
    const { user } = open(null, { answers: { [`POST ${runs}/self-check`]: refused } });
    const section = await part();
    await priced();
    await user.click(within(section).getByRole("button", { name: "Check now" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("No agent has this skill.");
  });
});
