import { act, screen, within } from "@testing-library/react";
import axe from "axe-core";
import { expect, it } from "vitest";
import { aSource, sourceId as id } from "./fixtures/a-source";
import { openSources } from "./fixtures/open-sources";

const hostKey = `SHA256:${"A".repeat(43)}`;
const [publicKey, url] = ["ssh-ed25519 AAAAC3 greenroom", "ssh://git@github.com/~/meridian/skills.git"];

it("adds one over ssh with a key in the place of a token, and says the deploy key", async () => {
  const { user, sent, serve } = openSources({ "GET /sources": { items: [] }, "POST /sources": aSource() });
  await user.click(await screen.findByRole("button", { name: "Add a source" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add a source" }));
  await user.type(dialog.getByLabelText("Name"), "Team skills");
  await user.type(dialog.getByLabelText("User name"), "ines");
  await user.type(dialog.getByLabelText("Token"), "ghp_secret");
  await user.type(dialog.getByLabelText("Repository"), "git@github.com:meridian/skills.git");
  expect(dialog.queryByLabelText("Token")).toBeNull();
  expect(dialog.queryByLabelText("User name")).toBeNull();
  await user.selectOptions(dialog.getByLabelText("Key"), "Paste a private key");
  const add = () => dialog.getByRole("button", { name: "Add the source" });
  expect(add()).toHaveAccessibleDescription("Paste the private key.");
  await user.type(dialog.getByLabelText("Private key"), "-----BEGIN");
  expect((await axe.run(screen.getByRole("dialog"))).violations).toEqual([]);
  await user.selectOptions(dialog.getByLabelText("Key"), "Greenroom makes one");
  const ssh = { publicKey, hostKey: null, offeredHostKey: null, hostKeyDeclared: false };
  serve({ "GET /sources": { items: [aSource({ url, hasToken: false, ssh })] } });
  await user.click(add());
  expect(await screen.findByText("git@github.com:meridian/skills.git · main · skills")).toBeVisible();
  expect(screen.getByText(/was not met yet/)).toBeVisible();
  expect(screen.getByText(publicKey), "what has to be done before the first sync").toBeVisible();
  expect(screen.getByRole("button", { name: "Copy the deploy key of Team skills" })).toBeVisible();
  const [{ body } = { body: null }] = sent;
  expect(body).toMatchObject({ url: "git@github.com:meridian/skills.git", userName: "" });
  for (const none of ["token", "key", "hostKey"]) expect(body).not.toHaveProperty(none);
});

it("accepts another key of a host, and replaces the key, where somebody says so", async () => {
  const offeredHostKey = `SHA256:${"B".repeat(43)}`;
  const source = aSource({
    url,
    hasToken: false,
    ssh: { publicKey, hostKey, offeredHostKey, hostKeyDeclared: false },
  });
  const { user, sent } = openSources({
    "GET /sources": { items: [source] },
    [`PATCH /sources/${id}`]: source,
  });
  expect(await screen.findByText(hostKey)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Change the source Team skills" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Change the source" }));
  const field = dialog.getByLabelText("Key of the host");
  expect(field).toHaveValue(hostKey);
  expect(field).toHaveAccessibleDescription(new RegExp(`another one by now: ${offeredHostKey}`));
  const accepts = dialog.getByRole("checkbox", { name: "Accept the key that the host has now" });
  accepts.focus();
  await user.keyboard(" ");
  expect(field).toHaveValue(offeredHostKey);
  await user.keyboard(" ");
  expect(field).toHaveValue(hostKey);
  await user.keyboard(" ");
  expect(accepts).toBeChecked();
  expect(sent).toEqual([]);
  await user.selectOptions(dialog.getByLabelText("Key"), "Greenroom makes one");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(sent).toMatchObject([
    { call: `PATCH /sources/${id}`, body: { hostKey: offeredHostKey, key: "new", url } },
  ]);
});

it("undoes no host that was kept while the dialog was open", async () => {
  const source = aSource({
    url,
    hasToken: false,
    ssh: { publicKey, hostKey: null, offeredHostKey: null, hostKeyDeclared: false },
  });
  const met = aSource({
    url,
    hasToken: false,
    ssh: { publicKey, hostKey, offeredHostKey: null, hostKeyDeclared: false },
  });
  const { user, sent, serve, cache } = openSources({
    "GET /sources": { items: [source] },
    [`PATCH /sources/${id}`]: met,
  });
  await user.click(await screen.findByRole("button", { name: "Change the source Team skills" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Change the source" }));
  serve({ "GET /sources": { items: [met] } });
  await act(() => cache.invalidateQueries());
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(sent[0]?.body).not.toHaveProperty("hostKey");
});

it("keeps the key and the host of one that is changed otherwise", async () => {
  const source = aSource({
    url,
    hasToken: false,
    ssh: { publicKey, hostKey, offeredHostKey: null, hostKeyDeclared: false },
  });
  const { user, sent } = openSources({
    "GET /sources": { items: [source] },
    [`PATCH /sources/${id}`]: source,
  });
  await user.click(await screen.findByRole("button", { name: "Change the source Team skills" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Change the source" }));
  await user.click(dialog.getByRole("button", { name: "Save" }));
  for (const none of ["token", "key", "hostKey"]) expect(sent[0]?.body).not.toHaveProperty(none);
});
