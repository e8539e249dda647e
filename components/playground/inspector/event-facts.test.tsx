import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Facts } from "@/components/ui/section";
import { ines, SessionLog } from "@/lib/testing/session-log";
import { eventFacts } from "./event-facts";

it("says of a router whom it chose, why, what it made up, and what asking it took", () => {
  const event = new SessionLog().add("skills-routed", {
    reasoning: "The message asks for notes.",
    candidates: [
      {
        ...{ skillId: ines.id, name: "release-notes", score: 12.5 },
        fields: { name: 8, description: 4.5, body: 0, triggers: 0 },
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
    "name 8.00, description 4.50 12.50",
  );
});
