import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { Markdown } from "./markdown";
import { ShownText } from "./shown-text";

const tags = [..."ignore"].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join("");

describe("ShownText", () => {
  it("leaves a plain text alone, and what emoji and scripts need", () => {
    const { container } = render(<ShownText text={"Plain \u2764\ufe0f \u0645\u06cc\u200c\u062e"} />);
    expect(container.innerHTML).toBe("Plain \u2764\ufe0f \u0645\u06cc\u200c\u062e");
  });

  it("draws a mark that is read out, and keeps the character for whoever copies", () => {
    const text = "to\u202e moc.live \u202cour";
    const { container } = render(<ShownText text={text} />);
    const marks = screen.getAllByRole("img");
    expect(marks.map((mark) => mark.dataset.mark)).toEqual(["U+202E", "U+202C"]);
    expect(marks[0]).toHaveAccessibleName("hidden: right-to-left override, U+202E");
    expect(container.textContent).toBe(text);
  });

  it("shows what tags spell", () => {
    render(<ShownText text={`Reads.${tags}`} />);
    expect(screen.getByRole("img").dataset.mark).toContain("\u201cignore\u201d");
  });

  it("draws some hundreds of marks, and tells the rest as text", () => {
    const { container } = render(<ShownText text={"a\u202e".repeat(5_000)} />);
    expect(container.querySelectorAll(".hidden-mark").length).toBe(400);
    const bare = [...container.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    expect(bare.map((node) => node.textContent).join("")).not.toContain("\u202e");
  });
});

describe("marks in Markdown", () => {
  it("stand in paragraphs, headings, links, tables and code", () => {
    const text = [
      "# T\u202eitle",
      "Par\u200bagraph with `co\u202ede` and [li\u2066nk](https://x.example).",
      "| a\u202eb |\n| - |\n| c |",
      "```\nblo\u202eck\n```",
    ].join("\n\n");
    const { container } = render(<Markdown text={text} />);
    for (const place of ["h2", "p", "p code", "a", "th", "pre code"])
      expect(container.querySelector(`${place} .hidden-mark`), place).not.toBeNull();
    expect(container.querySelectorAll(".hidden-mark").length).toBe(6);
  });

  it("stand in what an image and a dead link say of themselves", () => {
    const { container } = render(
      <Markdown text={"![al\u202et](https://x.example/a.png) [b](javas\u200bcript:x)"} />,
    );
    expect(container.querySelector(".hidden-mark")).not.toBeNull();
    for (const element of container.querySelectorAll("[title]"))
      expect(element.getAttribute("title")).not.toMatch(/[\u202e\u200b]/);
  });
});
