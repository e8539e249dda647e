import { screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openPage } from "@/components/layout/fixtures/open-page";
import type { Role } from "@/lib/access/permissions";
import type { WorkspaceLimit } from "@/lib/library/limits/limit-schema";
import { refusal } from "@/lib/testing/browser/answer-server";
import { LimitsSettings } from "./limits-settings";

afterEach(() => vi.unstubAllGlobals());

const auto: WorkspaceLimit = {
  name: "autoSkills",
  own: null,
  inForce: 40,
  usual: 40,
  least: 0,
  most: 100,
};
const reads: WorkspaceLimit = {
  name: "readBytes",
  own: 200_000,
  inForce: 50_000,
  usual: 102_400,
  least: 1_024,
  most: 50_000,
};

type Opened = { role?: Role; answer?: unknown; declaredIn?: string | null };
const open = ({ role = "admin", answer, declaredIn = null }: Opened = {}) =>
  openPage(<LimitsSettings />, {
    role,
    answers: {
      "GET /limits": { declaredIn, limits: [reads, auto] },
      "PATCH /limits": answer ?? { declaredIn, limits: [reads, { ...auto, own: 12, inForce: 12 }] },
    },
  });
async function retype(user: ReturnType<typeof open>["user"], label: string, text: string) {
  const field = await screen.findByLabelText(label);
  await user.clear(field);
  await user.type(field, text);
}
const threshold = () => screen.findByLabelText("Threshold of mode auto");

describe("the limits of a workspace", () => {
  it("shows the usual one where nothing is said, and says when the operator allows less", async () => {
    open();
    expect(await threshold()).toHaveValue("");
    expect(screen.getByText(/Usual: 40; at most 100\./)).toBeVisible();
    expect(screen.getByText(/The operator allows less now: 50,000 holds\./)).toBeVisible();
  });

  it("saves what was changed alone, by keyboard too", async () => {
    const { user, sent } = open();
    await retype(user, "One read of a file, in bytes", "30000");
    await user.type(await threshold(), "12{Enter}");
    await waitFor(() =>
      expect(sent).toEqual([
        expect.objectContaining({ call: "PATCH /limits", body: { readBytes: 30_000, autoSkills: 12 } }),
      ]),
    );
    expect(await threshold()).toHaveValue("12");
  });

  it("takes the usual one again for an empty field", async () => {
    const { user, sent } = open();
    await user.clear(await screen.findByLabelText("One read of a file, in bytes"));
    await user.click(screen.getByRole("button", { name: /^Save limits/ }));
    await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ readBytes: null }]));
  });

  it("says what is out of bounds before anything is sent", async () => {
    const { user, sent } = open();
    await retype(user, "One read of a file, in bytes", "60000");
    expect(screen.getByText("At most 50,000 here.")).toBeVisible();
    await retype(user, "One read of a file, in bytes", "9");
    expect(screen.getByText("At least 1,024.")).toBeVisible();
    await user.type(await threshold(), "many{Enter}");
    expect(screen.getByText("A whole number, or nothing for the usual one.")).toBeVisible();
    expect(screen.getByText("Some of it is out of bounds.", { selector: ":not([hidden])" })).toBeVisible();
    expect(sent).toEqual([]);
  });

  it("is read by those who may not change it", async () => {
    open({ role: "author" });
    expect(await threshold()).toHaveAttribute("readonly");
    expect(screen.getByRole("button", { name: /^Save limits/ })).toHaveAttribute("aria-disabled", "true");
  });

  it("is read alone where a configuration file keeps it, which is named", async () => {
    open({ declaredIn: "greenroom.yaml" });
    expect(await threshold()).toHaveAttribute("readonly");
    const why = "The limits are kept in greenroom.yaml. Change them there, and apply the file.";
    expect(screen.getByText(why, { selector: ":not([hidden])" })).toBeVisible();
    expect(screen.getByRole("button", { name: /^Save limits/ })).toHaveAttribute("aria-disabled", "true");
  });

  it("says when it could not be saved, and keeps what was typed", async () => {
    const { user } = open({ answer: refusal(422, "UNPROCESSABLE", "The operator allows at most 30.") });
    await retype(user, "One read of a file, in bytes", "30000");
    await user.type(await threshold(), "50{Enter}");
    expect(await screen.findByText("The operator allows at most 30.")).toBeVisible();
    expect(await threshold()).toHaveValue("50");
  });
});
