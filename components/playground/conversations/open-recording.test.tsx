import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, screen, waitFor } from "@testing-library/react";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, expect, it, vi } from "vitest";
import { CurrentWorkspace } from "@/components/layout/current-workspace";
import { Toaster } from "@/components/ui/toaster";
import { OpenRecording } from "./open-recording";

const id = "0190a000-0000-7000-8000-000000000001";
const workspace = {
  id,
  slug: "desk",
  name: "Desk",
  role: "author" as const,
  createdAt: "2026-11-21T10:00:00.000Z",
};
const user = { id, name: "Ines", email: "ines@example.test", isOperator: false };
const push = vi.fn();
const router = {
  bfcacheId: "",
  push,
  replace: push,
  prefetch: push,
  back: push,
  forward: push,
  refresh: push,
};

const page = () => (
  <AppRouterContext value={router}>
    <QueryClientProvider client={new QueryClient()}>
      <CurrentWorkspace workspace={workspace} session={{ user, workspaces: [workspace] }}>
        <OpenRecording />
        <Toaster />
      </CurrentWorkspace>
    </QueryClientProvider>
  </AppRouterContext>
);

/** The page as the server sends it, given a file before it is taken over. */
function openWith(file: File) {
  const root = document.createElement("div");
  document.body.append(root);
  root.innerHTML = renderToString(page());
  const field = screen.getByLabelText("A recording");
  Object.defineProperty(field, "files", { value: [file], configurable: true });
  return act(async () => hydrateRoot(root, page()));
}

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

it("opens a file that was given before the page was taken over", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ id }, { status: 201 }));
  const root = await openWith(new File(['{"format":"greenroom-recording"}'], "run.json"));
  await waitFor(() => expect(push).toHaveBeenCalledWith(`/w/desk/playground/${id}`));
  act(() => root.unmount());
});

it("says why such a file does not open, though the place for news comes later", async () => {
  const root = await openWith(new File(["{ no JSON"], "broken.json"));
  expect(await screen.findByText(/This recording does not open. broken.json is not JSON/)).toBeVisible();
  act(() => root.unmount());
});
