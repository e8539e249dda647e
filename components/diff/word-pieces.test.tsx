import { render } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { bareText } from "@/lib/testing/browser/bare-text";
import { LineText, SidePieces } from "./word-pieces";

const trojan = '"user\u202e \u2066// only admins\u2069 \u2066"';

describe("a line of a comparison", () => {
  it("shows what it hides, whole or in words, and keeps it for whoever copies", () => {
    for (const line of [
      { line: 1, text: trojan },
      {
        line: 1,
        text: trojan,
        pieces: [
          { text: trojan.slice(0, 9), changed: true },
          { text: trojan.slice(9), changed: false },
        ],
      },
    ])
      for (const side of ["old", "new"] as const) {
        const { container, unmount } = render(<LineText line={line} side={side} />);
        expect(bareText(container)).toEqual([]);
        expect(container.querySelectorAll(".hidden-mark")).toHaveLength(4);
        expect(container.textContent).toBe(trojan);
        unmount();
      }
  });

  it("shows what a field of the frontmatter hides on either side", () => {
    const pieces = [
      { kind: "same", text: "Reads\u202e" },
      { kind: "removed", text: "a\u200b" },
      { kind: "added", text: "b\u001b[2J" },
    ] as const;
    for (const side of ["old", "new"] as const) {
      const { container, unmount } = render(<SidePieces pieces={[...pieces]} side={side} />);
      expect(bareText(container)).toEqual([]);
      expect(container.querySelectorAll(".hidden-mark")).toHaveLength(2);
      unmount();
    }
  });
});
