import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { isClosed, openTools, press, save } from "./fixtures/open-tools";

afterEach(() => vi.unstubAllGlobals());

describe("saved results", () => {
  it("say what they are for when there is none", () => {
    openTools({});
    const section = within(screen.getByRole("region", { name: "Saved results" }));
    expect(section.getByText(/waits in a rehearsal until somebody types its result/)).toBeVisible();
  });

  it("are added for a tool that an assigned skill declares", async () => {
    const { sent, user } = openTools({});
    const dialog = await press(user, "Add result");
    expect(save(dialog)).toHaveAccessibleDescription("Say which tool.");
    await user.selectOptions(dialog.getByLabelText("Skill"), "triage");
    expect(await dialog.findByText(/triage declares look_up/)).toBeVisible();
    await user.type(dialog.getByLabelText("Tool"), "look_up");
    await user.type(dialog.getByLabelText("Result"), "42");
    await user.click(save(dialog));
    await isClosed();
    expect(sent).toEqual([
      { baseRevision: 4, toolStubs: [{ skill: "triage", tool: "look_up", result: "42" }] },
    ]);
    expect(screen.getByRole("button", { name: "Edit the result of look_up of triage" })).toBeVisible();
  });

  it("are changed in their place and removed; a tool has one", async () => {
    const own = { skill: "triage", tool: "look_up", result: "42" };
    const script = { skill: null, tool: "run_skill_script", result: "ran" };
    const { sent, user } = openTools({ toolStubs: [own, script] });
    const dialog = await press(user, "Edit the result of look_up of triage");
    await user.type(dialog.getByLabelText("Result"), "!");
    await user.click(save(dialog));
    await isClosed();
    expect(sent[0]?.toolStubs).toEqual([{ ...own, result: "42!" }, script]);

    const another = await press(user, "Add result");
    await user.type(another.getByLabelText("Tool"), "run_skill_script");
    expect(save(another)).toHaveAccessibleDescription("This tool has a saved result: edit that one.");
    await user.click(another.getByRole("button", { name: "Cancel" }));
    await isClosed();
    await user.click(
      screen.getByRole("button", { name: "Remove the result of run_skill_script of any skill" }),
    );
    await waitFor(() => expect(sent[1]?.toolStubs).toEqual([{ ...own, result: "42!" }]));
  });

  it("can go by the input: cases in order, a result for every other, tried before they are saved", async () => {
    const { sent, user } = openTools({ toolStubs: [{ skill: "triage", tool: "look_up", result: "mild" }] });
    const dialog = await press(user, "Edit the result of look_up of triage");
    for (const [at, city] of ["Oslo", "Rome"].entries()) {
      await user.click(dialog.getByRole("button", { name: "Add case" }));
      expect(dialog.getByLabelText(`Field of case ${at + 1}`)).toHaveFocus();
      await user.keyboard("city{Tab}{Tab}");
      expect(dialog.getByLabelText(`Value of case ${at + 1}`)).toHaveFocus();
      await user.keyboard(`${city}{Tab}${at}`);
    }
    await user.selectOptions(dialog.getByLabelText("Test of case 2"), "contains");
    await user.click(dialog.getByRole("button", { name: "Ask case 2 earlier" }));
    expect(dialog.getByLabelText("Result for every other input")).toHaveValue("mild");
    await user.type(dialog.getByLabelText("Try an input"), '{{"city": "Rome"}');
    expect(dialog.getByRole("status", { name: "Which case answers" })).toHaveTextContent(
      "Case 1 answers: city contains “Rome”",
    );
    await user.click(save(dialog));
    await isClosed();
    const cases = [
      { when: { field: "city", is: "contains", value: "Rome" }, result: "1" },
      { when: { field: "city", is: "equals", value: "Oslo" }, result: "0" },
    ];
    expect(sent[0]?.toolStubs).toEqual([{ skill: "triage", tool: "look_up", result: "mild", cases }]);
    expect(screen.getByText("2 cases, else")).toBeVisible();
  });

  it("may leave every other input to a person, and lose a case again", async () => {
    const cases = [
      { when: { field: null, is: "matches" as const, value: "*Oslo*" }, result: "cold" },
      { when: { field: "city", is: "equals" as const, value: "Rome" }, result: "warm" },
    ];
    const { sent, user } = openTools({
      toolStubs: [{ skill: "triage", tool: "look_up", result: null, cases }],
    });
    expect(screen.getByText("typed by a person")).toBeVisible();
    const dialog = await press(user, "Edit the result of look_up of triage");
    await user.type(dialog.getByLabelText("Try an input"), "{{}");
    expect(dialog.getByRole("status", { name: "Which case answers" })).toHaveTextContent(
      "No case fits: a person types the result.",
    );
    await user.click(dialog.getByRole("button", { name: "Remove case 2" }));
    expect(dialog.getByRole("button", { name: "Add case" })).toHaveFocus();
    await user.click(dialog.getByRole("checkbox", { name: /Fill in what the call holds/ }));
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await isClosed();
    expect(sent[0]?.toolStubs).toEqual([
      { skill: "triage", tool: "look_up", result: null, cases: cases.slice(0, 1), fillIn: true },
    ]);
  });

  it("have a result or a case, and at most twenty cases", async () => {
    const { user } = openTools({});
    const dialog = await press(user, "Add result");
    await user.type(dialog.getByLabelText("Tool"), "look_up");
    await user.click(dialog.getByRole("checkbox", { name: /A person types the result/ }));
    expect(save(dialog)).toHaveAccessibleDescription("Give a result, or a case that has one.");
    for (let count = 0; count < 20; count += 1)
      await user.click(dialog.getByRole("button", { name: "Add case" }));
    expect(dialog.getByRole("button", { name: "Add case" })).toHaveAccessibleDescription("At most 20 cases.");
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
  });

  it("keep the name of a skill that is no longer assigned", async () => {
    const { user } = openTools({ toolStubs: [{ skill: "gone", tool: "look_up", result: "42" }] });
    const dialog = await press(user, "Edit the result of look_up of gone");
    expect(dialog.getByLabelText("Skill")).toHaveDisplayValue("gone (not assigned)");
  });
});
