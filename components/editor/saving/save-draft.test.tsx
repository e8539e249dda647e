import { act, renderHook } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { useIsSignedOut } from "@/components/layout/signed-in-state";
import { ApiError } from "@/lib/api/client";
import type { Draft } from "@/lib/library/drafts/draft-schema";
import { DraftSession } from "./draft-session";
import { findFile, putFile } from "./draft-state";
import { notSavedWords, saveDraft } from "./save-draft";
import { useSaveAgain } from "./use-save-again";

const someone = { id: "0190a000-0000-7000-8000-000000000001", name: "Ines" };
const empty: Draft = {
  revision: 1,
  digest: "d",
  skillId: someone.id,
  name: "pdf-tools",
  baseVersion: null,
  unchangedSince: null,
  updatedAt: "2026-11-21T10:00:00.000Z",
  updatedBy: someone,
  files: [],
  issues: [],
  findings: [],
  tokens: { metadata: 0, instructions: 0, resources: 0 },
};

it("a save that finds nobody signed in keeps the text, and the whole page learns of it", async () => {
  const refuse = () => Promise.reject(new ApiError(401, "UNAUTHENTICATED", "Sign in first."));
  const session = new DraftSession(empty, { draft: refuse, file: refuse, bytes: refuse, save: refuse });
  session.change(putFile(session.draft, "SKILL.md", { kind: "text", text: "Half a thought" }));
  const { result } = renderHook(() => useIsSignedOut());
  expect(result.current).toBe(false);
  const outcome = await act(() => saveDraft(session));
  expect(outcome).toEqual({ kind: "failed", message: "Sign in first.", againInMs: null });
  expect(result.current).toBe(true);
  expect(findFile(session.draft, "SKILL.md")?.text).toBe("Half a thought");
});

describe("a save that the server cannot take at the moment", () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const dirtySession = (save: () => Promise<Draft & { rebased: boolean }>) => {
    const refuse = () => Promise.reject(new Error("not asked for"));
    const session = new DraftSession(empty, { draft: refuse, file: refuse, bytes: refuse, save });
    session.change(putFile(session.draft, "SKILL.md", { kind: "text", text: "Half a thought" }));
    return session;
  };
  const busy = (status: number, seconds: number | null) =>
    new ApiError(status, "UNAVAILABLE", "The server is busy.", {}, [], "t", seconds);

  it.each([
    [429, 3, 3_000],
    [503, 10, 10_000],
    [507, 60, 60_000],
    [503, null, 5_000],
    [422, 3, null],
  ])("%i with Retry-After %s is tried again in %s ms", async (status, seconds, againInMs) => {
    vi.stubGlobal("fetch", async () => Response.json({ status: "ok" }));
    const session = dirtySession(() => Promise.reject(busy(status, seconds)));
    const outcome = await saveDraft(session);
    expect(outcome).toEqual({ kind: "failed", message: "The server is busy.", againInMs });
    expect(findFile(session.draft, "SKILL.md")?.text).toBe("Half a thought");
    expect(notSavedWords({ message: "Busy.", againInMs })).toContain(
      againInMs === null ? "Your text is kept." : "tried again by itself",
    );
  });

  it("is saved by itself when the time has come, with what was typed since", async () => {
    vi.useFakeTimers();
    vi.stubGlobal("fetch", async () => Response.json({ status: "ok" }));
    let tries = 0;
    const session = dirtySession(() => {
      tries += 1;
      return tries === 1
        ? Promise.reject(busy(503, 2))
        : Promise.resolve({ ...empty, revision: 2, rebased: false });
    });
    const save = async () => void (await saveDraft(session));
    renderHook(() => useSaveAgain(session, save));
    await act(save);
    session.type(session.state.get().activeId ?? "", "A whole thought");
    await act(() => vi.advanceTimersByTimeAsync(1_900));
    expect(tries).toBe(1);
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(tries).toBe(2);
    expect(session.state.get().save).toEqual({ kind: "idle" });
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(tries).toBe(2);
  });
});
