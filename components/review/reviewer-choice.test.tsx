import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { membersQuery } from "@/components/data/settings-queries";
import { CurrentWorkspace } from "@/components/layout/current-workspace";
import { client } from "@/lib/api/client";
import type { Member } from "@/lib/auth/schema";
import { ReviewerChoice } from "./reviewer-choice";

const at = "2026-11-21T10:00:00.000Z";
const idOf = (digit: number) => `0190a000-0000-7000-8000-00000000000${digit}`;
const workspace = { id: idOf(1), slug: "desk", name: "Desk", role: "author" as const, createdAt: at };
const member = (digit: number, name: string, marks: Partial<Member> = {}): Member => ({
  userId: idOf(digit),
  name,
  email: "",
  role: "reviewer",
  since: at,
  isMachine: false,
  isDeactivated: false,
  ...marks,
});
const ada = member(1, "Ada", { role: "author" });
const bot = member(2, "Bot", { isMachine: true });
const rex = member(3, "Rex", { isDeactivated: true });
const ines = member(4, "Ines");

function show(items: Member[], chosen: readonly string[] = []) {
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  cache.setQueryData(membersQuery(client.workspaces, "desk").queryKey, { items });
  const user = { id: ada.userId, name: ada.name, email: "", isOperator: false };
  render(
    <QueryClientProvider client={cache}>
      <CurrentWorkspace workspace={workspace} session={{ user, workspaces: [workspace] }}>
        <ReviewerChoice workspace="desk" chosen={chosen} onChange={() => {}} approverRole="reviewer" />
      </CurrentWorkspace>
    </QueryClientProvider>,
  );
  return screen.queryAllByRole("listitem").map(({ textContent }) => textContent);
}

it("offers people who get in, and neither machines nor deactivated accounts", () => {
  expect(show([ada, bot, rex, ines])).toEqual(["Inesreviewer"]);
});

it("keeps somebody who was asked and does not get in any more, so that they can be taken off", () => {
  expect(show([ada, rex, ines], [rex.userId])).toEqual(["Rexdeactivated, cannot approve", "Inesreviewer"]);
});

it("says so where nobody else gets in", () => {
  expect(show([ada, bot, rex])).toEqual([]);
  expect(screen.getByText(/You are the only person here/)).toBeInTheDocument();
});
