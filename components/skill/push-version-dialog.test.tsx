import { screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openPage } from "@/components/layout/fixtures/open-page";
import type { VersionPush } from "@/lib/sources/push-schema";
import { type Answers, refusal } from "@/lib/testing/browser/answer-server";
import { PushVersionDialog } from "./push-version-dialog";

afterEach(() => vi.unstubAllGlobals());

const [one, two] = ["0190a000-0000-7000-8000-000000000001", "0190a000-0000-7000-8000-000000000002"];
const branch = "greenroom/pdf-v2";

const aSource = (id: string, name: string, kind = "git") => ({
  id,
  kind,
  name,
  url: "https://github.com/meridian/skills.git",
  ref: "",
  folder: "",
  userName: "",
  hasToken: true,
  createdBy: { id: "u", name: "Ines" },
  createdAt: "2026-11-21T10:00:00.000Z",
  isSyncing: false,
  schedule: null,
  asksReview: false,
  publishes: false,
  hook: null,
  synced: null,
  report: null,
  conflicts: [],
  failure: null,
});

const aPush = (over: Partial<VersionPush> = {}): VersionPush => ({
  state: "new",
  branch,
  base: "b".repeat(40),
  commit: "c".repeat(40),
  message: "Update pdf to version 2",
  files: [{ path: "skills/pdf/SKILL.md", change: "changed" }],
  failure: null,
  request: "https://github.com/meridian/skills/compare/greenroom/pdf-v2?expand=1",
  ...over,
});

const place = (name: string) => ({
  kind: "source",
  name,
  path: "skills/pdf",
  state: "holds",
  why: "The draft has exactly this text.",
  digest: null,
  at: null,
});

async function open(answers: Answers, names = ["Team"]) {
  const page = openPage(<PushVersionDialog workspace="meridian" skill="pdf" number={2} close={vi.fn()} />, {
    role: "admin",
    answers: {
      "GET /sources": {
        items: [aSource(one, "Team"), aSource(two, "Vendor"), aSource("x", "Zip", "archive")],
      },
      "GET /skills/pdf/places": { items: [...names, "Zip"].map(place) },
      ...answers,
    },
  });
  const dialog = within(await screen.findByRole("dialog", { name: "Push v2 to its source" }));
  return { ...page, dialog, button: () => dialog.getByRole("button", { name: "Push now" }) };
}

const asked = (id = one) => `GET /sources/${id}/pushes/pdf/versions/2`;
const sent = (id = one) => `POST /sources/${id}/pushes/pdf/versions/2`;

describe("pushing a version to its source", () => {
  it("shows the branch and every file first, pushes that commit, and says where it can be proposed", async () => {
    const page = await open({ [asked()]: aPush(), [sent()]: aPush({ state: "there" }) });
    const { dialog, user, button } = page;
    expect(await dialog.findByText(/gets a new branch greenroom\/pdf-v2/)).toBeVisible();
    expect(dialog.getByRole("region", { name: "Files" })).toHaveTextContent("changedskills/pdf/SKILL.md");
    await user.click(button());
    expect(await dialog.findByRole("status")).toHaveTextContent("Pushed as the branch greenroom/pdf-v2.");
    expect(page.sent.map(({ body }) => body)).toEqual([{ commit: "c".repeat(40) }]);
    expect(dialog.getByRole("link", { name: /Open a merge request/ })).toHaveAttribute(
      "href",
      aPush().request,
    );
    expect(dialog.queryByRole("button", { name: "Push now" })).toBeNull();
  });

  it.each([
    [aPush({ state: "taken" }), /has a branch greenroom\/pdf-v2 that is not this version/, /something else/],
    [aPush({ state: "unchanged", commit: null, files: [] }), /exactly this text/, /nothing to push/],
    [aPush({ state: "there" }), /has exactly this already/, /nothing to push/],
    [
      aPush({ state: "failed", failure: { message: "It is busy.", remoteSaid: "Go away" } }),
      /It said: Go away/,
      /does not answer/,
    ],
  ])("pushes nothing where there is no new branch", async (plan, said, why) => {
    const { dialog, button } = await open({ [asked()]: plan });
    expect(await dialog.findByText(said)).toBeVisible();
    expect(button()).toHaveAccessibleDescription(why);
  });

  it("lets somebody choose between two repositories, and says what keeps a push from being made", async () => {
    const { dialog, user, button } = await open(
      { [asked()]: aPush(), [asked(two)]: refusal(409, "CONFLICT", "Vendor has another text that waits.") },
      ["Team", "Vendor"],
    );
    await user.selectOptions(await dialog.findByRole("combobox", { name: "Source" }), "Vendor");
    expect(await dialog.findByRole("alert")).toHaveTextContent("Vendor has another text that waits.");
    expect(button()).toHaveAccessibleDescription(/not known/);
  });

  it("says of a skill that came from no repository that there is none", async () => {
    const { dialog } = await open({}, []);
    expect(await dialog.findByText("It came from no repository")).toBeVisible();
  });
});
