import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { CurrentWorkspace } from "@/components/layout/current-workspace";
import type { Role } from "@/lib/access/permissions";
import type { RuntimeCaches } from "@/lib/library/caches/cache-schema";
import { CachesSettings } from "./caches-settings";

const id = "0190a000-0000-7000-8000-000000000001";
const cache = { misses: 0, evictions: 0, entries: 0, bytes: 0, limitBytes: 1024, ttlSeconds: 60 };
const caches: RuntimeCaches = {
  server: "host, process 7",
  caches: [
    { ...cache, name: "skills", hits: 9, misses: 1, entries: 4, bytes: 512 },
    { ...cache, name: "activations", hits: 0 },
  ],
};

function show(role: Role) {
  const workspace = { id, slug: "meridian", name: "Meridian", role, createdAt: "2026-11-21T10:00:00.000Z" };
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(["library", "meridian", "caches"], caches);
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(caches)));
  return render(
    <QueryClientProvider client={client}>
      <CurrentWorkspace
        session={{
          user: { id, name: "Ines", email: "ines@example.test", isOperator: false },
          workspaces: [workspace],
        }}
        workspace={workspace}
      >
        <CachesSettings />
      </CurrentWorkspace>
    </QueryClientProvider>,
  );
}

describe("CachesSettings", () => {
  it("shows what each cache holds and was good for, and of which server", () => {
    show("admin");
    expect(screen.getByText(/these are of host, process 7/)).toBeVisible();
    const row = screen.getByRole("row", { name: /Instructions and file lists/ });
    expect(within(row).getByText("90 %")).toBeVisible();
    expect(within(row).getByText(/^512 .+ of 1 /)).toBeVisible();
    expect(screen.getByRole("button", { name: "Clear" })).toBeEnabled();
  });

  it("says who may see it to whoever may not", () => {
    show("author");
    expect(screen.getByText(/this needs admin or above/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Clear" })).toBeNull();
  });
});
