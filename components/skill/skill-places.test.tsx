import { screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openPage } from "@/components/layout/fixtures/open-page";
import type { SkillPlace } from "@/lib/sources/place-schema";
import { refusal } from "@/lib/testing/browser/answer-server";
import { SkillPlaces } from "./skill-places";

afterEach(() => vi.unstubAllGlobals());

const aPlace = (over: Partial<SkillPlace> = {}): SkillPlace => ({
  kind: "source",
  name: "Team",
  path: "skills/pdf",
  state: "holds",
  why: "The draft has exactly this text.",
  digest: "a".repeat(64),
  at: "2026-11-21T10:00:00.000Z",
  ...over,
});

const open = (answer: unknown) =>
  openPage(<SkillPlaces workspace="meridian" skill="pdf" />, {
    answers: { "GET /skills/pdf/places": answer },
  });

describe("where a skill comes from", () => {
  it("says in words which place holds, which waits and which is shadowed, and what decides", async () => {
    open({
      items: [
        aPlace(),
        aPlace({ name: "Vendor", path: "pdf", state: "waits", why: "Somebody has to take it." }),
        aPlace({
          name: "/srv/b/pdf",
          path: "/srv/b/pdf",
          kind: "folder",
          state: "shadowed",
          why: "/srv/a comes first.",
          at: null,
        }),
        aPlace({ name: "Old", state: "replaced", why: "The draft has another text since." }),
      ],
    });
    expect(await screen.findByText("4 places")).toBeVisible();
    const rows = screen.getAllByRole("listitem");
    expect(rows.map((row) => within(row).getAllByText(/./)[0]?.textContent)).toEqual([
      expect.stringContaining("Holds"),
      expect.stringContaining("Waits"),
      expect.stringContaining("Shadowed"),
      expect.stringContaining("Replaced"),
    ]);
    expect(rows[1]).toHaveTextContent("Somebody has to take it.");
    const links = screen.getAllByRole("link", { name: "Compare and decide" });
    expect(links.map((link) => link.getAttribute("href"))).toEqual(["/w/meridian/settings/sources"]);
    expect(rows[2]).toHaveTextContent("/srv/a comes first.");
    expect(screen.getByText(/^Who was first holds\./)).toBeVisible();
  });

  it("has no rule to tell of where there is one place, or none", async () => {
    open({ items: [aPlace({ path: "" })] });
    expect(await screen.findByText("The draft has exactly this text.")).toBeVisible();
    expect(screen.queryByText(/^Who was first holds\./)).toBeNull();
  });

  it("says so for a skill that was written here", async () => {
    open({ items: [] });
    expect(await screen.findByText("Written or uploaded here.")).toBeVisible();
  });

  it("says when it could not be read", async () => {
    open(refusal(500, "INTERNAL", "It broke."));
    expect(await screen.findByText("It could not be read")).toBeVisible();
  });
});
