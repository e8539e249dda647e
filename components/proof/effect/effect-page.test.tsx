import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { anEffectRun, someEffectFigures } from "../fixtures/effect-shapes";
import { openEffect as open } from "../fixtures/open-effect";
import { runPath, suitePath } from "../fixtures/open-proof";
import { anEstimate } from "../fixtures/suite-shapes";

const result = () => screen.findByRole("region", { name: "Result" });
const effect = () => screen.findByRole("region", { name: "Effect" });

afterEach(() => vi.unstubAllGlobals());

describe("the result of an effect run", () => {
  it("begins with the word and its reasons, and says what more would decide", async () => {
    open();
    const region = await result();
    expect(region).toHaveTextContent(/^Not shown ?in Standard/);
    expect(region).toHaveTextContent("Only 2 tasks differ.");
    expect(region).toHaveTextContent(
      "Found against without: 1 task won, 0 the same, 1 lost; exact p = 0.75.",
    );
    expect(region).toHaveTextContent(
      "The same tasks once more say the same with a chance of 90 %, other tasks of the kind with 80 %. 18 tasks more",
    );
  });

  it("says what the text is worth and what not being found costs, which add up, and what each arm passes", async () => {
    open();
    const region = await effect();
    expect(region).toHaveTextContent(/Its text.*\+0\.50.*Being found.*−0\.50.*Together.*0\.00/);
    const arms = within(region).getByRole("table", { name: "Trials that passed in each arm" });
    expect(within(arms).getByRole("row", { name: /Given/ })).toHaveTextContent("Given6 of 61.002");
  });

  it.each([
    ["improved", "Improved"],
    ["worse", "Worse"],
    ["invalid-measurement", "Invalid measurement"],
    ["scripted", "Scripted, no verdict"],
    ["pending", "No verdict yet"],
  ] as const)("says %s in words", async (word, said) => {
    open({ run: anEffectRun({ effectFigures: [someEffectFigures({ verdict: { word, reasons: [] } })] }) });
    expect(await result()).toHaveTextContent(said);
  });

  it("names golden tasks, the published version, files, idle graders and what is invalid", async () => {
    const figures = someEffectFigures({
      golden: { passed: ["t2"], failed: ["t1"], unmeasured: [] },
      approved: {
        version: 3,
        outcome: "worse",
        gained: [],
        lost: ["t2"],
        unmeasured: [],
        p: { greater: 1, less: 0.5, twoSided: 0.5 },
      },
      leftOut: [{ path: "references/tone.md", effect: -0.5, measured: 2, worse: ["t1"], better: [], p: 0.5 }],
      graders: [
        {
          task: "t2",
          grader: 0,
          kind: "contains",
          arms: [],
          judged: null,
          idle: { reason: "passes-everywhere", message: "It passes in every arm." },
        },
      ],
      invalid: [{ arm: "found", reason: "saw-answers", trials: 2, message: "It read evals/evals.json." }],
    });
    open({ run: anEffectRun({ effectFigures: [figures], answeredAs: ["a", "b"], withheld: ["evals/"] }) });
    const region = await result();
    await waitFor(() => expect(region).toHaveTextContent("1 golden task passed, failed: Task 1."));
    expect(region).toHaveTextContent("Against v3: worse. 0 gained, lost: Task 2; exact p = 0.5.");
    expect(region).toHaveTextContent("references/tone.md: without it −0.50, 1 worse, 0 better, p = 0.5");
    expect(region).toHaveTextContent("Task 2, grader 1 (contains): It passes in every arm.");
    expect(region).toHaveTextContent("2 × found, the model read the tasks' file: It read evals/evals.json.");
    expect(region).toHaveTextContent("The model changed its name");
    expect(region).toHaveTextContent(
      "No arm showed the model the files of evals, where the right answers stand.",
    );
  });

  it("leads from each figure to the sessions that it is of, with what the graders said", async () => {
    const { user } = open();
    const table = await screen.findByRole("table", { name: "Tasks in Standard" });
    await user.click(within(table).getByRole("button", { name: "Task 2, Without: 3/3 passed" }));
    const session = screen.getByRole("complementary", { name: "Recorded session" });
    await waitFor(() => expect(session).toHaveFocus());
    expect(session).toHaveTextContent("Task 2");
    expect(within(session).getByRole("combobox", { name: "Arm" })).toHaveValue("without");
    expect(session).toHaveTextContent("contains passed: The answer has it.");
    await waitFor(() => expect(session).toHaveTextContent("Start narrow."));
    await user.keyboard("2");
    const trial = within(session).getByRole("combobox", { name: "Trial" });
    expect(trial).toHaveValue("2");
    await user.selectOptions(within(session).getByRole("combobox", { name: "Arm" }), "found");
    expect(session).toHaveTextContent("passed in 1 of 3 trials");
    await user.selectOptions(trial, "3");
    expect(session).toHaveTextContent("contains failed: It lacks “Ines”.");
  });

  it("is walked with J and K", async () => {
    const { user } = open();
    const table = await screen.findByRole("table", { name: "Tasks in Standard" });
    await user.keyboard("j");
    expect(within(table).getByRole("button", { name: /Summarise/ })).toHaveFocus();
    await user.keyboard("k");
    expect(within(table).getByRole("button", { name: /Who is on call/ })).toHaveFocus();
  });

  it("is offered to be stopped while it goes on", async () => {
    const run = anEffectRun({
      state: "running",
      progress: { total: 18, queued: 9, running: 1, done: 8, invalid: 0 },
    });
    const { user, sent } = open({ run, answers: { [`POST ${runPath}/stop`]: run } });
    await user.click(await screen.findByRole("button", { name: "Stop" }));
    await waitFor(() => expect(sent.map(({ call }) => call)).toContain(`POST ${runPath}/stop`));
  });
});

describe("tasks that have not run", () => {
  it("are written first where there is none", async () => {
    const { user } = open({ run: null, suite: { tasks: [] } });
    expect(await screen.findByRole("heading", { name: "Does this skill help?" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Write the first task" }));
    expect(await screen.findByRole("button", { name: "Add a task" })).toBeVisible();
  });

  it("are run with what is chosen, the price and the chance to decide said before", async () => {
    const estimate = anEstimate({
      cases: 2,
      arms: [],
      power: { tasks: 2, winShare: 0.8, tieShare: 0.3, chance: 0.06, chanceOfNone: 0, more: 22, curve: [] },
    });
    const { user, sent } = open({
      run: null,
      answers: {
        "GET /agents": {
          items: [{ slug: "on-call", name: "On-call assistant" }],
          nextCursor: null,
          total: 1,
        },
        "GET /models": { items: [] },
        [`POST ${suitePath}/suite-runs/estimate`]: estimate,
        [`POST ${suitePath}/suite-runs`]: anEffectRun({ number: 15 }),
      },
    });
    const [run] = await screen.findAllByRole("button", { name: "Run tasks" });
    if (!run) throw new Error("It cannot be run.");
    await user.click(run);
    const dialog = await screen.findByRole("dialog", { name: "Run the tasks" });
    await within(dialog).findByRole("option", { name: "On-call assistant" });
    await user.selectOptions(within(dialog).getByRole("combobox", { name: /^Agent/ }), "on-call");
    await user.click(within(dialog).getByRole("checkbox", { name: /references\/tone\.md/ }));
    expect(within(dialog).queryByRole("checkbox", { name: /evals\/evals\.json/ })).toBeNull();
    await waitFor(() =>
      expect(dialog).toHaveTextContent(
        "a run of 2 tasks says “Improved” with a chance of 6 %. With 22 more tasks it would be 80 %.",
      ),
    );
    const start = () => within(dialog).getByRole("button", { name: /^Run, at most/ });
    await waitFor(() => expect(start()).not.toHaveAttribute("aria-disabled", "true"));
    await user.click(start());
    await waitFor(() =>
      expect(sent.findLast(({ call }) => call === `POST ${suitePath}/suite-runs`)?.body).toMatchObject({
        suite: "effect",
        agent: "on-call",
        approved: false,
        leaveOut: ["references/tone.md"],
      }),
    );
  });

  it("cannot be run where no grader decides anything, and says so", async () => {
    open({ run: null, suite: { tasks: [] } });
    const button = await screen.findByRole("button", { name: "Run tasks" });
    expect(button).toHaveAttribute("aria-disabled", "true");
  });
});

describe("runs of tasks", () => {
  it("are listed with verdict and effect, apart from those of the trigger suite", async () => {
    const { user, read } = open();
    await user.click(await screen.findByRole("tab", { name: /^Runs/ }));
    const table = await screen.findByRole("table", { name: "Runs of the tasks, the newest first" });
    expect(within(table).getByRole("row", { name: /Run 14/ })).toHaveTextContent(/Not shown.*0\.00/);
    expect(read.find(({ call }) => call === `GET ${suitePath}/suite-runs`)?.query).toEqual({
      suite: "effect",
    });
  });
});
