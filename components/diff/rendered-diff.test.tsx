import { render } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { Markdown } from "@/components/ui/markdown";
import { bodyOf, comparedWith } from "./compare-trees";

const shown = (before: string, after: string): string =>
  render(<Markdown text={after} plugins={comparedWith(before)} />).container.querySelector("div")
    ?.innerHTML ?? "";

describe("a rendered comparison", () => {
  it("marks what came and what went in the document as it reads", () => {
    const html = shown(
      "# Steps\n\nRead the small matrix.\n\n- one\n",
      "# Steps\n\nRead the **large** matrix.\n\n- one\n- two\n",
    );
    expect(html).toContain(
      'Read the <del class="went">small</del><strong><ins class="came">large</ins></strong> matrix.',
    );
    expect(html).toContain('<ins class="came whole">two</ins>');
    expect(html).toContain("<h2>Steps</h2>");
  });

  it("lets nothing of the older text run either", () => {
    const html = shown(
      "Hello <img src=x onerror=alert(1)> [x](javascript:alert(1)) old <script>alert(1)</script>",
      "Hello there",
    );
    expect(html).not.toMatch(/<img|<script|onerror|javascript:/);
  });
});

describe("bodyOf", () => {
  it("takes the frontmatter away, and only that", () => {
    expect(bodyOf("---\nname: a\n---\n\nBody\n---\n")).toBe("\nBody\n---\n");
    expect(bodyOf("\uFEFF---\r\nname: a\r\n---\r\nBody")).toBe("Body");
    expect(bodyOf("Body\n---\nname: a\n---\n")).toBe("Body\n---\nname: a\n---\n");
  });
});
