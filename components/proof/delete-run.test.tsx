import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Role } from "@/lib/access/permissions";
import { openProof, suitePath } from "./fixtures/open-proof";
import { aSuiteRun, asListed } from "./fixtures/suite-shapes";

const earlier = asListed(aSuiteRun({ number: 12 }));
const goingOn = asListed(aSuiteRun({ number: 15, state: "running", endedAt: null }));

function openRuns(role: Role) {
  return openProof({
    role,
    search: "?tab=runs",
    answers: {
      [`GET ${suitePath}/suite-runs`]: {
        items: [asListed(aSuiteRun()), goingOn, earlier],
        nextCursor: null,
      },
      [`DELETE ${suitePath}/suite-runs/12`]: null,
    },
  });
}

it("deletes a run that has ended, when it was asked whether to", async () => {
  const { user, sent } = openRuns("admin");
  const table = await screen.findByRole("table", { name: /Runs of the trigger suite/ });
  expect(within(table).queryByRole("button", { name: "Delete run 15" })).toBeNull();
  await user.click(within(table).getByRole("button", { name: "Delete run 12" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  expect(dialog.getByText(/It stays counted among the runs of its bytes/)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Delete run" }));
  await waitFor(() => expect(sent.map(({ call }) => call)).toEqual([`DELETE ${suitePath}/suite-runs/12`]));
});

it("offers it to nobody who may not delete the skill", async () => {
  openRuns("author");
  const table = await screen.findByRole("table", { name: /Runs of the trigger suite/ });
  expect(within(table).queryByRole("button", { name: /Delete run/ })).toBeNull();
});
