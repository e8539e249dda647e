import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import type { Comment, Thread } from "@/lib/discussion/schema";
import { ThreadView } from "./thread-view";

const ines = { id: "0190a000-0000-7000-8000-000000000001", name: "Ines Kovač" };
const aiko = { id: "0190a000-0000-7000-8000-000000000002", name: "Aiko Mori" };
const at = "2026-11-21T10:00:00.000Z";

const commentOf = (over: Partial<Comment> = {}): Comment => ({
  id: "0190a000-0000-7000-8000-0000000000c1",
  author: aiko,
  body: "What if the person is **wrong**?",
  mentions: [],
  suggestion: null,
  createdAt: at,
  editedAt: null,
  ...over,
});

const filePlace = {
  kind: "file" as const,
  side: "new" as const,
  path: "SKILL.md",
  startLine: 25,
  endLine: 25,
  digest: "d".repeat(64),
  revision: 41,
  quote: "Never lower a severity.",
  now: { path: "SKILL.md", startLine: 25, endLine: 25, moved: false },
  hunk: { from: 24, lines: ["Read the matrix.", "Never lower a severity.", "Then go on."] },
};

const threadOf = (over: Partial<Thread> = {}): Thread => ({
  id: "0190a000-0000-7000-8000-0000000000d1",
  review: null,
  place: filePlace,
  resolved: null,
  createdBy: aiko,
  createdAt: at,
  comments: [commentOf()],
  ...over,
});

function open(thread: Thread, options: { blocked?: string; viewer?: typeof ines; fails?: boolean } = {}) {
  const answer = async () => {
    if (options.fails) throw new Error("The server does not answer.");
  };
  const commands = {
    reply: vi.fn(answer),
    edit: vi.fn(answer),
    remove: vi.fn(answer),
    resolve: vi.fn(),
    apply: vi.fn(answer),
  };
  render(
    <ThreadView
      thread={thread}
      before="v6"
      viewerId={(options.viewer ?? ines).id}
      people={[ines, aiko]}
      commands={commands}
      blocked={options.blocked}
      applyBlocked={undefined}
      eventHref={({ id, seq }) => `/playground/${id}?event=${seq}`}
    />,
  );
  return { commands, user: userEvent.setup() };
}

describe("a thread on lines", () => {
  it("says where it stands, that it is open, who wrote on which revision, and what", async () => {
    open(threadOf());
    const thread = screen.getByRole("region", { name: "Thread on SKILL.md, line 25, draft" });
    expect(within(thread).getByText("Line 25, draft")).toBeVisible();
    expect(within(thread).getByText("Open")).toBeVisible();
    const comment = within(thread).getByRole("article", { name: "Comment by Aiko Mori" });
    expect(comment).toHaveTextContent(/ago on r41/);
    expect(await within(comment).findByText("wrong")).toBeVisible();
  });

  it("applies a suggestion with one click, and says which revision one became", async () => {
    const suggestion = { text: "Ask first.", applied: null, blocked: null };
    const first = commentOf({ suggestion });
    const later = { ...suggestion, applied: { by: ines, at, revision: 43 } };
    const second = commentOf({ id: "0190a000-0000-7000-8000-0000000000c2", suggestion: later });
    const thread = threadOf({ comments: [first, second] });
    const { commands, user } = open(thread);
    expect(screen.getAllByText(/suggests line 25/)).toHaveLength(2);
    await user.click(screen.getByRole("button", { name: "Apply" }));
    expect(commands.apply).toHaveBeenCalledWith(thread, first);
    expect(screen.getByText("Applied as r43")).toBeVisible();
  });

  it("says in words why a suggestion cannot be applied", async () => {
    const suggestion = { text: "", applied: null, blocked: "The lines have changed since." };
    const { commands, user } = open(threadOf({ comments: [commentOf({ suggestion })] }));
    expect(screen.getByText("Remove these lines")).toBeVisible();
    expect(screen.getByText("The lines have changed since.", { selector: "p" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Apply" }));
    expect(commands.apply).not.toHaveBeenCalled();
  });

  it("shows the lines as they stood when they are gone, and suggests nothing for them", async () => {
    const { user } = open(threadOf({ place: { ...filePlace, now: null } }));
    const thread = screen.getByRole("region", { name: /^Outdated thread on SKILL.md/ });
    expect(within(thread).getByText("Outdated")).toBeVisible();
    const rows = within(thread).getAllByRole("row");
    expect(rows.map((row) => row.textContent)).toEqual([
      "24Read the matrix.",
      "25Never lower a severity.",
      "26Then go on.",
    ]);
    await user.click(within(thread).getByRole("button", { name: "Reply" }));
    expect(screen.queryByRole("button", { name: "Suggest a change" })).toBeNull();
  });

  it("says where its lines were, once they have moved", () => {
    open(
      threadOf({
        place: { ...filePlace, now: { ...filePlace.now, startLine: 30, endLine: 31, moved: true } },
      }),
    );
    expect(screen.getByText("Lines 30 to 31, draft")).toBeVisible();
    expect(screen.getByText("was line 25")).toBeVisible();
  });

  it("gives a reply back when it could not be sent", async () => {
    const { commands, user } = open(threadOf(), { fails: true });
    await user.click(screen.getByRole("button", { name: "Reply" }));
    await user.type(screen.getByRole("textbox", { name: "Reply" }), "Agreed.");
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(commands.reply).toHaveBeenCalledWith(expect.anything(), { body: "Agreed." });
    expect(await screen.findByRole("textbox", { name: "Reply" })).toHaveValue("Agreed.");
  });

  it("is one line once it is resolved, until somebody shows it again", async () => {
    const thread = threadOf({ resolved: { by: ines, at } });
    const { commands, user } = open(thread);
    expect(screen.queryByRole("article")).toBeNull();
    expect(screen.getByText(/^Resolved/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Show" }));
    expect(screen.getByRole("article")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Reopen" }));
    expect(commands.resolve).toHaveBeenCalledWith(thread, false);
  });

  it("lets nobody else edit or delete a comment", () => {
    open(threadOf());
    expect(screen.queryByRole("button", { name: "Your comment" })).toBeNull();
  });

  it("asks before one's own comment is deleted, and says that the thread goes too", async () => {
    const { commands, user } = open(threadOf(), { viewer: aiko });
    await user.click(screen.getByRole("button", { name: "Your comment" }));
    await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
    const question = await screen.findByRole("alertdialog", { name: "Delete this comment?" });
    expect(question).toHaveTextContent("The thread goes with it.");
    expect(commands.remove).not.toHaveBeenCalled();
    await user.click(within(question).getByRole("button", { name: "Delete comment" }));
    expect(commands.remove).toHaveBeenCalledOnce();
  });

  it("tells those who may not write why", async () => {
    const { commands, user } = open(threadOf(), { blocked: "Your role here is viewer." });
    const reply = screen.getByRole("button", { name: "Reply" });
    expect(reply).toHaveAccessibleDescription("Your role here is viewer.");
    await user.click(screen.getByRole("button", { name: "Resolve" }));
    expect(commands.resolve).not.toHaveBeenCalled();
  });
});

describe("a thread on a playground event", () => {
  const place = {
    kind: "event" as const,
    conversation: { id: "c1", title: "EU checkout 502s", seq: 13, turn: 3 },
    type: "request-refused" as const,
    words: "Refused: ../../oncall/rota.yaml, outside the package",
  };

  it("shows the event as it looks everywhere, and leads to it", () => {
    open(threadOf({ place }));
    const link = screen.getByRole("link", { name: /^Open in EU checkout 502s: Refused/ });
    expect(link).toHaveAttribute("href", "/playground/c1?event=13");
    expect(link).toHaveTextContent("outside the packageturn 3, event 13");
  });

  it("shows what was recorded to the letter, whatever events are called today", () => {
    const recorded = "Run finished: done: all of it";
    open(threadOf({ place: { ...place, type: "run-finished" as const, words: recorded } }));
    expect(screen.getByText(recorded)).toBeVisible();
    open(threadOf({ place: { ...place, type: null, words: "Something older" } }));
    expect(screen.getByText("Something older")).toBeVisible();
  });

  it("stays readable when the conversation is gone", () => {
    open(threadOf({ place: { ...place, conversation: null } }));
    expect(screen.queryByRole("link")).toBeNull();
    expect(screen.getByText("conversation deleted")).toBeVisible();
  });
});
