import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { Markdown } from "./markdown";

/** Everything in the rendered tree that could fetch, run or lead somewhere. */
function dangers(container: HTMLElement): string[] {
  const active = container.querySelectorAll(
    "script, iframe, object, embed, style, link, form, img, video, audio",
  );
  const handlers = [...container.querySelectorAll("*")].flatMap((element) =>
    element
      .getAttributeNames()
      .filter((name) => name.startsWith("on") || name === "style" || name === "srcset"),
  );
  const links = [...container.querySelectorAll("[href]")]
    .map((element) => element.getAttribute("href") ?? "")
    .filter((href) => !/^(https?:|mailto:|\/w\/)/.test(href));
  return [...[...active].map((element) => element.tagName), ...handlers, ...links];
}

const hostile = [
  "<script>alert(1)</script>",
  '<img src=x onerror="alert(1)">',
  "[a](javascript:alert(1))",
  "[a](JaVaScRiPt:alert(1))",
  "[a](java\nscript:alert(1))",
  "[a](data:text/html,<script>alert(1)</script>)",
  "[a](vbscript:msgbox(1))",
  "<javascript:alert(1)>",
  '<a href="javascript:alert(1)">a</a>',
  '<iframe src="https://evil.example"></iframe>',
  '<svg onload="alert(1)"><use href="data:x"/></svg>',
  '<form action="https://evil.example"><input name="p"></form>',
  "![tracker](https://evil.example/pixel.png)",
  "![x](data:image/svg+xml;base64,AAAA)",
  "[ref]\n\n[ref]: javascript:alert(1)",
  '<style>@import "https://evil.example/x.css"</style>',
  '[a](/api/auth/sign-out "title")',
  "[a](//evil.example)",
];

describe("Markdown", () => {
  it.each(hostile)("renders %j without anything that runs, fetches or leads astray", (text) => {
    const { container } = render(<Markdown text={text} />);
    expect(dangers(container)).toEqual([]);
  });

  it.each(hostile)("tells the HTML in %j as text, just as safely", (text) => {
    const { container } = render(<Markdown text={text} htmlAsText />);
    expect(dangers(container)).toEqual([]);
  });

  it("leaves no word of an answer out, between paragraphs and inside them", () => {
    const { container } = render(
      <Markdown text={"<script>run()</script>\n\nUse <b>bold</b> words.\n\n<!-- hidden -->"} htmlAsText />,
    );
    expect(container).toHaveTextContent("<script>run()</script> Use <b>bold</b> words. <!-- hidden -->", {
      normalizeWhitespace: true,
    });
    expect(container.querySelector("script, b")).toBeNull();
  });

  it("shows an image as its words, so that nothing is fetched", () => {
    render(<Markdown text="![A chart](https://example.com/chart.png)" />);
    expect(screen.getByText("Image not loaded: A chart")).toBeVisible();
    expect(screen.queryByRole("img")).toBeNull();
  });

  it("opens web links outside, without a referrer or a handle on this page", () => {
    render(<Markdown text="[the guide](https://example.com/guide)" />);
    const link = screen.getByRole("link", { name: "the guide" });
    expect(link).toHaveAttribute("rel", "noopener noreferrer nofollow");
    expect(link).toHaveAttribute("target", "_blank");
  });

  it("lets the caller say where a link inside the package leads, but not out of the app", () => {
    const resolve = (href: string) => (href === "references/tone.md" ? "/w/m/skills/x?path=tone" : href);
    const { container } = render(
      <Markdown text="[tone](references/tone.md) [bad](mailto2:x) [none](./x)" resolveHref={resolve} />,
    );
    expect(screen.getByRole("link", { name: "tone" })).toHaveAttribute("href", "/w/m/skills/x?path=tone");
    expect(container.querySelector('[href^="mailto2"]')).toBeNull();
  });

  it("moves headings down, so that the page keeps one h1", () => {
    render(<Markdown text={"# Title\n\n## Part"} />);
    expect(screen.getByRole("heading", { level: 2, name: "Title" })).toBeVisible();
    expect(screen.getByRole("heading", { level: 3, name: "Part" })).toBeVisible();
    expect(screen.queryByRole("heading", { level: 1 })).toBeNull();
  });

  it("renders tables and task lists", () => {
    render(<Markdown text={"| a | b |\n|---|---|\n| 1 | 2 |\n\n- [x] done"} />);
    expect(screen.getByRole("table")).toBeVisible();
    expect(screen.getByRole("checkbox")).toBeDisabled();
  });
});
