import { renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it } from "vitest";
import { CurrentWorkspace } from "@/components/layout/current-workspace";
import { useWhyNotStopped } from "./use-why-not-stopped";

const at = "2026-11-21T10:00:00.000Z";
const viewer = { id: "0190a000-0000-7000-8000-000000000001", name: "Vera" };
const ines = { id: "0190a000-0000-7000-8000-000000000002", name: "Ines" };
const workspace = { id: viewer.id, slug: "desk", name: "Desk", role: "viewer" as const, createdAt: at };
const session = {
  user: { ...viewer, email: "vera@example.test", isOperator: false },
  workspaces: [workspace],
};

const wrapper = ({ children }: { children: ReactNode }) => (
  <CurrentWorkspace workspace={workspace} session={session}>
    {children}
  </CurrentWorkspace>
);

it.each([
  ["nothing runs", [{ startedBy: undefined, mayEdit: false }], undefined],
  ["the run is one's own", [{ startedBy: viewer, mayEdit: false }], undefined],
  ["the conversation is one's own", [{ startedBy: ines, mayEdit: true }], undefined],
  ["somebody else's run goes on", [{ startedBy: ines, mayEdit: false }], /A message of Ines.*or an admin/],
  ["the conversation is not known yet", [{ startedBy: ines, mayEdit: undefined }], /Ines/],
  [
    "one of two runs is somebody else's",
    [
      { startedBy: viewer, mayEdit: false },
      { startedBy: ines, mayEdit: false },
    ],
    /Ines/,
  ],
])("%s", (_what, going, said) => {
  const { result } = renderHook(() => useWhyNotStopped(going), { wrapper });
  if (said) expect(result.current).toMatch(said);
  else expect(result.current).toBeUndefined();
});
