import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { openPage } from "@/components/layout/fixtures/open-page";
import type { Role } from "@/lib/access/permissions";
import { AddCase } from "./add-case";

afterEach(() => vi.unstubAllGlobals());

const conversation = "0190a000-0000-7000-8000-00000000000a";
const run = "0190a000-0000-7000-8000-000000000001";
const call = `POST /conversations/${conversation}/runs/${run}/test-case`;

const open = (role: Role, expected = false) =>
  openPage(<AddCase conversation={conversation} run={run} activation={{ skill: "pdf-tools", expected }} />, {
    role,
    answers: { [call]: { skill: "pdf-tools", revision: 3, paths: ["evals/trigger-eval.json"] } },
  });

it.each([
  [true, "should have been"],
  [false, "should not have been"],
])("makes a case with one press: %s where it %s activated", async (expected) => {
  const { user, sent } = open("author", expected);
  await user.click(await screen.findByRole("button", { name: "Add to its trigger suite" }));
  await waitFor(() => expect(sent.map((one) => one.call)).toEqual([call]));
  expect(sent[0]?.body).toEqual({ skill: "pdf-tools", shouldTrigger: expected });
});

it("is not offered to whoever may not edit drafts", () => {
  open("viewer");
  expect(screen.queryByRole("button", { name: "Add to its trigger suite" })).toBeNull();
});
