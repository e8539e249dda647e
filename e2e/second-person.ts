import type { Browser, Page } from "@playwright/test";
import type { WorkspaceApi } from "./api";
import { expect, listen } from "./journey";

type Person = { name: string; role: "viewer" | "author" | "reviewer" | "admin" };

let count = 0;

/** Somebody else in a browser of their own: invited, joined, signed in. What it complained about is to be looked at. */
export async function secondPerson(
  browser: Browser,
  api: WorkspaceApi,
  { name, role }: Person,
): Promise<{ page: Page; complaints: string[] }> {
  count += 1;
  const { url } = await api.post("/invitations", { role });
  const token = new URL(String(url)).hash.replace(/^#(token=)?/, "");
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const email = `person-${process.pid}-${count}@meridian.example`;
  const account = { name, email, password: "rehearse-before-you-ship" };
  const joined = await context.request.post("/api/v1/invitations/accept", { data: { token, account } });
  expect(joined.status(), await joined.text()).toBe(201);
  const page = await context.newPage();
  return { page, complaints: listen(page) };
}
