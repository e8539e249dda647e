import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { openPage } from "@/components/layout/fixtures/open-page";
import { type Answers, refusal } from "@/lib/testing/browser/answer-server";
import { anAddress } from "./fixtures/addresses";
import { aMirror } from "./fixtures/mirrors";
import { Mirrors } from "./mirrors";

const agent = { slug: "release-desk", name: "Release desk" };
const { id } = aMirror();
const changing = `PATCH /mirrors/${id}`;
const url = "https://github.com/meridian/skills.git";
const none = { "GET /mirrors": { items: [] } };
const down = refusal(503, "UNAVAILABLE", "The database does not answer.");

/** The form of a new mirror, of one agent unless `of` is null. */
async function openForm(answers: Answers, of: typeof agent | null = agent) {
  const page = openPage(<Mirrors agent={of} />, { role: "admin", answers: { ...none, ...answers } });
  await page.user.click(await screen.findByRole("button", { name: "Add a mirror" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add a mirror" }));
  return { ...page, dialog, add: () => dialog.getByRole("button", { name: "Add the mirror" }) };
}

/** The form of a mirror that is there. */
async function openChange(mirror: ReturnType<typeof aMirror>, answers: Answers) {
  const all = { "GET /mirrors": { items: [mirror] }, ...answers };
  const page = openPage(<Mirrors agent={agent} />, { role: "admin", answers: all });
  await page.user.click(await screen.findByRole("button", { name: /^Change the mirror/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Change the mirror" }));
  return { ...page, dialog, save: () => dialog.getByRole("button", { name: "Save" }) };
}

describe("a mirror that is not filled in yet", () => {
  it("says what is missing, one after the other, and is not sent", async () => {
    const { user, dialog, add, sent } = await openForm({ "POST /mirrors": aMirror() });
    expect(add()).toHaveAccessibleDescription(/Give the address of the repository\./);
    await user.type(dialog.getByLabelText("Repository"), "   {Enter}");
    expect(add()).toHaveAttribute("aria-disabled", "true");
    await user.type(dialog.getByLabelText("Repository"), url);
    await user.clear(dialog.getByLabelText("Branch"));
    expect(add()).toHaveAccessibleDescription(/Name a branch\./);
    await user.click(add());
    expect(sent).toEqual([]);
    await user.type(dialog.getByLabelText("Branch"), "next");
    expect(add()).not.toHaveAttribute("aria-disabled");
  });

  it("takes no more than is kept, and hides the token from who looks on", async () => {
    const { dialog } = await openForm({});
    const fields = { Repository: "2000", Branch: "100", "User name": "200", Token: "4000" };
    for (const [label, most] of Object.entries(fields))
      expect(dialog.getByLabelText(label)).toHaveAttribute("maxlength", most);
    expect(dialog.getByLabelText("Token")).toHaveAttribute("type", "password");
    expect(dialog.getByLabelText("Token")).toHaveAttribute("autocomplete", "new-password");
    expect(dialog.getByLabelText("Token")).toHaveAccessibleDescription(/Stored encrypted, never shown again/);
  });
});

describe("the keys of a new mirror", () => {
  it("begin in its first field, and send it", async () => {
    const { user, dialog, sent } = await openForm({ "POST /mirrors": aMirror() });
    expect(dialog.getByLabelText("Repository")).toHaveFocus();
    await user.keyboard(`${url}{Tab}{Tab}ines{Tab}ghp_1{Tab} {Shift>}{Tab}{/Shift}{Enter}`);
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.body).toMatchObject({
      url,
      branch: "main",
      userName: "ines",
      token: "ghp_1",
      onPublish: true,
    });
  });

  it("leave it with Escape, nothing sent, back where it was opened, and empty the next time", async () => {
    const { user, dialog, sent } = await openForm({ "POST /mirrors": aMirror() });
    await user.type(dialog.getByLabelText("Token"), "ghp_1");
    await user.keyboard("{Escape}");
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
    const opener = screen.getByRole("button", { name: "Add a mirror" });
    await expect.poll(() => document.activeElement).toBe(opener);
    await user.keyboard("{Enter}");
    expect(await screen.findByLabelText("Token")).toHaveValue("");
    expect(sent).toEqual([]);
  });
});

describe("a mirror that is sent", () => {
  it("is sent once, however often somebody presses", async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const { user, dialog, add, sent } = await openForm({ "POST /mirrors": () => promise });
    await user.type(dialog.getByLabelText("Repository"), `${url}{Enter}`);
    expect(add()).toHaveAttribute("aria-busy", "true");
    await user.click(add());
    await user.type(dialog.getByLabelText("Repository"), "{Enter}");
    resolve(aMirror());
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
    expect(sent).toHaveLength(1);
  });

  it("says that the server does not answer, keeps all that was typed, and is sent again", async () => {
    const { user, dialog, add, sent, serve } = await openForm({
      "POST /mirrors": () => {
        throw new TypeError("fetch failed");
      },
    });
    await user.type(dialog.getByLabelText("Token"), "ghp_1");
    await user.type(dialog.getByLabelText("Repository"), `${url}{Enter}`);
    const alert = await dialog.findByRole("alert");
    expect(alert).toHaveTextContent("The mirror could not be saved");
    expect(alert).toHaveTextContent("The server does not answer. Check the connection and try again.");
    expect(dialog.getByLabelText("Token")).toHaveValue("ghp_1");
    serve({ "POST /mirrors": aMirror() });
    await user.click(add());
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
    expect(sent).toHaveLength(2);
  });
});

describe("what is mirrored", () => {
  it("is chosen first, by names that hide nothing", async () => {
    const agents = { items: [{ slug: "desk", name: "Desk\u202e" }] };
    const answers = { "GET /agents": agents, "GET /addresses": { items: [anAddress()] } };
    const { user, dialog, add, sent } = await openForm({ ...answers, "POST /mirrors": aMirror() }, null);
    await user.type(dialog.getByLabelText("Repository"), url);
    expect(add()).toHaveAccessibleDescription(/Choose what is mirrored\./);
    await user.selectOptions(
      dialog.getByLabelText("What is mirrored"),
      await dialog.findByRole("option", { name: "Desk[U+202E]" }),
    );
    await user.click(add());
    await expect.poll(() => sent[0]?.body).toMatchObject({ of: { kind: "agent", agent: "desk" } });
  });

  it.each(["GET /agents", "GET /addresses"])("says why there is nothing to choose: %s", async (broken) => {
    const lists = { "GET /agents": { items: [] }, "GET /addresses": { items: [] }, [broken]: down };
    const { dialog, add } = await openForm(lists, null);
    expect(await dialog.findByText("The database does not answer.")).toBeVisible();
    expect(dialog.getByLabelText("What is mirrored")).toBeInvalid();
    expect(add()).toHaveAttribute("aria-disabled", "true");
  });
});

describe("a mirror that is changed", () => {
  it("shows what it is, sends a new token only when one was typed, and not what it is of", async () => {
    const mirror = aMirror({ onPublish: true, userName: "", hasToken: false });
    const { user, dialog, save, sent } = await openChange(mirror, { [changing]: mirror });
    expect(dialog.queryByLabelText("What is mirrored")).toBeNull();
    expect(dialog.getByLabelText("Repository")).toHaveValue(mirror.url);
    expect(dialog.getByRole("checkbox")).toBeChecked();
    expect(dialog.getByLabelText("Token")).toHaveAccessibleDescription(/It needs the right to write/);
    await user.type(dialog.getByLabelText("Token"), "  ");
    await user.click(save());
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
    expect(sent[0]?.body).toEqual({ url: mirror.url, branch: "main", userName: "", onPublish: true });
  });

  it("says that another host needs its own token, and takes it then", async () => {
    const words = "Another host needs its own token: the stored one is not sent there.";
    const { user, dialog, save, sent, serve } = await openChange(aMirror(), {
      [changing]: refusal(422, "UNPROCESSABLE", words),
    });
    await user.clear(dialog.getByLabelText("Repository"));
    await user.type(dialog.getByLabelText("Repository"), "https://gitlab.com/a.git{Enter}");
    expect(await dialog.findByText(words)).toBeVisible();
    serve({ [changing]: aMirror() });
    await user.type(dialog.getByLabelText("Token"), "glpat-1");
    await user.click(save());
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
    expect(sent.map(({ body }) => body)).toEqual([
      expect.not.objectContaining({ token: expect.anything() }),
      expect.objectContaining({ url: "https://gitlab.com/a.git", token: "glpat-1" }),
    ]);
  });
});

describe("a mirror over ssh", () => {
  const ssh = {
    publicKey: "ssh-ed25519 AAAA greenroom",
    hostKey: `SHA256:${"A".repeat(43)}`,
    offeredHostKey: `SHA256:${"B".repeat(43)}`,
  };
  const address = "git@github.com:meridian/skills.git";

  it("has a key in the place of user name and token, which is made unless one is pasted", async () => {
    const { user, dialog, add, sent } = await openForm({ "POST /mirrors": aMirror() });
    await user.type(dialog.getByLabelText("Token"), "ghp_1");
    await user.type(dialog.getByLabelText("Repository"), address);
    expect(dialog.queryByLabelText("Token")).toBeNull();
    expect(dialog.queryByLabelText("User name")).toBeNull();
    await user.selectOptions(dialog.getByLabelText("Key"), "Paste a private key");
    expect(add()).toHaveAccessibleDescription(/Paste the private key\./);
    await user.selectOptions(dialog.getByLabelText("Key"), "Greenroom makes one");
    await user.click(add());
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
    expect(sent.map(({ body }) => body)).toEqual([
      {
        url: address,
        branch: "main",
        userName: "",
        onPublish: false,
        of: { kind: "agent", agent: agent.slug },
      },
    ]);
  });

  it("is changed to the key that its host has now, and keeps its own", async () => {
    const mirror = aMirror({ url: "ssh://git@github.com/~/meridian/skills.git", hasToken: false, ssh });
    const { user, dialog, save, sent } = await openChange(mirror, { [changing]: mirror });
    expect(screen.getByText(ssh.publicKey)).toBeInTheDocument();
    await user.click(dialog.getByRole("checkbox", { name: "Accept the key that the host has now" }));
    await user.click(save());
    await expect.poll(() => sent.length).toBe(1);
    expect(sent[0]?.body).toMatchObject({ hostKey: ssh.offeredHostKey });
    expect(sent[0]?.body).not.toHaveProperty("key");
  });
});
