import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { CurrentWorkspace } from "@/components/layout/current-workspace";
import type { Role } from "@/lib/access/permissions";
import type { Draft, DraftFinding } from "@/lib/library/drafts/draft-schema";
import { defaultPolicy } from "@/lib/reviews/policy-options";
import { SkillFindings } from "./skill-findings";

const id = "0190a000-0000-7000-8000-000000000001";
const person = { id, name: "Ines" };
const at = "2026-11-21T10:00:00.000Z";

const finding = (over: Partial<DraftFinding> = {}): DraftFinding => ({
  rule: "secret",
  severity: "blocking",
  path: "notes.md",
  range: { startLine: 3, startColumn: 5, endLine: 3, endColumn: 9 },
  message: "This looks like a GitLab token.",
  excerpt: "glpa… (26 characters)",
  fingerprint: "a".repeat(64),
  dismissal: null,
  ...over,
});

const draftOf = (findings: DraftFinding[]): Draft => ({
  skillId: id,
  name: "deploy",
  revision: 1,
  digest: "d".repeat(64),
  baseVersion: null,
  unchangedSince: null,
  updatedAt: at,
  updatedBy: person,
  files: [],
  issues: [],
  findings,
  tokens: { metadata: 0, instructions: 0, resources: 0 },
});

function open(
  findings: DraftFinding[],
  role: Role = "reviewer",
  answer: () => Response = () => Response.json({}),
  dismissRefusal: string | null = null,
) {
  const sent: { method: string; url: string; body: unknown }[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    if (url.endsWith("/publication")) return Response.json({ dismissRefusal });
    if (url.endsWith("/policy")) return Response.json(defaultPolicy);
    sent.push({ method: init.method ?? "GET", url, body: init.body ? JSON.parse(String(init.body)) : null });
    return answer();
  });
  const session = { user: { ...person, email: "ines@meridian.example", isOperator: false }, workspaces: [] };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CurrentWorkspace
        session={session}
        workspace={{ id, slug: "meridian", name: "Meridian", role, createdAt: at }}
      >
        <SkillFindings workspace="meridian" skill="deploy" draft={draftOf(findings)} />
      </CurrentWorkspace>
    </QueryClientProvider>,
  );
  return sent;
}

const dismissButton = () => screen.getByRole("button", { name: "Dismiss… secret in notes.md, line 3" });

afterEach(() => vi.unstubAllGlobals());

describe("the findings of a skill", () => {
  it("are dismissed with a reason, by keyboard alone", async () => {
    const sent = open([finding()]);
    // Past the place and the rule.
    for (let links = 0; links < 2; links++) await userEvent.tab();
    await userEvent.tab();
    expect(dismissButton()).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    expect(await screen.findByRole("dialog", { name: "Dismiss this finding" })).toHaveAccessibleDescription(
      /GitLab token/,
    );
    expect(screen.getByRole("textbox", { name: "Reason" })).toHaveFocus();
    await userEvent.keyboard("no{Control>}{Enter}{/Control}");
    expect(sent).toEqual([]);
    await userEvent.keyboard("t a real one{Control>}{Enter}{/Control}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent).toEqual([
      {
        method: "POST",
        url: "/api/v1/workspaces/meridian/skills/deploy/draft/dismissals",
        body: { fingerprint: "a".repeat(64), reason: "not a real one" },
      },
    ]);
    // Nothing is shown as done before the draft says so.
    expect(dismissButton()).toBeVisible();
  });

  it("that block are not for those who wrote part of the draft, and say so", async () => {
    const refusal = "You wrote part of this draft: somebody else has to dismiss what blocks it.";
    const sent = open([finding()], "reviewer", undefined, refusal);
    await userEvent.click(dismissButton());
    expect(await screen.findByText(refusal, { selector: "p *, p, div" })).toBeVisible();
    await userEvent.type(screen.getByRole("textbox", { name: "Reason" }), "An example");
    const dismiss = screen.getByRole("button", { name: "Dismiss" });
    expect(dismiss).toHaveAttribute("aria-disabled", "true");
    expect(dismiss).toHaveAccessibleDescription(refusal);
    await userEvent.click(dismiss);
    expect(sent).toEqual([]);
  });

  it("that only warn are for them too", async () => {
    open([finding({ severity: "warning" })], "reviewer", undefined, "You wrote part of this draft.");
    await userEvent.click(dismissButton());
    expect(screen.getByRole("button", { name: "Dismiss" })).toHaveAccessibleDescription("Say why first.");
  });

  it("keep the reason and say who was first when somebody else was", async () => {
    const conflict = {
      status: 409,
      code: "CONFLICT",
      title: "Conflict",
      detail: "Juna has dismissed this already.",
    };
    open([finding()], "reviewer", () => Response.json(conflict, { status: 409 }));
    await userEvent.click(dismissButton());
    await userEvent.type(screen.getByRole("textbox", { name: "Reason" }), "An example");
    await userEvent.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("Juna has dismissed this already.");
    expect(screen.getByRole("textbox", { name: "Reason" })).toHaveValue("An example");
  });

  it("that are dismissed are folded away with who and why, and can be undone", async () => {
    const dismissal = { reason: "An example key", by: { id, name: "Juna" }, at };
    const sent = open([finding({ dismissal }), finding({ fingerprint: "b".repeat(64), path: "b.md" })]);
    expect(screen.getByRole("list", { name: "Findings in the draft" }).children).toHaveLength(1);
    await userEvent.click(screen.getByText("Dismissed (1)"));
    expect(screen.getByText("“An example key”")).toBeVisible();
    expect(screen.getByText(/Juna/)).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Undo: secret in notes.md, line 3" }));
    await waitFor(() => expect(sent).toMatchObject([{ method: "DELETE" }]));
  });

  it("say to an author who may dismiss them", () => {
    open([finding(), finding({ severity: "warning", fingerprint: "c".repeat(64) })], "author");
    expect(screen.queryByRole("button", { name: /^Dismiss/ })).toBeNull();
    expect(screen.getByText("a reviewer may dismiss it")).toBeVisible();
  });

  it("that are all dismissed leave nothing to do", () => {
    open([finding({ dismissal: { reason: "Fine", by: person, at } })]);
    expect(screen.getByText("Nothing found")).toBeVisible();
    expect(screen.getByText("Dismissed (1)")).toBeVisible();
  });
});
