import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { diffText } from "@/lib/diff/diff-text";
import type { FileDiff, PackageDiffFacts } from "@/lib/library/diffs/diff-schema";
import { PackageDiff } from "./package-diff";
import type { PackageDiffProps } from "./package-diff-props";

const person = { id: "0190a000-0000-7000-8000-000000000001", name: "Ines" };
const side = { label: null, note: "", author: person, at: "2026-01-01T00:00:00.000Z", withdrawn: null };
const hash = (digit: string) => digit.repeat(64);
const lines = (edit: string) =>
  Array.from({ length: 30 }, (_, at) => (at === 19 ? `Line 20 is ${edit}.\n` : `Line ${at + 1}.\n`)).join("");

const document = {
  path: "SKILL.md",
  change: "changed",
  before: { sha256: hash("1"), size: 300 },
  after: { sha256: hash("2"), size: 310 },
} as const;
const facts: PackageDiffFacts = {
  from: { ...side, kind: "version", number: 6, revision: null, digest: hash("a") },
  to: { ...side, kind: "draft", number: null, revision: 42, digest: hash("b") },
  frontmatter: [
    {
      field: "description",
      before: "Names the owner.",
      after: "Names the team.",
      pieces: [
        { kind: "same", text: "Names the " },
        { kind: "removed", text: "owner" },
        { kind: "added", text: "team" },
        { kind: "same", text: "." },
      ],
    },
  ],
  measures: {
    descriptionLength: { before: 165, after: 229 },
    catalogueTokens: { before: 58, after: 71 },
    instructionTokens: { before: 1_096, after: 1_096 },
  },
  files: [
    { ...document, added: 1, removed: 1 },
    {
      path: "assets/logo.png",
      change: "changed",
      before: { sha256: hash("3"), size: 1_024 },
      after: { sha256: hash("4"), size: 2_048, executable: true },
      added: null,
      removed: null,
    },
  ],
  unchangedFiles: 4,
};

function answer(path: string): unknown {
  const url = new URL(path, "http://x");
  if (url.pathname.endsWith("/diff")) return facts;
  if (url.pathname.endsWith("/lines")) return { start: 1, lines: ["Line 1.", "Line 2."] };
  if (url.searchParams.get("path") !== "SKILL.md")
    return {
      ...facts.files[1],
      kind: "binary",
      oldLines: 0,
      newLines: 0,
      hunks: [],
      endings: null,
      limited: null,
    };
  const diff: FileDiff = {
    ...document,
    kind: "text",
    ...diffText(lines("old"), lines("new"), { isDocument: true }),
  };
  return diff;
}

function open(props: Partial<PackageDiffProps> = {}, respond = answer) {
  vi.stubGlobal("fetch", async (url: string) => {
    const body = respond(url);
    return body instanceof Response ? body : Response.json(body);
  });
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={cache}>
      <PackageDiff workspace="meridian" skill="triage" from="6" to="draft" {...props} />
    </QueryClientProvider>,
  );
}

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe("PackageDiff", () => {
  it("tells the frontmatter word by word and what each side weighs, in a table", async () => {
    open();
    const table = await screen.findByRole("table", { name: /frontmatter/i });
    expect(within(table).getByRole("columnheader", { name: "v6" })).toBeVisible();
    expect(within(table).getByRole("columnheader", { name: "Draft r42" })).toBeVisible();
    expect(within(table).getByText("owner").tagName).toBe("DEL");
    expect(within(table).getByText("team").tagName).toBe("INS");
    expect(
      within(table).getByRole("row", { name: /Description length 165 characters 229 of 1,024/ }),
    ).toBeVisible();
    expect(within(table).queryByRole("row", { name: /Instruction tokens/ })).toBeNull();
  });

  it("says of every line in words whether it came or went", async () => {
    open();
    const table = await screen.findByRole("table", { name: /Lines of SKILL.md/ });
    const removed = within(table).getByText("Removed:");
    expect(removed.closest("tr")).toHaveTextContent("20");
    expect(within(table).getByText("Added:")).toBeInTheDocument();
    expect(within(table).getByRole("button", { name: "Show 16 unchanged lines" })).toBeVisible();
  });

  it("tells binary files by size and hash", async () => {
    open();
    const section = await screen.findByRole("region", { name: "assets/logo.png" });
    expect(await within(section).findByText("1 KB", { exact: false })).toBeVisible();
    expect(within(section).getByText(/\+1,024 bytes/)).toBeVisible();
  });

  it("draws the first of many files, and the way to each of them", async () => {
    const many = Array.from({ length: 20 }, (_, at) => ({ ...document, path: `references/${at}.md` }));
    const files = many.map((file) => ({ ...file, added: 1, removed: 1 }));
    open({}, (url) => (/\/diff\?/.test(url) ? { ...facts, files } : answer(url)));
    const user = userEvent.setup();
    expect(await screen.findByText("8 more files")).toBeVisible();
    expect(screen.getAllByRole("region")).toHaveLength(12);
    await user.click(screen.getByRole("button", { name: "Files" }));
    await user.click(screen.getByRole("button", { name: /^references\/15\.md/ }));
    const last = screen.getByRole("region", { name: "references/15.md" });
    expect(within(last).getByRole("button", { expanded: true })).toHaveFocus();
    expect(screen.queryByText(/more files?$/)).toBeNull();
  });

  it("gives lines to answer, one or several, and a place below each", async () => {
    const onLineAction = vi.fn();
    const user = userEvent.setup();
    open({
      onLineAction,
      renderAfterLines: ({ side: of, line }) => (of === "new" && line === 20 ? <p>A thread</p> : null),
    });
    expect(await screen.findByText("A thread")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Comment on line 19, after" }));
    expect(onLineAction).toHaveBeenLastCalledWith({
      path: "SKILL.md",
      side: "new",
      startLine: 19,
      endLine: 19,
      quote: "Line 19.",
    });
    await user.keyboard("{Shift>}");
    await user.click(screen.getByRole("button", { name: "Comment on line 20, after" }));
    await user.keyboard("{/Shift}");
    expect(onLineAction).toHaveBeenLastCalledWith({
      path: "SKILL.md",
      side: "new",
      startLine: 19,
      endLine: 20,
      quote: "Line 19.\nLine 20 is new.",
    });
    await user.keyboard("{ArrowDown}");
    expect(screen.getByRole("button", { name: "Comment on line 21, after" })).toHaveFocus();
  });

  it("shows unchanged lines that hold a thread", async () => {
    open({
      keepLines: [{ path: "SKILL.md", side: "new", line: 1 }],
      renderAfterLines: ({ side: of, line }) =>
        of === "new" && line === 1 ? <p>About the first line</p> : null,
    });
    expect(await screen.findByText("About the first line")).toBeVisible();
  });

  it("folds a file that is ticked as viewed, and remembers it for these two texts", async () => {
    const user = userEvent.setup();
    const first = open();
    await screen.findByRole("table", { name: /Lines of SKILL.md/ });
    await user.click(screen.getByRole("checkbox", { name: "Viewed SKILL.md" }));
    expect(screen.queryByRole("table", { name: /Lines of SKILL.md/ })).toBeNull();
    first.unmount();
    open();
    expect(await screen.findByRole("checkbox", { name: "Viewed SKILL.md", checked: true })).toBeVisible();
  });

  it("says that nothing differs, and what went wrong", async () => {
    const same = { ...facts, files: [], frontmatter: [] };
    const first = open({}, () => same);
    expect(await screen.findByText("Nothing differs")).toBeVisible();
    first.unmount();
    const problem = {
      status: 404,
      code: "NOT_FOUND",
      title: "Not found",
      detail: "triage has no version 6.",
    };
    open({}, () => Response.json(problem, { status: 404 }));
    expect(await screen.findByRole("alert")).toHaveTextContent("triage has no version 6.");
  });
});
