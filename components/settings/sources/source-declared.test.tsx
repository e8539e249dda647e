import { screen, within } from "@testing-library/react";
import axe from "axe-core";
import { expect, it } from "vitest";
import { aSource, sourceId as id } from "./fixtures/a-source";
import { openSources } from "./fixtures/open-sources";

const kept = { declaredIn: "greenroom.yaml" };
const why =
  "Team skills is kept in greenroom.yaml. Change it there, and apply the file. Its token or key and its webhook are set here.";
const ssh = {
  publicKey: "ssh-ed25519 AAAAC3 greenroom",
  hostKey: `SHA256:${"A".repeat(43)}`,
  offeredHostKey: null,
  hostKeyDeclared: true,
};
const url = "ssh://git@github.com/~/meridian/skills.git";
const changing = `PATCH /sources/${id}`;

it("says that a file keeps it, with the way there, and removes nothing", async () => {
  const { user, container } = openSources({ "GET /sources": { items: [aSource(kept)] } });
  expect(await screen.findByText(why, { selector: "p span" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Configuration" })).toHaveAttribute(
    "href",
    expect.stringMatching(/settings\/configuration$/),
  );
  const remove = screen.getByRole("button", { name: "Remove the source Team skills" });
  expect(remove).toHaveAttribute("aria-disabled", "true");
  expect(remove).toHaveAccessibleDescription(why);
  await user.click(remove);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.queryByRole("button", { name: /Change the source/ })).toBeNull();
  expect(screen.queryByText("Its token is missing")).toBeNull();
  expect((await axe.run(container)).violations).toEqual([]);
});

it("asks for the token that no file holds, and sends that alone", async () => {
  const missing = aSource({ ...kept, hasToken: false, needs: "token" });
  const { user, sent, serve } = openSources({
    "GET /sources": { items: [missing] },
    [changing]: aSource(kept),
  });
  expect(await screen.findByText("Its token is missing")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Give the token" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Token of Team skills" }));
  expect(dialog.getByText("Everything else of it is kept in greenroom.yaml.")).toBeVisible();
  const save = dialog.getByRole("button", { name: "Save" });
  expect(save).toHaveAccessibleDescription("Type the token.");
  expect((await axe.run(screen.getByRole("dialog"))).violations).toEqual([]);
  await user.type(dialog.getByLabelText("Token"), "ghp_secret");
  serve({ "GET /sources": { items: [aSource(kept)] } });
  await user.keyboard("{Enter}");
  expect(await screen.findByText("Token stored")).toBeVisible();
  expect(screen.queryByText("Its token is missing")).toBeNull();
  expect(sent).toEqual([expect.objectContaining({ call: changing, body: { token: "ghp_secret" } })]);
});

it("replaces a token by the pencil", async () => {
  const { user } = openSources({ "GET /sources": { items: [aSource(kept)] } });
  await user.click(await screen.findByRole("button", { name: "Change the token of Team skills" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Token of Team skills" }));
  expect(dialog.getByText(/One is stored/)).toBeVisible();
  expect(dialog.queryByLabelText("Repository")).toBeNull();
});

it("says that a repository over ssh has to know its key, which is replaced here; its host is the file's to name", async () => {
  const source = aSource({ ...kept, url, hasToken: false, ssh, needs: "deploy-key" });
  const { user, sent } = openSources({ "GET /sources": { items: [source] }, [changing]: source });
  expect(await screen.findByText("Its repository needs to know its deploy key")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Change the key of Team skills" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Key of Team skills" }));
  expect(dialog.queryByLabelText("Key of the host")).toBeNull();
  const save = () => dialog.getByRole("button", { name: "Save" });
  expect(save()).toHaveAccessibleDescription("Nothing is changed yet.");
  await user.selectOptions(dialog.getByLabelText("Key"), "Paste a private key");
  expect(save()).toHaveAccessibleDescription("Paste the private key.");
  await user.selectOptions(dialog.getByLabelText("Key"), "Greenroom makes one");
  await user.click(save());
  expect(sent).toEqual([expect.objectContaining({ call: changing, body: { key: "new" } })]);
});

it("lets people name the host where the file does not", async () => {
  const source = aSource({ ...kept, url, hasToken: false, ssh: { ...ssh, hostKeyDeclared: false } });
  const { user } = openSources({ "GET /sources": { items: [source] } });
  await user.click(await screen.findByRole("button", { name: "Change the key of Team skills" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Key of Team skills" }));
  expect(dialog.getByLabelText("Key of the host")).toHaveValue(ssh.hostKey);
});

it("tells who may not change sources why, and offers nothing", async () => {
  openSources(
    { "GET /sources": { items: [aSource({ ...kept, hasToken: false, needs: "token" })] } },
    "author",
  );
  expect(await screen.findByText(why)).toBeVisible();
  expect(screen.getByRole("button", { name: "Give the token" })).toHaveAttribute("aria-disabled", "true");
});
