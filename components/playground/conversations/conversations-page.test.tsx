import { screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ComparisonsPage } from "@/components/compare/comparisons-page";
import { openPage } from "@/components/layout/fixtures/open-page";
import { ConversationsPage } from "./conversations-page";

const nothing = (nextCursor: string | null) => ({
  "GET /agents": { items: [], total: 0 },
  "GET /conversations": { items: [], nextCursor },
  "GET /comparisons": { items: [], nextCursor },
});

afterEach(() => vi.unstubAllGlobals());

describe.each([
  { list: "conversations", listed: <ConversationsPage />, begin: "New conversation" },
  { list: "comparisons", listed: <ComparisonsPage />, begin: "New comparison" },
])("the list of $list", ({ listed, begin }) => {
  it("leads on from a first page on which nothing is open to the asker: it is not the first time", async () => {
    openPage(listed, { answers: nothing("further-on") });
    expect(await screen.findByRole("button", { name: "Show more" })).toBeVisible();
    expect(screen.getByRole("link", { name: begin })).toBeVisible();
  });

  it("has nothing further where there is nothing at all", async () => {
    openPage(listed, { answers: nothing(null) });
    await screen.findAllByText(/has been compared yet|agent/i);
    expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  });
});
