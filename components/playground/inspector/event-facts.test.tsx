import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { Facts } from "@/components/ui/section";
import { ines, SessionLog } from "@/lib/testing/sessions/session-log";
import { eventFacts } from "./event-facts";

it("says of a router whom it chose, why, what it made up, and what asking it took", () => {
  const event = new SessionLog().add("skills-routed", {
    reasoning: "The message asks for notes.",
    candidates: [
      {
        skillId: ines.id,
        name: "release-notes",
        score: 12,
        fields: { name: 9, description: 3, body: 0, triggers: 0 },
      },
    ],
    chosen: ["release-notes", "next-version"],
    dropped: ["no-such-skill"],
    usage: { model: "Small", input: 120, output: 30, durationMs: 400, cost: null },
  });
  render(<Facts items={eventFacts(event, { run: undefined, viewerId: ines.id }, () => {})} />);
  const told = (term: string) => screen.getByText(term).nextElementSibling?.textContent;
  expect(told("Chosen")).toBe("release-notes, next-version");
  expect(told("Reasoning")).toBe("The message asks for notes.");
  expect(told("Made up, not offered")).toBe("no-such-skill");
  expect(told("Router")).toBe("Small");
  expect(screen.getByText("release-notes", { selector: "dt" }).nextElementSibling?.textContent).toBe(
    "75 % name, 25 % description 0.75",
  );
});

describe("a finished run", () => {
  const told = (source: "estimate" | "provider") => {
    const log = new SessionLog();
    log.add("run-started");
    log.add("model-step", { tokens: { input: 900, output: 20, cached: null, source } });
    const end = log.add("run-finished", {
      outcome: "done",
      totals: {
        steps: 1,
        inputTokens: 900,
        outputTokens: 20,
        cachedTokens: null,
        tokensSaved: 1_204,
        durationMs: 400,
        cost: null,
      },
    });
    const { unmount } = render(
      <Facts items={eventFacts(end, { run: undefined, viewerId: ines.id }, () => {}, log.events)} />,
    );
    const value = (term: string) => screen.getByText(term).nextElementSibling?.textContent;
    const values = [value("Sent"), value("Answered"), value("Saved by de-duplication")];
    unmount();
    return values;
  };

  it("calls tokens an estimate only where no provider counted them", () => {
    const saved = "1,204 tokens (estimate): in the prompt already, so not sent again";
    expect(told("estimate")).toEqual(["900 tokens (estimate)", "20 tokens (estimate)", saved]);
    expect(told("provider")).toEqual(["900 tokens", "20 tokens", saved]);
  });
});

it("says of a search what the model was shown, and never that somebody chose it", () => {
  const event = new SessionLog().add("skills-searched", { chosen: ["release-notes"] });
  render(<Facts items={eventFacts(event, { run: undefined, viewerId: ines.id }, () => {})} />);
  expect(screen.getByText("Shown to the model").nextElementSibling?.textContent).toBe("release-notes");
  expect(screen.queryByText("Chosen")).toBeNull();
});

it("keeps the count of tools and their size apart", () => {
  const event = new SessionLog().add("catalogue-injected", { toolTokens: 614 });
  render(<Facts items={eventFacts(event, { run: undefined, viewerId: ines.id }, () => {})} />);
  expect(screen.getByText("Tools").nextElementSibling?.textContent).toBe("0 with 614 tokens (estimate)");
});
