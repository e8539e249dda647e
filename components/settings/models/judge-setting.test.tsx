import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { openPage } from "@/components/layout/fixtures/open-page";
import type { Role } from "@/lib/access/permissions";
import type { Connection } from "@/lib/models/schema";
import { refusal } from "@/lib/testing/browser/answer-server";
import { JudgeSetting } from "./judge-setting";

const aConnection = (id: string, name: string, archivedAt: string | null = null): Connection => ({
  id,
  name,
  provider: "openai",
  baseUrl: null,
  modelId: name,
  keyHint: null,
  hasKey: true,
  windowTokens: 200_000,
  maxOutputTokens: null,
  timeoutSeconds: 120,
  inputPrice: null,
  outputPrice: null,
  cachedInputPrice: null,
  monthlyLimit: null,
  personLimit: null,
  spent: { everybody: 0, mine: 0 },
  testedAt: null,
  testLacks: [],
  archivedAt,
  createdAt: "2026-11-21T10:00:00.000Z",
});
const models = [
  aConnection("one", "Small"),
  aConnection("two", "Large"),
  aConnection("old", "Old", "2026-11-22T10:00:00.000Z"),
];

const open = (put: unknown, role: Role = "admin") =>
  openPage(<JudgeSetting models={models} />, {
    role,
    answers: { "GET /judge": { model: { id: "one", name: "Small" } }, "PUT /judge": put },
  });
const field = () => screen.findByRole("combobox", { name: /^Judge/ });

afterEach(() => vi.unstubAllGlobals());

it("says who judges, offers the models in use, and saves what is chosen", async () => {
  const { user, sent } = open({ model: { id: "two", name: "Large" } });
  const select = await field();
  await waitFor(() => expect(select).toHaveValue("one"));
  expect(screen.queryByRole("option", { name: "Old" })).toBeNull();
  await user.selectOptions(select, "two");
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ model: "two" }]));
  await waitFor(() => expect(select).toHaveValue("two"));
});

it("goes back to what is saved when the server refuses, and says so", async () => {
  const { user } = open(refusal(404, "NOT_FOUND", "There is no such model in use here."));
  const select = await field();
  await waitFor(() => expect(select).toHaveValue("one"));
  await user.selectOptions(select, "");
  expect(await screen.findByText(/The judge was not changed/)).toBeVisible();
  expect(select).toHaveValue("one");
});

it("is only read by who does not manage models", async () => {
  open(null, "author");
  await waitFor(async () => expect(await field()).toHaveValue("one"));
  expect(await field()).toBeDisabled();
});
