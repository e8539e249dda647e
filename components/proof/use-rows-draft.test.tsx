import { QueryClient } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { describe, expect, it, vi } from "vitest";
import { InWorkspace, viewer } from "@/components/layout/fixtures/in-workspace";
import { stillRouter } from "@/lib/testing/browser/app-router";
import { UnsavedWork } from "./unsaved-work";
import { type EditedRows, useRowsDraft } from "./use-rows-draft";

type Suite = { revision: number; rows: string[] };
const stored: Suite = { revision: 1, rows: ["a", "b"] };

function open() {
  const held = new UnsavedWork<EditedRows<Suite, string>>();
  const answers: ((suite: Suite) => void)[] = [];
  const save = vi.fn(() => new Promise<Suite>((resolve) => answers.push(resolve)));
  const of = {
    held,
    toRows: ({ rows }: Suite) => rows,
    isSame: (rows: readonly string[], suite: Suite) => rows.join() === suite.rows.join(),
    // Each row that was changed here stays as it is here.
    rebase: (base: Suite, rows: readonly string[], newer: Suite) =>
      newer.rows.map((row, at) => (rows[at] === base.rows[at] ? row : (rows[at] ?? row))),
    save,
    readAgain: async () => stored,
  };
  const cache = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <InWorkspace router={stillRouter} viewerRole="author" person={viewer} cache={cache}>
      {children}
    </InWorkspace>
  );
  const hook = renderHook(() => useRowsDraft<Suite, string>("notes", stored, of), { wrapper });
  const type = (rows: string[]) => act(() => hook.result.current.setRows(() => rows));
  const begin = async () => {
    act(() => hook.result.current.save.mutate());
    await waitFor(() => expect(answers).toHaveLength(1));
  };
  const answer = (suite: Suite) => act(async () => answers[0]?.(suite));
  return { ...hook, held, save, type, begin, answer };
}

describe("rows that are saved", () => {
  it("are the ones that were sent, by their revision, and no unsaved work any more", async () => {
    const { result, held, save, type, begin, answer } = open();
    type(["a", "c"]);
    expect(held.get("meridian/notes")?.rows).toEqual(["a", "c"]);
    await begin();
    await answer({ revision: 2, rows: ["a", "c"] });
    expect(save).toHaveBeenCalledWith(1, ["a", "c"]);
    expect(result.current).toMatchObject({ rows: ["a", "c"], isDirty: false, base: { revision: 2 } });
    expect(held.get("meridian/notes")).toBeUndefined();
  });

  it("leave what was typed meanwhile as it is, over what was saved", async () => {
    const { result, held, type, begin, answer } = open();
    type(["a", "c"]);
    await begin();
    type(["typed", "c"]);
    await answer({ revision: 2, rows: ["a", "c"] });
    expect(result.current).toMatchObject({ rows: ["typed", "c"], isDirty: true, base: { revision: 2 } });
    expect(held.get("meridian/notes")).toMatchObject({ base: { revision: 2 }, rows: ["typed", "c"] });
  });

  it("do not come back as unsaved to whoever left before the answer", async () => {
    const { held, type, begin, answer, unmount } = open();
    type(["a", "c"]);
    await begin();
    unmount();
    await answer({ revision: 2, rows: ["a", "c"] });
    expect(held.get("meridian/notes")).toBeUndefined();
  });
});
