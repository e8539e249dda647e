import { screen, within } from "@testing-library/react";
import { Suspense } from "react";
import { expect, it } from "vitest";
import { openPage } from "@/components/layout/fixtures/open-page";
import type { Role } from "@/lib/access/permissions";
import type { SourceConflict } from "@/lib/sources/schema";
import { type Answers, refusal } from "@/lib/testing/answer-server";
import { aSource, sourceId as id } from "./fixtures/a-source";
import { SourcesSettings } from "./sources-settings";

const commit = "0123456789abcdef0123456789abcdef01234567";
const digest = "d".repeat(64);

const entry = { notes: [], files: [], message: "" };
const withConflict = aSource({
  synced: { revision: commit, at: "2026-11-22T16:00:00.000Z" },
  conflicts: [{ skill: "pdf", digest }],
  report: {
    revision: commit,
    importId: id,
    durationMs: 12,
    notes: ["pdf/sub is a submodule and was left out."],
    entries: [
      { ...entry, outcome: "new", path: "notes", skill: "notes" },
      { ...entry, outcome: "conflict", path: "pdf", skill: "pdf", message: "Both changed." },
      { ...entry, outcome: "gone", path: "old", skill: "old" },
    ],
  },
});

const text = (words: string) => ({ sha256: digest, size: words.length, executable: false, text: words });
const conflict: SourceConflict = {
  skill: "pdf",
  base: { digest, revision: "f".repeat(40) },
  ours: { digest },
  theirs: { digest, revision: commit },
  files: [
    {
      path: "SKILL.md",
      changed: "both",
      base: text("one\ntwo"),
      ours: text("one\nmine"),
      theirs: text("one\ntheirs"),
    },
    {
      path: "logo.png",
      changed: "theirs",
      base: null,
      ours: null,
      theirs: { ...text(""), size: 2_048, executable: true, text: null },
    },
  ],
};

const syncing = `POST /sources/${id}/sync`;

function open(answers: Answers, role: Role = "admin") {
  return openPage(
    <Suspense>
      <SourcesSettings />
    </Suspense>,
    { role, answers },
  );
}

it("says what a source is where there is none, and adds one", async () => {
  const { user, sent, serve } = open({ "GET /sources": { items: [] }, "POST /sources": aSource() });
  expect(
    await screen.findByRole("heading", { name: "No skills come from elsewhere by themselves" }),
  ).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Add a source" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add a source" }));
  expect(dialog.getByText(/SSH is not supported/)).toBeVisible();
  await user.type(dialog.getByLabelText("Name"), "Team skills");
  await user.type(dialog.getByLabelText("Repository"), "https://github.com/meridian/skills.git");
  await user.type(dialog.getByLabelText("Folder"), "skills");
  await user.type(dialog.getByLabelText("Token"), "ghp_secret");
  expect(dialog.getByLabelText("Token")).toHaveAttribute("type", "password");
  await user.selectOptions(dialog.getByLabelText("Sync"), "Every hour");
  await user.click(dialog.getByRole("checkbox", { name: /Ask for review/ }));
  serve({ "GET /sources": { items: [aSource()] } });
  await user.click(dialog.getByRole("button", { name: "Add the source" }));
  expect(await screen.findByText(/never synced; a token is stored/)).toBeVisible();
  expect(sent).toMatchObject([
    {
      call: "POST /sources",
      body: {
        name: "Team skills",
        url: "https://github.com/meridian/skills.git",
        ref: "",
        folder: "skills",
        userName: "",
        token: "ghp_secret",
        everyMinutes: 60,
        asksReview: true,
      },
    },
  ]);
});

it("adds an archive, and an index, each with the fields that it has", async () => {
  const { user, sent } = open({ "GET /sources": { items: [] }, "POST /sources": aSource() });
  await user.click(await screen.findByRole("button", { name: "Add a source" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add a source" }));
  await user.type(dialog.getByLabelText("Name"), "Team skills");
  await user.type(dialog.getByLabelText("Branch, tag or commit"), "main");
  await user.selectOptions(dialog.getByLabelText("Kind"), "Archive");
  expect(dialog.getByLabelText("Folder")).toBeVisible();
  await user.clear(dialog.getByLabelText("Digest"));
  await user.type(dialog.getByLabelText("Digest"), digest);
  await user.selectOptions(dialog.getByLabelText("Kind"), "Index of skills");
  expect(dialog.queryByLabelText("Digest")).toBeNull();
  expect(dialog.queryByLabelText("Folder")).toBeNull();
  await user.type(dialog.getByLabelText("Address"), "https://skills.example.org");
  await user.click(dialog.getByRole("button", { name: "Add the source" }));
  expect(sent).toMatchObject([
    {
      call: "POST /sources",
      body: { kind: "well-known", url: "https://skills.example.org", ref: "", folder: "" },
    },
  ]);
});

it("says of each what it is, and of which digest", async () => {
  const items = [
    aSource({ kind: "archive", url: "https://example.org/a.zip", ref: digest }),
    aSource({ id: id.replace("31", "32"), name: "Index", kind: "well-known", ref: "", folder: "" }),
  ];
  open({ "GET /sources": { items } });
  expect(await screen.findByText(/^Archive; never synced/)).toBeVisible();
  expect(screen.getByText("example.org/a.zip · dddddddddddd · skills")).toBeVisible();
  expect(screen.getByText(/^Index of skills; never synced/)).toBeVisible();
});

it("syncs, and shows what was found and what was left out", async () => {
  const { user, sent, serve } = open({ "GET /sources": { items: [aSource()] }, [syncing]: withConflict });
  const button = await screen.findByRole("button", { name: "Sync Team skills" });
  serve({ "GET /sources": { items: [withConflict] } });
  await user.click(button);
  const table = await screen.findByRole("table");
  expect(
    within(table)
      .getAllByRole("row")
      .slice(1)
      .map((row) => row.textContent),
  ).toEqual([
    "Conflict: leftpdfpdfBoth changed.Compare and decide",
    "Addednotesnotes",
    "Gone from the sourceoldold",
  ]);
  expect(screen.getByText("pdf/sub is a submodule and was left out.")).toBeVisible();
  expect(sent).toMatchObject([{ call: syncing, body: {} }]);
});

it("shows both sides of a conflict against the base, and decides about what was seen", async () => {
  const { user, sent, serve } = open({
    "GET /sources": { items: [withConflict] },
    [`GET /sources/${id}/conflicts/pdf`]: conflict,
    [syncing]: aSource(),
  });
  await user.click(await screen.findByRole("button", { name: "Compare and decide" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Decide pdf" }));
  const ours = await dialog.findByRole("region", { name: "SKILL.md here" });
  expect(ours).toHaveTextContent("one− removed: two+ added: mine");
  expect(dialog.getByRole("region", { name: "SKILL.md in the source" })).toHaveTextContent("+ added: theirs");
  expect(dialog.getByText("changed in both")).toBeVisible();
  expect(dialog.getByText("Not shown: 2 KB.")).toBeVisible();
  expect(dialog.getByText("Made executable.")).toBeVisible();
  serve({ "GET /sources": { items: [aSource()] } });
  await user.click(dialog.getByRole("button", { name: "Keep the draft here" }));
  expect(await screen.findByText(/never synced/)).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(sent).toMatchObject([{ call: syncing, body: { keep: [{ skill: "pdf", digest }] } }]);
});

it("stays open where the source has another text by now", async () => {
  const { user, sent } = open({
    "GET /sources": { items: [withConflict] },
    [`GET /sources/${id}/conflicts/pdf`]: conflict,
    [syncing]: withConflict,
  });
  await user.click(await screen.findByRole("button", { name: "Compare and decide" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Decide pdf" }));
  await dialog.findByRole("region", { name: "SKILL.md here" });
  await user.click(dialog.getByRole("button", { name: "Take the source’s text" }));
  expect(await dialog.findByText("The source or the draft has another text by now")).toBeVisible();
  expect(sent).toMatchObject([{ call: syncing, body: { take: [{ skill: "pdf", digest, ours: digest }] } }]);
});

it("tells why a sync failed, and that nothing was changed", async () => {
  const message = "github.com wants a user name and a token.";
  const failure = { kind: "credentials" as const, message, at: "2026-11-22T16:00:00.000Z" };
  const { user } = open({
    "GET /sources": { items: [aSource({ failure })] },
    [syncing]: refusal(409, "CONFLICT", "It is being synced at this moment."),
  });
  expect(await screen.findByText("The last sync failed, and changed nothing")).toBeVisible();
  expect(screen.getByText(message)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Sync Team skills" }));
  expect(await screen.findByText("It is being synced at this moment.")).toBeVisible();
});

it("changes and removes one", async () => {
  const { user, sent, serve } = open({
    "GET /sources": { items: [aSource()] },
    [`PATCH /sources/${id}`]: aSource({ folder: "more" }),
    [`DELETE /sources/${id}`]: new Response(null, { status: 204 }),
  });
  await user.click(await screen.findByRole("button", { name: "Change the source Team skills" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Change the source" }));
  expect(dialog.getByText(/One is stored/)).toBeVisible();
  await user.clear(dialog.getByLabelText("Folder"));
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await user.click(await screen.findByRole("button", { name: "Remove the source Team skills" }));
  serve({ "GET /sources": { items: [] } });
  await user.click(await screen.findByRole("button", { name: "Remove source" }));
  expect(
    await screen.findByRole("heading", { name: "No skills come from elsewhere by themselves" }),
  ).toBeVisible();
  expect(sent.map(({ call }) => call)).toEqual([`PATCH /sources/${id}`, `DELETE /sources/${id}`]);
  expect(sent[0]?.body).toMatchObject({ folder: "" });
  expect(sent[0]?.body).not.toHaveProperty("token");
  expect(sent[0]?.body).not.toHaveProperty("everyMinutes");
});

it("says how often it is synced by itself", async () => {
  const schedule = { everyMinutes: 360, nextAt: "2026-11-22T18:00:00.000Z" };
  open({ "GET /sources": { items: [aSource({ schedule })] } });
  expect(
    await screen.findByText(/never synced; synced by itself: every 6 hours; a token is stored/),
  ).toBeVisible();
});

it("lets who may not sync look, and says which role would do", async () => {
  open({ "GET /sources": { items: [withConflict] } }, "author");
  const button = await screen.findByRole("button", { name: /Sync Team skills/ });
  expect(button).toHaveAttribute("aria-disabled", "true");
  expect(screen.queryByRole("button", { name: /Remove the source/ })).toBeNull();
});
