import { QueryClient } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { membersQuery } from "@/components/data/settings-queries";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import { client } from "@/lib/api/client";
import type { Member } from "@/lib/auth/schema";
import { stillRouter } from "@/lib/testing/browser/app-router";
import { ActFields } from "./act-fields";
import { emptyInput } from "./build-acts";

const member = (digit: number, name: string, marks: Partial<Member> = {}): Member => ({
  userId: `0190a000-0000-7000-8000-00000000000${digit}`,
  name,
  email: "",
  role: "reviewer",
  since: "2026-11-21T10:00:00.000Z",
  isMachine: false,
  isDeactivated: false,
  ...marks,
});
const items = [
  member(1, "Ines"),
  member(2, "Omar"),
  member(3, "Bot", { isMachine: true }),
  member(4, "Gone", { isDeactivated: true }),
];

function show(kind: "request-review" | "add-maintainer") {
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  cache.setQueryData(membersQuery(client.workspaces, "meridian").queryKey, { items });
  render(
    <InWorkspace router={stillRouter} cache={cache}>
      <ActFields
        {...{ workspace: "meridian", kind, input: emptyInput, fixedAgents: false, count: 2 }}
        onChange={() => {}}
      />
    </InWorkspace>,
  );
}

it("asks only people who get in to review", () => {
  show("request-review");
  expect(screen.getAllByRole("checkbox").map((box) => box.closest("li")?.textContent)).toEqual([
    "Omarreviewer",
  ]);
});

it("makes nobody a co-maintainer who does not get in", () => {
  show("add-maintainer");
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
    "Choose a person",
    "Ines",
    "Omar",
    "Bot",
  ]);
});
