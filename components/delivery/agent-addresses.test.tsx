import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage } from "@/components/layout/fixtures/open-page";
import type { Role } from "@/lib/access/permissions";
import { type Answers, refusal } from "@/lib/testing/browser/answer-server";
import { AgentAddresses } from "./agent-addresses";
import { anAddress, noContents, shownAddress } from "./fixtures/addresses";

const agent = { slug: "release-desk", name: "Release desk" };
const { id } = shownAddress;
const empty: Answers = { "GET /addresses": { items: [] } };
const contents = {
  skills: [{ name: "notes", skill: "notes", version: 2, digest: "d" }],
  leftOut: [{ skill: "Loud", why: "Loud has a name that the index cannot carry" }],
  warnings: [{ skill: "notes", why: "notes is kept from models by its author" }],
};

const open = (answers: Answers, role: Role = "admin") =>
  openPage(<AgentAddresses agent={agent} />, { role, answers });

it("makes an address of the agent and shows what to paste for each client", async () => {
  const { user, sent, read } = open({
    ...empty,
    "POST /addresses": shownAddress,
    [`GET /addresses/${id}/contents`]: contents,
  });
  expect(await screen.findByText(/Machines install this agent’s published skills/)).toBeVisible();
  expect(read[0]?.query).toEqual({ agent: "release-desk" });
  await user.click(screen.getByRole("button", { name: "New address" }));
  const dialog = within(await screen.findByRole("dialog", { name: "New address" }));
  expect(dialog.queryByRole("radio", { name: "Some skills" })).toBeNull();
  expect(
    dialog.getByText(/archived later .* stays in older commits of the git address.* withdraw its versions/),
  ).toBeVisible();
  await user.type(dialog.getByLabelText("Name"), "Laptops");
  await user.selectOptions(dialog.getByLabelText("Expires"), "In 90 days");
  await user.click(dialog.getByRole("button", { name: "Create address" }));
  expect(await screen.findByText(/npx skills add https:\/\/greenroom\.test\/d\/grd_secret$/)).toBeVisible();
  expect(sent).toMatchObject([
    {
      call: "POST /addresses",
      body: { name: "Laptops", gives: { kind: "agent", agent: "release-desk" }, expiresInDays: 90 },
    },
  ]);
  await user.click(screen.getByRole("radio", { name: "Claude Code" }));
  expect(screen.getByText("claude plugin install release-desk@release-desk")).toBeVisible();
  expect(await screen.findByText("Gives out 1 skill now.")).toBeVisible();
  expect(screen.getByText("Loud has a name that the index cannot carry.")).toBeVisible();
  expect(screen.getByText("notes is kept from models by its author.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Done" }));
  expect(screen.queryByText(/grd_secret/)).toBeNull();
});

it("says what is refused and keeps what was typed", async () => {
  const { user } = open({
    ...empty,
    "POST /addresses": refusal(422, "UNPROCESSABLE", "There are 200 addresses here. Revoke one first."),
  });
  await user.click(await screen.findByRole("button", { name: "New address" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText("Name"), "Laptops");
  await user.click(dialog.getByRole("button", { name: "Create address" }));
  expect(await dialog.findByText(/There are 200 addresses here/)).toBeVisible();
  expect(dialog.getByLabelText("Name")).toHaveValue("Laptops");
});

it("lists open ones, shows one again, and revokes it", async () => {
  const ended = anAddress({ id: "0190a000-0000-7000-8000-000000000002", name: "Old", state: "revoked" });
  const { user, sent } = open({
    "GET /addresses": { items: [anAddress({ lastFetchedAt: "2026-11-22T17:00:00.000Z" }), ended] },
    [`POST /addresses/${id}/show`]: shownAddress,
    [`GET /addresses/${id}/contents`]: noContents,
    [`DELETE /addresses/${id}`]: new Response(null, { status: 204 }),
  });
  expect(await screen.findByText("1 address")).toBeVisible();
  expect(screen.queryByText("Old")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Install lines of Laptops" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Install from Laptops" }));
  expect(await dialog.findByText(/npx skills add/)).toBeVisible();
  expect(await dialog.findByText("Nothing is given out now.")).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Done" }));
  await user.click(screen.getByRole("button", { name: "Revoke Laptops" }));
  await user.click(await screen.findByRole("button", { name: "Revoke address" }));
  await expect
    .poll(() => sent.map(({ call }) => call))
    .toEqual([`POST /addresses/${id}/show`, `DELETE /addresses/${id}`]);
});

it("says why an address cannot be shown, and what is given out cannot be read", async () => {
  const { user } = open({
    "GET /addresses": { items: [anAddress()] },
    [`POST /addresses/${id}/show`]: refusal(409, "CONFLICT", "This address opens nothing any more."),
    [`GET /addresses/${id}/contents`]: refusal(503, "UNAVAILABLE", "The database does not answer."),
  });
  await user.click(await screen.findByRole("button", { name: "Install lines of Laptops" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByText("This address opens nothing any more.")).toBeVisible();
  expect(await dialog.findByText("The database does not answer.")).toBeVisible();
});

it("is read by reviewers, who make, show and revoke none", async () => {
  open({ "GET /addresses": { items: [anAddress()] } }, "reviewer");
  expect(await screen.findByText("Laptops")).toBeVisible();
  expect(screen.getByRole("button", { name: /New address/ })).toHaveAttribute("aria-disabled", "true");
  expect(screen.queryByRole("button", { name: /Install lines/ })).toBeNull();
  expect(screen.queryByRole("button", { name: /Revoke/ })).toBeNull();
});

it("says when the list cannot be read", async () => {
  open({ "GET /addresses": refusal(503, "UNAVAILABLE", "The database does not answer.") });
  expect(await screen.findByText("The database does not answer.")).toBeVisible();
});
