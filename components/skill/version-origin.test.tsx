import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage } from "@/components/layout/fixtures/open-page";
import { VersionOrigin } from "./version-origin";

const digest = "d".repeat(64);
const origin = {
  source: "Team skills",
  url: "https://github.com/meridian/skills.git",
  path: "skills/pdf",
  digest,
  revision: "0123456789abcdef0123456789abcdef01234567",
  takenAt: "2026-11-22T16:00:00.000Z",
  versions: [2, 3],
  isDraft: false,
};

const open = (version: number, items = [origin]) =>
  openPage(
    <main>
      <VersionOrigin workspace="meridian" skill="pdf" version={version} />
      <p>The rest</p>
    </main>,
    { answers: { "GET /skills/pdf/origins": { items } } },
  );

it("says from which source, at which commit, a version is", async () => {
  open(3);
  const words = await screen.findByText(/From Team skills at/);
  expect(words).toHaveTextContent("From Team skills at 0123456789ab");
  expect(words).toHaveAttribute("title", `${origin.url}\nskills/pdf\n${origin.revision}`);
});

it("says the newest taking where the same text came twice", async () => {
  const again = { ...origin, source: "Another", revision: "f".repeat(64) };
  open(2, [again, origin]);
  expect(await screen.findByText(/From Another at/)).toHaveTextContent("ffffffffffff");
});

it("says nothing of a version that was written here", async () => {
  const { sent } = open(1);
  expect(await screen.findByText("The rest")).toBeVisible();
  await expect.poll(() => screen.queryByText(/^From/)).toBeNull();
  expect(sent).toEqual([]);
});
