import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openPage } from "@/components/layout/fixtures/open-page";
import type { TriggerSuite } from "@/lib/proof/suites/suite-schema";
import { type Answers, refusal } from "@/lib/testing/browser/answer-server";
import { aTriggerSuite } from "./fixtures/suite-shapes";
import { SuiteEditor } from "./suite-editor";

const path = "/skills/incident-triage/suites/trigger";

function open(suite: Partial<TriggerSuite> = {}, answers: Answers = {}, blocked?: string) {
  return openPage(<SuiteEditor skill="incident-triage" suite={aTriggerSuite(suite)} blocked={blocked} />, {
    answers,
  });
}

const queries = () =>
  screen
    .getAllByRole("textbox", { name: /^Query of case/ })
    .map((field) => (field as HTMLInputElement).value);
const save = () => screen.getByRole("button", { name: "Save to the draft" });

afterEach(() => vi.unstubAllGlobals());

describe("the cases as a table to write in", () => {
  it("adds, changes and removes cases, and saves all of them with the revision that was read", async () => {
    const answer = aTriggerSuite({ revision: 43 });
    const { user, sent } = open({}, { [`PUT ${path}`]: answer });
    expect(save()).toHaveAccessibleDescription("Nothing has changed.");
    await user.click(screen.getByRole("button", { name: "Add a case" }));
    const field = screen.getByRole("textbox", { name: "Query of case 5" });
    expect(field).toHaveFocus();
    await user.keyboard("Is billing down or is it just me");
    await user.selectOptions(screen.getByRole("combobox", { name: "Expected of case 5" }), "status-update");
    await user.click(screen.getByRole("button", { name: "Remove case 1" }));
    expect(screen.getByText("Not saved")).toBeVisible();
    await user.click(save());
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      call: `PUT ${path}`,
      body: {
        revision: 42,
        cases: [
          { query: "Search slow since noon, anything in the logs?" },
          { query: "Kiosk printers are offline", expected: { kind: "skill", name: "incident-triage" } },
          { query: "Tell me a joke", expected: { kind: "nothing" } },
          { query: "Is billing down or is it just me", expected: { kind: "skill", name: "status-update" } },
        ],
      },
    });
    expect(await screen.findByText("Draft r43")).toBeVisible();
  });

  it("keeps the lines of a message that is changed", async () => {
    const [first] = aTriggerSuite().cases;
    if (!first) throw new Error("There is one.");
    const { user, sent } = open(
      { cases: [{ ...first, query: "The log says:\nconnection refused" }] },
      { [`PUT ${path}`]: aTriggerSuite({ revision: 43 }) },
    );
    await user.type(screen.getByRole("textbox", { name: "Query of case 1" }), ", why?");
    await user.click(save());
    await waitFor(() =>
      expect(sent[0]?.body).toMatchObject({ cases: [{ query: "The log says:\nconnection refused, why?" }] }),
    );
  });

  it("says at a row what is wrong with it, and keeps from saving what the server would refuse", async () => {
    const { user } = open();
    await user.click(screen.getByRole("button", { name: "Add a case" }));
    const field = screen.getByRole("textbox", { name: "Query of case 5" });
    expect(field).toHaveAccessibleDescription("Write the message, or remove the case.");
    expect(save()).toHaveAccessibleDescription("Write or remove the cases without a message first.");
    await user.type(field, "Tell me a joke");
    expect(field).toHaveAccessibleDescription(/Another case expects something else/);
    expect(save()).not.toHaveAttribute("aria-disabled");
  });

  it("keeps what is written when somebody else saved, and puts it onto theirs", async () => {
    const [first] = aTriggerSuite().cases;
    if (!first) throw new Error("There is one.");
    const theirs = aTriggerSuite({
      revision: 44,
      cases: [...aTriggerSuite().cases, { ...first, id: "t", query: "Theirs" }],
    });
    let refused = false;
    const { user, sent } = open(
      {},
      {
        [`GET ${path}`]: theirs,
        [`PUT ${path}`]: () => {
          if (refused) return aTriggerSuite({ revision: 45 });
          refused = true;
          return refusal(409, "CONFLICT", "Somebody saved these files meanwhile.");
        },
      },
    );
    await user.type(screen.getByRole("textbox", { name: "Query of case 1" }), "!");
    await user.click(save());
    expect(await screen.findByText(/saved by somebody else meanwhile, in r44/)).toBeVisible();
    expect(queries()).toContain("Is the SMS provider down?!");
    await user.click(screen.getByRole("button", { name: "Put my changes onto theirs" }));
    expect(queries()).toEqual([
      "Search slow since noon, anything in the logs?",
      "Kiosk printers are offline",
      "Tell me a joke",
      "Theirs",
      "Is the SMS provider down?!",
    ]);
    await user.click(save());
    await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ revision: 44 }));
  });

  it("pastes lines, and leaves out those that are there", async () => {
    const { user } = open();
    await user.click(screen.getByRole("button", { name: "Paste lines…" }));
    const dialog = await screen.findByRole("dialog", { name: "Paste lines" });
    await user.click(within(dialog).getByRole("textbox", { name: "Messages" }));
    await user.paste("Kiosk printers are offline\nLogin loops on iOS\n\nWho owns search?");
    expect(within(dialog).getByText("1 line there already, left out")).toBeVisible();
    await user.click(within(dialog).getByRole("button", { name: "Add 2 cases" }));
    expect(queries().slice(-2)).toEqual(["Login loops on iOS", "Who owns search?"]);
  });

  it("brings cases in from a CSV file, and says where one cannot be read", async () => {
    const { user } = open({ cases: [] });
    const file = screen.getByLabelText("A CSV file of cases");
    await user.upload(file, new File(['query,should_trigger\n"One, two",true\nThree,maybe\n'], "cases.csv"));
    expect(await screen.findByRole("alert")).toHaveTextContent(/cases\.csv, line 3, column 7/);
    await user.upload(file, new File(['query,should_trigger\n"One, two",true\nThree,false\n'], "cases.csv"));
    await waitFor(() => expect(queries()).toEqual(["One, two", "Three"]));
    expect(screen.getByRole("combobox", { name: "Expected of case 2" })).toHaveDisplayValue("not this one");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("names what is wrong with the file, each with line and column", () => {
    open({
      findings: [
        {
          rule: "duplicate-key",
          severity: "error",
          message: "“query” stands twice.",
          remedy: "Keep one of them.",
          line: 12,
          column: 5,
        },
      ],
      readOnlyReason: "The file cannot be changed before its errors are put right.",
    });
    expect(screen.getByRole("listitem")).toHaveTextContent(
      /12:5 line 12, column 5, error.*stands twice.*Keep one/,
    );
    expect(screen.getByRole("button", { name: "Add a case" })).toHaveAccessibleDescription(
      /before its errors/,
    );
    expect(screen.getByRole("textbox", { name: "Query of case 1" })).toHaveAttribute("readonly");
  });

  it("is read by whoever may not change the skill", () => {
    open({}, {}, "Your role may not change skills.");
    expect(save()).toHaveAccessibleDescription("Your role may not change skills.");
    expect(screen.queryByRole("button", { name: "Remove case 1" })).toBeNull();
  });
});
