import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aSource, sourceId as id } from "./fixtures/a-source";
import { openSources } from "./fixtures/open-sources";

const hook = {
  address: `https://greenroom.example/hooks/${id}`,
  madeBy: { id, name: "Ines" },
  madeAt: "2026-11-22T16:00:00.000Z",
  last: null,
};

it("makes a webhook, shows its secret once, and what came of the last delivery", async () => {
  const { user, sent, serve } = openSources({
    "GET /sources": { items: [aSource()] },
    [`POST /sources/${id}/hook`]: { address: hook.address, secret: "whsec_c2VjcmV0" },
    [`DELETE /sources/${id}/hook`]: new Response(null, { status: 204 }),
  });
  await user.click(await screen.findByRole("button", { name: "Webhook of Team skills" }));
  const make = await screen.findByRole("button", { name: "Create webhook" });
  const last = { at: "2026-11-22T16:00:00.000Z", outcome: "refused" as const };
  serve({ "GET /sources": { items: [aSource({ hook: { ...hook, last } })] } });
  await user.click(make);
  const made = within(await screen.findByRole("dialog", { name: "The secret of the webhook" }));
  expect(made.getByText("whsec_c2VjcmV0")).toBeVisible();
  expect(made.getByText(hook.address)).toBeVisible();
  await user.click(made.getByRole("button", { name: "Done" }));
  await user.click(await screen.findByRole("button", { name: "Webhook of Team skills" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Webhook of Team skills" }));
  expect(dialog.queryByText("whsec_c2VjcmV0")).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Remove the webhook of Team skills" }));
  await user.click(await screen.findByRole("button", { name: "Remove webhook" }));
  await expect
    .poll(() => sent.map(({ call }) => call))
    .toEqual([`POST /sources/${id}/hook`, `DELETE /sources/${id}/hook`]);
});

it("says of a webhook whether its last delivery was taken", async () => {
  const schedule = { everyMinutes: 360, nextAt: "2026-11-22T18:00:00.000Z" };
  const last = { at: "2026-11-22T16:00:00.000Z", outcome: "taken" as const };
  const { user } = openSources({
    "GET /sources": { items: [aSource({ schedule, hook: { ...hook, last } })] },
  });
  expect(await screen.findByText("Every 6 hours and by its webhook")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Webhook of Team skills" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Webhook of Team skills" }));
  expect(dialog.getByText(/The last delivery was taken/)).toBeVisible();
  expect(dialog.getByRole("button", { name: "Replace the secret" })).toBeEnabled();
});
