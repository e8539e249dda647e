import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { anAddress, noContents, shownAddress } from "@/components/delivery/fixtures/addresses";
import { openPage } from "@/components/layout/fixtures/open-page";
import type { Role } from "@/lib/access/permissions";
import type { Answers } from "@/lib/testing/browser/answer-server";
import { AddressesSettings } from "./addresses-settings";

const { id } = shownAddress;
const open = (answers: Answers, role: Role = "admin") =>
  openPage(<AddressesSettings />, {
    role,
    answers: {
      "POST /addresses": shownAddress,
      [`GET /addresses/${id}/contents`]: noContents,
      "GET /agents": { items: [{ slug: "release-desk", name: "Release desk" }], total: 1 },
      "GET /skills": { items: [{ name: "notes" }, { name: "triage" }], total: 2 },
      ...answers,
    },
  });
const none: Answers = { "GET /addresses": { items: [] } };

async function openForm(user: ReturnType<typeof open>["user"]) {
  await user.click(await screen.findByRole("button", { name: /New address/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "New address" }));
  await user.type(dialog.getByLabelText("Name"), "Writers");
  return dialog;
}

it("makes one of a label", async () => {
  const { user, sent } = open(none);
  expect(await screen.findByRole("heading", { name: "No address yet" })).toBeVisible();
  const dialog = await openForm(user);
  // Another element once it is not blocked any more.
  const make = () => dialog.getByRole("button", { name: /Create address/ });
  expect(make()).toHaveAttribute("aria-disabled", "true");
  await user.click(dialog.getByRole("radio", { name: "Those with a label" }));
  await user.type(dialog.getByLabelText("Label"), "staging");
  await user.click(make());
  expect(await screen.findByText(/npx skills add/)).toBeVisible();
  expect(sent[0]?.body).toEqual({
    name: "Writers",
    gives: { kind: "label", label: "staging" },
    expiresInDays: null,
  });
});

it("makes one of an agent, or of chosen skills", async () => {
  const { user, sent } = open(none);
  const dialog = await openForm(user);
  await user.selectOptions(
    await dialog.findByLabelText("Agent"),
    await dialog.findByRole("option", { name: "Release desk" }),
  );
  await user.click(dialog.getByRole("radio", { name: "Some skills" }));
  expect(await dialog.findByText("0 skills chosen.")).toBeVisible();
  await user.click(await dialog.findByRole("checkbox", { name: "triage" }));
  await user.click(dialog.getByRole("checkbox", { name: "notes" }));
  await user.click(dialog.getByRole("checkbox", { name: "triage" }));
  expect(dialog.getByText("1 skill chosen.")).toBeVisible();
  await user.click(dialog.getByRole("button", { name: /Create address/ }));
  expect(await screen.findByText(/npx skills add/)).toBeVisible();
  expect(sent[0]?.body).toMatchObject({ gives: { kind: "selection", skills: ["notes"] } });
});

it("lists every address with what it gives, ended ones without anything to do", async () => {
  const label = { kind: "label", label: "staging" } as const;
  open({
    "GET /addresses": {
      items: [
        anAddress({ lastFetchedAt: "2026-11-22T17:00:00.000Z" }),
        anAddress({
          id: "0190a000-0000-7000-8000-000000000002",
          name: "Old",
          state: "revoked",
          gives: label,
        }),
        anAddress({ id: "0190a000-0000-7000-8000-000000000003", name: "Past", state: "expired" }),
      ],
    },
  });
  const row = within(await screen.findByRole("row", { name: /Laptops/ }));
  expect(row.getByText("Agent: Release desk")).toBeVisible();
  expect(row.getByText("Open")).toBeVisible();
  expect(row.getByRole("button", { name: "Revoke Laptops" })).toBeVisible();
  const old = within(screen.getByRole("row", { name: /Old/ }));
  expect(old.getByText("Label: staging")).toBeVisible();
  expect(old.getByText("Revoked")).toBeVisible();
  expect(old.queryByRole("button")).toBeNull();
  expect(within(screen.getByRole("row", { name: /Past/ })).getByText("Expired")).toBeVisible();
});

it("is read by viewers, who make none", async () => {
  open(none, "viewer");
  expect(await screen.findByRole("button", { name: /New address/ })).toHaveAttribute("aria-disabled", "true");
});
