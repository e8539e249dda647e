import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage } from "@/components/layout/fixtures/open-page";
import type { Role } from "@/lib/access/permissions";
import { type Answers, refusal } from "@/lib/testing/browser/answer-server";
import { anAddress } from "./fixtures/addresses";
import { aFailure, aMirror, aPlan, head } from "./fixtures/mirrors";
import { Mirrors } from "./mirrors";

const agent = { slug: "release-desk", name: "Release desk" };
const { id } = aMirror();
const name = "github.com/meridian/skills.git main";
const planned = `GET /mirrors/${id}/plan`;
const pushing = `POST /mirrors/${id}/push`;

const open = (answers: Answers, role: Role = "admin", of: typeof agent | null = agent) =>
  openPage(<Mirrors agent={of} />, { role, answers });

it("says what a mirror is where there is none, and adds one", async () => {
  const { user, sent, read, serve } = open({ "GET /mirrors": { items: [] }, "POST /mirrors": aMirror() });
  expect(await screen.findByText(/pushes this agent’s published skills to a branch/)).toBeVisible();
  expect(read[0]?.query).toEqual({ agent: "release-desk" });
  await user.click(screen.getByRole("button", { name: "Add a mirror" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add a mirror" }));
  expect(dialog.queryByLabelText("What is mirrored")).toBeNull();
  expect(dialog.getByText(/Its address over HTTPS or ssh/)).toBeVisible();
  await user.type(dialog.getByLabelText("Repository"), "https://github.com/meridian/skills.git");
  await user.type(dialog.getByLabelText("User name"), "ines");
  await user.type(dialog.getByLabelText("Token"), "ghp_secret");
  expect(dialog.getByLabelText("Token")).toHaveAttribute("type", "password");
  await user.click(dialog.getByRole("checkbox", { name: /Push on every publication/ }));
  serve({ "GET /mirrors": { items: [aMirror()] } });
  await user.click(dialog.getByRole("button", { name: "Add the mirror" }));
  expect(await screen.findByText("never pushed")).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(sent).toMatchObject([
    {
      call: "POST /mirrors",
      body: {
        of: { kind: "agent", agent: "release-desk" },
        url: "https://github.com/meridian/skills.git",
        branch: "main",
        userName: "ines",
        token: "ghp_secret",
        onPublish: true,
      },
    },
  ]);
});

it("asks what is mirrored where no agent says it, and keeps what was typed when it is refused", async () => {
  const address = anAddress();
  const { user, sent } = open(
    {
      "GET /mirrors": { items: [] },
      "GET /agents": { items: [] },
      "GET /addresses": { items: [address, anAddress({ name: "Old", state: "revoked" })] },
      "POST /mirrors": refusal(422, "UNPROCESSABLE", "git.local is a private or local address."),
    },
    "admin",
    null,
  );
  await user.click(await screen.findByRole("button", { name: "Add a mirror" }));
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByRole("option", { name: "Laptops" });
  expect(dialog.queryByRole("option", { name: "Old" })).toBeNull();
  await user.selectOptions(dialog.getByLabelText("What is mirrored"), "Laptops");
  await user.type(dialog.getByLabelText("Repository"), "https://git.local/a.git");
  await user.click(dialog.getByRole("button", { name: "Add the mirror" }));
  expect(await dialog.findByText("git.local is a private or local address.")).toBeVisible();
  expect(dialog.getByLabelText("Repository")).toHaveValue("https://git.local/a.git");
  expect(sent[0]?.body).toMatchObject({ of: { kind: "address", address: address.id } });
  expect(sent[0]?.body).not.toHaveProperty("token");
});

it("shows what would be pushed before it is, and pushes", async () => {
  const mirror = aMirror({ onPublish: true });
  const { user, sent, serve } = open({ "GET /mirrors": { items: [mirror] }, [planned]: aPlan() });
  expect(await screen.findByText("Pushed on every publication, after a first push by hand")).toBeVisible();
  await user.click(screen.getByRole("button", { name: `Review and push to ${name}` }));
  const dialog = within(await screen.findByRole("dialog", { name: "Push to main" }));
  expect(await dialog.findByText("The repository has no branch main yet: it gets everything.")).toBeVisible();
  expect(dialog.getByText("Publish notes, version 1")).toBeVisible();
  expect(dialog.getByRole("list", { name: "2 files added" })).toHaveTextContent("skills/notes/SKILL.md");
  expect(dialog.queryByRole("checkbox")).toBeNull();
  const pushed = aMirror({ pushed: { commit: head, at: new Date().toISOString() } });
  serve({ [pushing]: pushed, "GET /mirrors": { items: [pushed] } });
  await user.click(dialog.getByRole("button", { name: "Push now" }));
  expect(await screen.findByText("0123456")).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(sent).toMatchObject([{ call: pushing, body: { losing: null } }]);
});

it("replaces what a branch has only when somebody says so, naming what is lost", async () => {
  const { user, sent } = open({
    "GET /mirrors": { items: [aMirror()] },
    [planned]: aPlan({ state: "diverged", remote: head }),
    [pushing]: aMirror({ failure: aFailure }),
  });
  await user.click(await screen.findByRole("button", { name: /Review and push/ }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByText("main has something else")).toBeVisible();
  const replace = () => dialog.getByRole("button", { name: /Replace and push/ });
  expect(replace()).toHaveAttribute("aria-disabled", "true");
  await user.click(
    dialog.getByRole("checkbox", { name: /Commit 0123456789ab and all that leads to it are lost/ }),
  );
  await user.click(replace());
  expect(await dialog.findByText("The branch main is protected.")).toBeVisible();
  expect(dialog.getByText(/GitLab: You are not allowed/)).toBeVisible();
  expect(sent).toMatchObject([{ call: pushing, body: { losing: head } }]);
});

it.each([
  [aPlan({ state: "current", changes: null }), "main has everything already.", /There is nothing to push/],
  [aPlan({ state: "empty", changes: null }), /Nothing is published yet/, /There is nothing to push/],
  [
    aPlan({ state: "failed", changes: null, failure: { ...aFailure, message: "It refused the token." } }),
    "It refused the token.",
    /does not answer as it should/,
  ],
])("pushes nothing where nothing can be pushed (%#)", async (plan, words, reason) => {
  const { user, sent } = open({ "GET /mirrors": { items: [aMirror()] }, [planned]: plan });
  await user.click(await screen.findByRole("button", { name: /Review and push/ }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByText(words)).toBeVisible();
  const button = dialog.getByRole("button", { name: /Push now/ });
  expect(button).toHaveAttribute("aria-disabled", "true");
  expect(button).toHaveAccessibleDescription(reason);
  await user.click(button);
  expect(sent).toEqual([]);
});

it("says what is left out of a push, and how many more there are", async () => {
  const { changes } = aPlan();
  if (!changes) throw new Error("The plan has no changes.");
  const { user } = open({
    "GET /mirrors": { items: [aMirror()] },
    [planned]: aPlan({
      state: "forward",
      remote: head,
      changes: {
        ...changes,
        withheld: 2,
        hasOwnIds: true,
        commits: { ...changes.commits, total: 8 },
        files: { ...changes.files, removed: { total: 3, items: ["skills/old/SKILL.md"] } },
      },
    }),
  });
  await user.click(await screen.findByRole("button", { name: /Review and push/ }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(
    await dialog.findByText(/2 commits left out: .* other ids here than at the git address/),
  ).toBeVisible();
  expect(dialog.getByText("and 7 older ones")).toBeVisible();
  expect(dialog.getByText("and 2 more files")).toBeVisible();
  expect(dialog.getByText("main goes forward; nothing in it is overwritten.")).toBeVisible();
});

it("changes a mirror without its token, and removes it", async () => {
  const { user, sent } = open({
    "GET /mirrors": { items: [aMirror()] },
    [`PATCH /mirrors/${id}`]: aMirror({ branch: "next" }),
    [`DELETE /mirrors/${id}`]: new Response(null, { status: 204 }),
  });
  await user.click(await screen.findByRole("button", { name: `Change the mirror ${name}` }));
  const dialog = within(await screen.findByRole("dialog", { name: "Change the mirror" }));
  expect(dialog.getByLabelText("Token")).toHaveValue("");
  expect(dialog.getByText(/One is stored\. Type another one/)).toBeVisible();
  await user.clear(dialog.getByLabelText("Branch"));
  await user.type(dialog.getByLabelText("Branch"), "next");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  await user.click(screen.getByRole("button", { name: `Remove the mirror ${name}` }));
  await user.click(await screen.findByRole("button", { name: "Remove mirror" }));
  await expect
    .poll(() => sent.map(({ call }) => call))
    .toEqual([`PATCH /mirrors/${id}`, `DELETE /mirrors/${id}`]);
  expect(sent[0]?.body).toEqual({
    url: "https://github.com/meridian/skills.git",
    branch: "next",
    userName: "ines",
    onPublish: false,
  });
});

it("tells why the last push failed, and when it is tried again", async () => {
  const failure = { ...aFailure, nextAt: "2026-11-22T17:00:00.000Z" };
  const of = { kind: "address" as const, address: { id, name: "Laptops", state: "revoked" as const } };
  open({ "GET /mirrors": { items: [aMirror({ of, failure })] } }, "admin", null);
  expect(await screen.findByText("The branch main is protected.")).toBeVisible();
  expect(screen.getByText(/Tried again at/)).toBeVisible();
  expect(screen.getByText(/Of the address “Laptops”, which is revoked/)).toBeVisible();
});

it("is read by reviewers, who push, change and remove none", async () => {
  open({ "GET /mirrors": { items: [aMirror({ isPushing: true })] } }, "reviewer");
  expect(await screen.findByText("is being pushed")).toBeVisible();
  expect(screen.getByRole("button", { name: /Add a mirror/ })).toHaveAttribute("aria-disabled", "true");
  for (const label of [/Review and push/, /Change the mirror/, /Remove the mirror/])
    expect(screen.queryByRole("button", { name: label })).toBeNull();
});

it("says when the list or the plan cannot be read", async () => {
  const down = refusal(503, "UNAVAILABLE", "The database does not answer.");
  const { user, serve } = open({ "GET /mirrors": down });
  expect(await screen.findByText("The database does not answer.")).toBeVisible();
  serve({ "GET /mirrors": { items: [] } });
  await user.click(screen.getByRole("button", { name: "Add a mirror" }));
  expect(await screen.findByRole("dialog")).toBeVisible();
});
