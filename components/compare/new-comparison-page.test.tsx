import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openPage } from "@/components/layout/fixtures/open-page";
import { refusal } from "@/lib/testing/browser/answer-server";
import { aSkillDetail, aSkillList, aSkillSummary, aVersionSummary } from "@/lib/testing/browser/skill-shapes";
import { NewComparisonPage } from "./new-comparison-page";

const agents = [
  { slug: "on-call", name: "On-call assistant" },
  { slug: "desk", name: "Release desk" },
];
const triage = aSkillDetail({
  latestVersion: 4,
  versions: [aVersionSummary({ number: 4, labels: ["stable"] }), aVersionSummary({ number: 3 })],
});

type Start = { agent?: string; skill?: string; message?: string; without?: boolean };

function open(start: Start = {}, held = agents) {
  const { agent = "", skill = "", message = "", without = false } = start;
  const agentAnswers = Object.fromEntries(
    held.map((one) => [`GET /agents/${one.slug}`, { ...one, dialect: "standard", mode: "inline" }]),
  );
  return openPage(<NewComparisonPage {...{ agent, skill, message, without }} />, {
    answers: {
      "GET /agents": { items: held },
      "GET /models": { items: [] },
      "GET /skills": aSkillList([aSkillSummary()]),
      "GET /skills/incident-triage": triage,
      ...agentAnswers,
      "POST /comparisons": { id: "c-1" },
    },
  });
}

const column = (title: "Left" | "Right") => within(screen.getByRole("group", { name: title }));
const compare = () => screen.getByRole("button", { name: "Compare" });
const said = () => screen.getByRole("status").textContent;
const settled = async () => column("Right").findByRole("option", { name: "On-call assistant" });
const options = (box: HTMLElement) =>
  within(box)
    .getAllByRole("option")
    .map(({ textContent }) => textContent);

afterEach(() => vi.unstubAllGlobals());

describe("a new comparison", () => {
  it("begins with two columns of the same, and says what is missing before it can start", async () => {
    const { user, sent } = open();
    await settled();
    expect(compare()).toHaveAttribute("aria-disabled", "true");
    expect(compare()).toHaveAccessibleDescription("Write a message first.");
    await user.type(screen.getByRole("textbox", { name: "Message" }), "Checkout is down");
    expect(compare()).toHaveAccessibleDescription("Both columns are the same: change one.");
    expect(said()).toBe("No difference yet.");
    await user.click(compare());
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(sent).toEqual([]);
  });

  it("starts once the columns differ, says in what, and goes to the comparison", async () => {
    const { user, sent, push } = open({ message: "Checkout is down" });
    await settled();
    await user.selectOptions(column("Right").getByRole("combobox", { name: "Agent" }), "Release desk");
    expect(said()).toBe("They differ in: agent.");
    expect(compare()).not.toHaveAttribute("aria-disabled", "true");
    await user.click(compare());
    await waitFor(() => expect(push).toHaveBeenCalledWith("/w/meridian/playground/compare/c-1"));
    expect(sent).toEqual([
      {
        call: "POST /comparisons",
        query: {},
        body: { message: "Checkout is down", columns: [{ agent: "on-call" }, { agent: "desk" }] },
      },
    ]);
  });

  it("sets a skill's draft against what is assigned, with all that it could be instead", async () => {
    const { user, sent } = open({ skill: "incident-triage", message: "Checkout is down" });
    const left = await column("Left").findByRole("combobox", { name: "incident-triage" });
    const right = column("Right").getByRole("combobox", { name: "incident-triage" });
    await settled();
    expect(left).toHaveDisplayValue("as assigned to the agent");
    expect(right).toHaveDisplayValue("draft r1");
    expect(options(right)).toEqual([
      "as assigned to the agent",
      "draft r1",
      "the latest version",
      "v4",
      "v3",
      "stable (v4)",
      "without this skill",
    ]);
    expect(said()).toBe("They differ in: incident-triage.");
    await user.selectOptions(left, "v3");
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({
      columns: [
        { overlay: [{ skill: "incident-triage", follows: "version", version: 3 }] },
        { overlay: [{ skill: "incident-triage", follows: "draft" }] },
      ],
    });
  });

  it("drops the skill's row from both columns when it is about no skill any more", async () => {
    const { user } = open({ skill: "incident-triage", without: true, message: "Checkout is down" });
    const right = await column("Right").findByRole("combobox", { name: "incident-triage" });
    expect(right).toHaveDisplayValue("without this skill");
    await user.selectOptions(
      screen.getByRole("combobox", { name: "About one skill" }),
      "no: the agents' own skills",
    );
    expect(screen.queryByRole("combobox", { name: "incident-triage" })).toBeNull();
    expect(said()).toBe("No difference yet.");
    await user.selectOptions(screen.getByRole("combobox", { name: "About one skill" }), "incident-triage");
    expect(await column("Right").findByRole("combobox", { name: "incident-triage" })).toHaveDisplayValue(
      "draft r1",
    );
  });

  it("has nothing to compare in a workspace without agents", async () => {
    open({ message: "Checkout is down" }, []);
    await waitFor(() => expect(compare()).toHaveAccessibleDescription("There is no agent to compare."));
  });

  it("keeps what was chosen when the server refuses, and says why", async () => {
    const { user, serve, push } = open({ message: "Checkout is down", agent: "desk" });
    await settled();
    serve({ "POST /comparisons": () => refusal(409, "CONFLICT", "The model is switched off.") });
    await user.selectOptions(column("Left").getByRole("combobox", { name: "Agent" }), "On-call assistant");
    await user.click(compare());
    expect(await screen.findByRole("alert")).toHaveTextContent("The model is switched off.");
    expect(screen.getByRole("textbox", { name: "Message" })).toHaveValue("Checkout is down");
    expect(column("Left").getByRole("combobox", { name: "Agent" })).toHaveDisplayValue("On-call assistant");
    expect(push).not.toHaveBeenCalled();
  });
});
