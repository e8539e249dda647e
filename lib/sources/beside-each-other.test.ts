import { describe, expect, it } from "vitest";
import { besideEachOther } from "./beside-each-other";

const row = (workspaceId: string, id: string) => ({ workspaceId, id });

describe("work on rows of several workspaces", () => {
  it("keeps nobody waiting but the workspace whose row is slow", async () => {
    const underWay = new Map<string, Promise<number>>();
    const slow = Promise.withResolvers<boolean>();
    const begun: string[] = [];
    const work = ({ id }: { id: string }) => {
      begun.push(id);
      return id === "a1" ? slow.promise : Promise.resolve(true);
    };
    const all = besideEachOther({ underWay, rows: [row("a", "a1"), row("a", "a2"), row("b", "b1")], work });
    await expect.poll(() => underWay.has("b")).toBe(false);
    expect(begun).toEqual(["a1", "b1"]);
    expect(await besideEachOther({ underWay, rows: [row("a", "a3"), row("b", "b2")], work })).toBe(1);
    slow.resolve(false);
    expect(await all).toBe(2);
    expect(begun).toEqual(["a1", "b1", "b2", "a2"]);
    expect(underWay.size).toBe(0);
  });

  it("goes on after one that throws", async () => {
    const underWay = new Map<string, Promise<number>>();
    const work = () => Promise.reject(new Error("Lost"));
    await expect(besideEachOther({ underWay, rows: [row("a", "a1")], work })).rejects.toThrow("Lost");
    expect(underWay.size).toBe(0);
  });
});
