import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { refusal } from "@/lib/testing/browser/answer-server";
import { anEffectSuite, aStoredTask } from "../fixtures/effect-shapes";
import { openEffect } from "../fixtures/open-effect";
import { suitePath } from "../fixtures/open-proof";

const address = `${suitePath}/suites/effect`;
const open = (options: Parameters<typeof openEffect>[0] = {}) =>
  openEffect({ search: "?tab=edit", ...options });
const form = () => screen.findByRole("region", { name: /^Task \d/ });

afterEach(() => vi.unstubAllGlobals());

describe("the tasks to write in", () => {
  it("are saved into the draft with what was typed, each from its place", async () => {
    const saved = anEffectSuite({
      revision: 43,
      tasks: [aStoredTask(0, { prompt: "Who is awake?" }), aStoredTask(1)],
    });
    const { user, sent } = open({ answers: { [`PUT ${address}`]: saved } });
    const prompt = within(await form()).getByRole("textbox", { name: /^Prompt/ });
    await user.clear(prompt);
    await user.type(prompt, "Who is awake?");
    await user.click(within(await form()).getByRole("checkbox", { name: /^Golden/ }));
    await user.click(screen.getByRole("button", { name: "Save to the draft" }));
    await waitFor(() =>
      expect(sent.findLast(({ call }) => call === `PUT ${address}`)?.body).toMatchObject({
        revision: 42,
        tasks: [
          { from: 0, prompt: "Who is awake?", golden: true, graders: [{ kind: "contains", text: "Ines" }] },
          { from: 1, prompt: "Task 2", golden: false },
        ],
      }),
    );
  });

  it("are added with a grader to fill in, and not saved before that is done", async () => {
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Add a task" }));
    const task = await screen.findByRole("region", { name: "Task 3" });
    const save = () => screen.getByRole("button", { name: "Save to the draft" });
    expect(save()).toHaveAttribute("aria-disabled", "true");
    await user.type(within(task).getByRole("textbox", { name: /^Prompt/ }), "Page Ines");
    expect(within(task).getByText("Write the text that is looked for.")).toBeVisible();
    await user.type(within(task).getByRole("textbox", { name: "Text of grader 1" }), "paged");
    await waitFor(() => expect(save()).not.toHaveAttribute("aria-disabled", "true"));
  });

  it.each([
    ["regex", ["Pattern of grader 1, in the syntax of RE2", "Flags of grader 1: i, m, s"]],
    ["json-schema", ["Schema of grader 1"]],
    ["file-equals", ["Text of grader 1"]],
    ["tool-called", ["Tool of grader 1", "With what grader 1 wants it called, as JSON"]],
    ["tool-not-called", ["Tool of grader 1"]],
    ["tokens-at-most", ["Tokens of grader 1"]],
    ["judge", ["Criterion of grader 1"]],
  ])("ask what a grader of kind %s needs", async (kind, fields) => {
    const { user } = open();
    await user.selectOptions(within(await form()).getByRole("combobox", { name: "Kind of grader 1" }), kind);
    for (const name of fields) expect(within(await form()).getByRole("textbox", { name })).toBeVisible();
  });

  it("choose a skill and a file of it for a grader that wants one read", async () => {
    const { user } = open();
    await user.selectOptions(
      within(await form()).getByRole("combobox", { name: "Kind of grader 1" }),
      "read",
    );
    await user.selectOptions(
      within(await form()).getByRole("combobox", { name: "Skill of grader 1" }),
      "incident-triage",
    );
    await user.type(
      within(await form()).getByRole("combobox", { name: "File of grader 1" }),
      "references/tone.md",
    );
    expect(within(await form()).getByText(/Without the skill it could not hold/)).toBeVisible();
  });

  it("take files of the skill to begin with, and give them up again", async () => {
    const { user } = open();
    await user.selectOptions(
      within(await form()).getByRole("combobox", { name: "Add a file" }),
      "references/tone.md",
    );
    await user.click(within(await form()).getByRole("button", { name: "Take out references/tone.md" }));
    expect(screen.getByRole("button", { name: "Save to the draft" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
  });

  it("lose nothing to somebody who saved meanwhile", async () => {
    const theirs = anEffectSuite({ revision: 44, tasks: [aStoredTask(0), aStoredTask(1), aStoredTask(2)] });
    const { user, serve } = open({
      answers: { [`PUT ${address}`]: refusal(409, "CONFLICT", "Saved meanwhile.") },
    });
    const note = within(await form()).getByRole("textbox", { name: "Note" });
    await user.type(note, "Mine");
    serve({ [`GET ${address}`]: theirs });
    await user.click(screen.getByRole("button", { name: "Save to the draft" }));
    await user.click(await screen.findByRole("button", { name: "Put my changes onto theirs" }));
    expect(within(screen.getByRole("navigation", { name: "Tasks" })).getAllByRole("button")).toHaveLength(3);
    expect(within(await form()).getByRole("textbox", { name: "Note" })).toHaveValue("Mine");
  });

  it("are walked with J and K, and removed", async () => {
    const { user } = open();
    await form();
    await user.keyboard("j");
    expect(await screen.findByRole("region", { name: "Task 2" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Remove task 2" }));
    expect(within(screen.getByRole("navigation", { name: "Tasks" })).getAllByRole("button")).toHaveLength(1);
  });

  it("are only read by somebody who may not edit", async () => {
    open({ role: "viewer", suite: { readOnlyReason: "Your role only reads." } });
    expect(within(await form()).getByRole("textbox", { name: /^Prompt/ })).toHaveAttribute("readonly");
    expect(screen.getByRole("button", { name: "Add a task" })).toHaveAttribute("aria-disabled", "true");
  });
});
