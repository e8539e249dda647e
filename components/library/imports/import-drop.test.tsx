import { act, screen, waitFor } from "@testing-library/react";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, expect, it, vi } from "vitest";
import { ImportDrop } from "./import-drop";

const go = vi.fn();
const router = { bfcacheId: "", push: go, replace: go, prefetch: go, back: go, forward: go, refresh: go };
const page = () => (
  <AppRouterContext value={router}>
    <ImportDrop workspace="desk">
      <p>Skills</p>
    </ImportDrop>
  </AppRouterContext>
);

/** As a browser gives it; this page's `File` knows no folders. */
const given = (name: string) =>
  Object.defineProperty(new File(["zip"], name), "webkitRelativePath", { value: "" });

/** The page as the server sends it, given files before it is taken over. */
async function openWith(label: string, files: readonly File[]) {
  const root = document.createElement("div");
  document.body.append(root);
  root.innerHTML = renderToString(page());
  Object.defineProperty(screen.getByLabelText(label), "files", { value: files, configurable: true });
  return act(async () => hydrateRoot(root, page()));
}

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

it.each(["Archives to import", "Folder to import"])(
  "sends what was given to “%s” before the page was taken over",
  async (label) => {
    const send = vi.spyOn(XMLHttpRequest.prototype, "send").mockImplementation(() => {});
    const root = await openWith(label, [given("skills.zip")]);
    await waitFor(() => expect(send).toHaveBeenCalledOnce());
    act(() => root.unmount());
  },
);

it("sends nothing where nothing was given", async () => {
  const send = vi.spyOn(XMLHttpRequest.prototype, "send").mockImplementation(() => {});
  const root = await openWith("Archives to import", []);
  expect(send).not.toHaveBeenCalled();
  act(() => root.unmount());
});
