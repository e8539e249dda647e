import { describe, expect, it } from "vitest";
import { readAllPages } from "./read-all-pages";

describe("all pages of a list", () => {
  it("come in their order, each asked for once, from where the one before ended", async () => {
    const asked: (string | undefined)[] = [];
    const pages: Record<string, { items: number[]; nextCursor: string | null }> = {
      "": { items: [1, 2], nextCursor: "b" },
      b: { items: [3], nextCursor: null },
    };
    const all = await readAllPages(async ({ cursor }) => {
      asked.push(cursor);
      return pages[cursor ?? ""] ?? { items: [], nextCursor: null };
    });
    expect(all).toEqual([1, 2, 3]);
    expect(asked).toEqual([undefined, "b"]);
  });

  it("end where a server leaves the next one out", async () => {
    const answer: { items: number[]; nextCursor: string | null } = JSON.parse('{"items":[1]}');
    expect(await readAllPages(async () => answer)).toEqual([1]);
  });

  it("fail with the page that could not be read", async () => {
    const failing = readAllPages(async ({ cursor }) => {
      if (cursor) throw new Error("Gone.");
      return { items: [1], nextCursor: "b" };
    });
    await expect(failing).rejects.toThrow("Gone.");
  });
});
