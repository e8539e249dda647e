import { screen, within } from "@testing-library/react";
import axe from "axe-core";
import { expect, it } from "vitest";
import type { SourceConflict } from "@/lib/sources/schema";
import { type Answers, refusal } from "@/lib/testing/browser/answer-server";
import { aSource, sourceId as id } from "./fixtures/a-source";
import { openSources } from "./fixtures/open-sources";

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
  ours: { digest, revision: 4 },
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

it("says what a source is where there is none, and adds one", async () => {
  const { user, sent, serve } = openSources({ "GET /sources": { items: [] }, "POST /sources": aSource() });
  expect(await screen.findByRole("heading", { name: "No sources yet" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Add a source" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add a source" }));
  expect(dialog.queryByLabelText("Key of the host")).toBeNull();
  await user.type(dialog.getByLabelText("Name"), "Team skills");
  await user.type(dialog.getByLabelText("Repository"), "https://github.com/meridian/skills.git");
  await user.type(dialog.getByLabelText("Folder"), "skills");
  await user.type(dialog.getByLabelText("Token"), "ghp_secret");
  expect(dialog.getByLabelText("Token")).toHaveAttribute("type", "password");
  await user.selectOptions(dialog.getByLabelText("Sync"), "Every hour");
  await user.click(dialog.getByRole("checkbox", { name: /Ask for review/ }));
  serve({ "GET /sources": { items: [aSource()] } });
  await user.click(dialog.getByRole("button", { name: "Add the source" }));
  expect(await screen.findByText("Never synced")).toBeVisible();
  expect(screen.getByText("Token stored")).toBeVisible();
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
  const { user, sent } = openSources({ "GET /sources": { items: [] }, "POST /sources": aSource() });
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
  openSources({ "GET /sources": { items } });
  expect(await screen.findByText("Archive")).toBeVisible();
  expect(screen.getByText("example.org/a.zip · dddddddddddd · skills")).toBeVisible();
  expect(screen.getByText("Index of skills")).toBeVisible();
  expect(screen.getAllByText("By hand")).toHaveLength(2);
});

it("syncs, and shows what was found and what was left out", async () => {
  const { user, sent, serve } = openSources({
    "GET /sources": { items: [aSource()] },
    [syncing]: withConflict,
  });
  const button = await screen.findByRole("button", { name: "Sync now: Team skills" });
  serve({ "GET /sources": { items: [withConflict] } });
  await user.click(button);
  const table = await screen.findByRole("table");
  expect(
    within(table)
      .getAllByRole("row")
      .slice(1)
      .map((row) => row.textContent),
  ).toEqual(["Conflict: leftpdfBoth changed.Compare and decide", "Addednotes", "Gone from the sourceold"]);
  expect(screen.getByText("pdf/sub is a submodule and was left out.")).toBeVisible();
  expect(sent).toMatchObject([{ call: syncing, body: {} }]);
});

async function openConflict(answers: Answers) {
  const opened = openSources({
    "GET /sources": { items: [withConflict] },
    [`GET /sources/${id}/conflicts/pdf`]: conflict,
    ...answers,
  });
  await opened.user.click(await screen.findByRole("button", { name: "Compare and decide" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Decide pdf" }));
  await dialog.findByRole("group", { name: /SKILL.md, change 1 of 1/ });
  return { ...opened, dialog };
}

it("shows base, here and source of each change, and keeps the draft that was seen", async () => {
  const { user, sent, serve, dialog } = await openConflict({ [syncing]: aSource() });
  const file = dialog.getByRole("region", { name: "SKILL.md" });
  expect(file).toHaveTextContent(/changed in both.*BasetwoHeremineIn the sourcetheirs/);
  expect(dialog.getByText("Not shown: 2 KB.")).toBeVisible();
  expect(dialog.getByText("Made executable.")).toBeVisible();
  serve({ "GET /sources": { items: [aSource()] } });
  await user.click(dialog.getByRole("button", { name: "Keep the draft here" }));
  expect(await screen.findByText("Never synced")).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(sent).toMatchObject([{ call: syncing, body: { keep: [{ skill: "pdf", digest }] } }]);
});

const mending = `POST /sources/${id}/conflicts/pdf`;

it("saves what was chosen of each change by the keyboard alone, once nothing is left to decide", async () => {
  const { user, sent, serve, dialog } = await openConflict({ [mending]: aSource() });
  expect(dialog.getByText("1 change to decide.", { selector: "p" })).toBeVisible();
  const save = () => dialog.getByRole("button", { name: /Save the result/ });
  expect(save()).toHaveAttribute("aria-disabled", "true");
  expect(save()).toHaveAccessibleDescription("1 change to decide.");
  await user.click(dialog.getByText("What SKILL.md becomes"));
  expect(dialog.getByText(/There are changes to decide/)).toBeVisible();
  const [ours] = dialog.getAllByRole("radio", { name: "As here" });
  ours?.focus();
  await user.keyboard("{ArrowRight}{ArrowRight}");
  expect(dialog.getByRole("radio", { name: "Both, here first" })).toBeChecked();
  expect(dialog.getByRole("region", { name: "SKILL.md as it becomes" })).toHaveTextContent("one mine theirs");
  expect(dialog.getByText("Every change is decided.")).toBeVisible();
  await user.click(dialog.getByRole("radio", { name: /As here, without it/ }));
  serve({ "GET /sources": { items: [aSource()] } });
  save().focus();
  await user.keyboard("{Enter}");
  expect(await screen.findByText("Never synced")).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(sent).toMatchObject([
    {
      call: mending,
      body: {
        theirs: digest,
        baseRevision: 4,
        files: [{ path: "SKILL.md", text: "one\nmine\ntheirs", executable: false }],
      },
    },
  ]);
});

it("has no barrier in the choice of changes", async () => {
  await openConflict({});
  expect((await axe.run(screen.getByRole("dialog"))).violations).toEqual([]);
});

it("takes a file whole that is no text, and says when the draft is another one by now", async () => {
  const { user, sent, serve, dialog } = await openConflict({
    [mending]: refusal(
      409,
      "CONFLICT",
      "The draft was saved meanwhile. Look at the newer one, then mend it.",
    ),
  });
  await user.click(dialog.getByRole("radio", { name: "As here" }));
  expect(dialog.getByRole("radio", { name: "As in the source (2 KB)" })).toBeChecked();
  serve({ [`GET /sources/${id}/conflicts/pdf`]: { ...conflict, ours: { digest, revision: 5 } } });
  await user.click(dialog.getByRole("button", { name: /Save the result/ }));
  expect(
    await dialog.findByText("The draft was saved meanwhile. Look at the newer one, then mend it."),
  ).toBeVisible();
  expect(await dialog.findByText("1 change to decide.", { selector: "p" })).toBeVisible();
  expect(sent).toMatchObject([{ call: mending, body: { files: [{ path: "logo.png", take: "theirs" }] } }]);
});

it("stays open where the source has another text by now", async () => {
  const { user, sent } = openSources({
    "GET /sources": { items: [withConflict] },
    [`GET /sources/${id}/conflicts/pdf`]: conflict,
    [syncing]: withConflict,
  });
  await user.click(await screen.findByRole("button", { name: "Compare and decide" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Decide pdf" }));
  await dialog.findByRole("group", { name: /SKILL.md, change 1 of 1/ });
  await user.click(dialog.getByRole("button", { name: "Take the source’s text" }));
  expect(await dialog.findByText("The source or the draft has another text by now")).toBeVisible();
  expect(sent).toMatchObject([{ call: syncing, body: { take: [{ skill: "pdf", digest, ours: digest }] } }]);
});

it("tells why a sync failed, and that nothing was changed", async () => {
  const message = "github.com wants a user name and a token.";
  const failure = { kind: "credentials" as const, message, at: "2026-11-22T16:00:00.000Z" };
  const { user } = openSources({
    "GET /sources": { items: [aSource({ failure })] },
    [syncing]: refusal(409, "CONFLICT", "It is being synced at this moment."),
  });
  expect(await screen.findByText("The last sync failed, and changed nothing")).toBeVisible();
  expect(screen.getByText(message)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Sync now: Team skills" }));
  expect(await screen.findByText("It is being synced at this moment.")).toBeVisible();
});

it("changes and removes one", async () => {
  const { user, sent, serve } = openSources({
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
  expect(await screen.findByRole("heading", { name: "No sources yet" })).toBeVisible();
  expect(sent.map(({ call }) => call)).toEqual([`PATCH /sources/${id}`, `DELETE /sources/${id}`]);
  expect(sent[0]?.body).toMatchObject({ folder: "" });
  expect(sent[0]?.body).not.toHaveProperty("token");
  expect(sent[0]?.body).not.toHaveProperty("everyMinutes");
});

it("says how often it is synced by itself", async () => {
  const schedule = { everyMinutes: 360, nextAt: "2026-11-22T18:00:00.000Z" };
  openSources({ "GET /sources": { items: [aSource({ schedule })] } });
  expect(await screen.findByText("Every 6 hours")).toBeVisible();
});

it("lets who may not sync look, and says which role would do", async () => {
  openSources({ "GET /sources": { items: [withConflict] } }, "author");
  const button = await screen.findByRole("button", { name: /Sync now: Team skills/ });
  expect(button).toHaveAttribute("aria-disabled", "true");
  expect(screen.queryByRole("button", { name: /Remove the source/ })).toBeNull();
});
