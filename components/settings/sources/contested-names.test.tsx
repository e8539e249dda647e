import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage } from "@/components/layout/fixtures/open-page";
import type { SkillPlace } from "@/lib/sources/place-schema";
import { refusal } from "@/lib/testing/browser/answer-server";
import { ContestedNames } from "./contested-names";

const place = (name: string, state: SkillPlace["state"], why: string): SkillPlace => ({
  kind: "source",
  name,
  path: "skills/pdf",
  state,
  why,
  digest: null,
  at: null,
});

it("says of each name which place holds, which are shadowed, and what decided that", async () => {
  const places = [
    place("Team", "holds", "The draft has exactly this text."),
    place("Vendor", "shadowed", "skills/a comes first."),
  ];
  openPage(<ContestedNames />, {
    role: "viewer",
    answers: { "GET /contested-names": { total: 3, items: [{ skill: "pdf", places }] } },
  });
  const section = within(await screen.findByRole("region", { name: "Names in more than one place" }));
  expect(section.getByRole("link", { name: "pdf" })).toHaveAttribute("href", expect.stringMatching(/pdf$/));
  const list = section.getByRole("list", { name: "Places of pdf" });
  expect(
    within(list)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual([
    "Holds: Team skills/pdf The draft has exactly this text.",
    "Shadowed: Vendor skills/pdf skills/a comes first.",
  ]);
  expect(section.getByText("2 more names not shown.")).toBeVisible();
});

it("says why the names could not be read", async () => {
  openPage(<ContestedNames />, {
    role: "viewer",
    answers: { "GET /contested-names": refusal(503, "UNAVAILABLE", "Try again.") },
  });
  expect(await screen.findByText("Try again.")).toBeVisible();
});
