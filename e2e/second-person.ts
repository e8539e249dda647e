import type { Browser, Page } from "@playwright/test";
import type { WorkspaceApi } from "./api";
import { expect, listen } from "./journey";

type Person = { name: string; role: "viewer" | "author" | "reviewer" | "admin" };

let count = 0;

/** A link for somebody whom this installation does not know: its token, and the account that they make with it. */
export async function invitePerson(api: WorkspaceApi, { name, role }: Person) {
  count += 1;
  const { url } = await api.post("/invitations", { role });
  const token = new URL(String(url)).hash.replace(/^#(token=)?/, "");
  const email = `person-${process.pid}-${count}@meridian.example`;
  return { token, account: { name, email, password: "rehearse-before-you-ship" } };
}

/** Somebody else in a browser of their own: invited, joined, signed in. What it complained about is to be looked at. */
export async function secondPerson(
  browser: Browser,
  api: WorkspaceApi,
  person: Person,
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const data = await invitePerson(api, person);
  const joined = await context.request.post("/api/v1/invitations/accept", { data });
  expect(joined.status(), await joined.text()).toBe(201);
  const page = await context.newPage();
  return { page, complaints: listen(page) };
}
