import { describe, expect, it } from "vitest";
import { type HostKeys, meetHost } from "./meet-host";

/** A keeper of one host in memory, and what it told. */
function aKeeper(kept: HostKeys | null, { keepsFirst = true } = {}) {
  const told: unknown[] = [];
  const state = { kept };
  const keeper = {
    read: async () => state.kept,
    keepFirst: keepsFirst
      ? async (hostKey: string) => {
          if (state.kept?.hostKey !== null) return false;
          state.kept = { hostKey, offeredHostKey: null };
          return true;
        }
      : null,
    offer: async (offeredHostKey: string | null, hostKey: string | null) => {
      if (state.kept?.hostKey === hostKey) state.kept = { hostKey, offeredHostKey };
    },
    tell: async (...event: unknown[]) => {
      told.push(event);
    },
  };
  return { state, told, meet: (hostKey: string) => meetHost(keeper, hostKey) };
}

const none = { hostKey: null, offeredHostKey: null };

describe("a host that is met", () => {
  it("is kept the first time, known again, and told once", async () => {
    const { meet, state, told } = aKeeper(none);
    expect([await meet("A"), await meet("A")]).toEqual([true, true]);
    expect(state.kept).toEqual({ hostKey: "A", offeredHostKey: null });
    expect(told).toEqual([["host-kept", { hostKey: "A" }]]);
  });

  it("is refused with another key, which is kept beside the first and told once", async () => {
    const { meet, state, told } = aKeeper({ hostKey: "A", offeredHostKey: null });
    expect([await meet("B"), await meet("B")]).toEqual([false, false]);
    expect(state.kept).toEqual({ hostKey: "A", offeredHostKey: "B" });
    expect(told).toEqual([["host-refused", { was: "A", is: "B" }]]);
    expect(await meet("A")).toBe(true);
    expect(state.kept).toEqual({ hostKey: "A", offeredHostKey: null });
    expect(told).toHaveLength(1);
  });

  it("is refused at first too where a person accepts it, and then known", async () => {
    const { meet, state, told } = aKeeper(none, { keepsFirst: false });
    expect(await meet("A")).toBe(false);
    expect(state.kept).toEqual({ hostKey: null, offeredHostKey: "A" });
    expect(told).toEqual([["host-refused", { was: null, is: "A" }]]);
    state.kept = { hostKey: "A", offeredHostKey: null };
    expect(await meet("A")).toBe(true);
  });

  it("is nobody's where there is nothing to keep it with", async () => {
    const { meet, told } = aKeeper(null);
    expect(await meet("A")).toBe(false);
    expect(told).toEqual([]);
  });
});
