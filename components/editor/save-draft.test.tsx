import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { useIsSignedOut } from "@/components/layout/presence";
import { ApiError } from "@/lib/api/client";
import type { Draft } from "@/lib/library/schema";
import { DraftSession } from "./draft-session";
import { findFile, putFile } from "./draft-state";
import { saveDraft } from "./save-draft";

const someone = { id: "0190a000-0000-7000-8000-000000000001", name: "Ines" };
const empty: Draft = {
  ...{ revision: 1, digest: "d", skillId: someone.id, name: "pdf-tools", baseVersion: null },
  ...{ updatedAt: "2026-11-21T10:00:00.000Z", updatedBy: someone, files: [], issues: [], findings: [] },
  tokens: { metadata: 0, instructions: 0, resources: 0 },
};

it("a save that finds nobody signed in keeps the text, and the whole page learns of it", async () => {
  const refuse = () => Promise.reject(new ApiError(401, "UNAUTHENTICATED", "Sign in first."));
  const session = new DraftSession(empty, { draft: refuse, file: refuse, bytes: refuse, save: refuse });
  session.change(putFile(session.draft, "SKILL.md", { kind: "text", text: "Half a thought" }));
  const { result } = renderHook(() => useIsSignedOut());
  expect(result.current).toBe(false);
  const outcome = await act(() => saveDraft(session));
  expect(outcome).toEqual({ kind: "failed", message: "Sign in first." });
  expect(result.current).toBe(true);
  expect(findFile(session.draft, "SKILL.md")?.text).toBe("Half a thought");
});
